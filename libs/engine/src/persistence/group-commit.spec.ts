import { asBulkWork, isBulkWork } from '#engine/outbox';
import { runInContext, RequestContext } from '#engine/tenancy';
import { CounterNotFound, Counters, flushEventLoop } from '../../testing/counters.ts';

const fail = (): never => {
  throw new RangeError('no');
};

const outcomesOf = async (calls: Promise<number>[]): Promise<(number | string)[]> =>
  (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));

describe('concurrent calls', () => {
  test('share one transaction; calls during it share the next one', async () => {
    const counters = new Counters();
    const gate = Promise.withResolvers<void>();
    counters.gate = gate.promise;
    const first = [counters.add('a'), counters.add('b')];
    await flushEventLoop();
    const second = [counters.add('c'), counters.add('a'), counters.add('a')];
    await flushEventLoop();
    expect(counters.log).toEqual(['begin ab']);
    gate.resolve();
    expect(await outcomesOf([...first, ...second])).toEqual([1, 1, 1, 2, 3]);
    expect(counters.log).toEqual(['begin ab', 'commit ab', 'begin caa', 'commit ca']);
  });

  test('made one after the other have a transaction each', async () => {
    const counters = new Counters();
    await counters.add('a');
    await counters.add('a');
    expect(counters.log).toEqual(['begin a', 'commit a', 'begin a', 'commit a']);
  });

  test('run in order of arrival, each on the result of the previous ones', async () => {
    const counters = new Counters();
    const seen: string[] = [];
    const calls = ['x', 'y', 'z'].map((caller) =>
      counters.change('a', (counter) => {
        seen.push(`${caller} reads ${counter.value}`);
        return counter.add(1);
      }),
    );
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
    expect(seen).toEqual(['x reads 0', 'y reads 1', 'z reads 2']);
    expect(counters.stored.get('a')).toBe(3);
  });

  test('publish events that tell which of them caused it', async () => {
    const counters = new Counters();
    const calls = ['first', undefined, 'third'].map((requestId) =>
      runInContext(new RequestContext({ tenant: 'acme', ...(requestId ? { requestId } : {}) }), () =>
        counters.change('a', (counter) => {
          counter.add(1);
          counter.announce();
        }),
      ),
    );
    await Promise.all(calls);
    const [{ values }] = counters.statements as unknown as [{ values: unknown[][] }];
    expect([values[1], values[6]]).toEqual([
      ['{"value":1}', '{"value":2}', '{"value":3}'],
      ['first', null, 'third'],
    ]);
  });

  test('of bulk work and others do not share a transaction', async () => {
    const counters = new Counters();
    const calls = [true, false, true, false].map((isBulk) =>
      asBulkWork(isBulk, () =>
        counters.change('a', (counter) => {
          counter.add(1);
          return isBulk === isBulkWork();
        }),
      ),
    );
    expect(await Promise.all(calls)).toEqual([true, true, true, true]);
    expect(counters.log.filter((line) => line.startsWith('begin'))).toEqual(['begin aa', 'begin aa']);
  });

  test('if they are many, are divided into two batches that alternate', async () => {
    const counters = new Counters();
    const call = (): Promise<number> => counters.add('a');
    const followUps = Array.from({ length: 40 }, () => call().then(call));
    await Promise.all(followUps);
    const sizes = counters.log.filter((line) => line.startsWith('begin')).map((line) => line.length - 'begin '.length);
    expect(sizes).toEqual([20, 20, 20, 20]);
  });

  test('beyond the maximum batch size go into the next batches', async () => {
    const counters = new Counters({}, 2);
    const calls = Array.from({ length: 5 }, () => counters.add('a'));
    expect(await outcomesOf(calls)).toEqual([1, 2, 3, 4, 5]);
    expect(counters.log.filter((line) => line.startsWith('begin'))).toEqual(['begin aa', 'begin aa', 'begin a']);
  });
});

describe('callers are settled', () => {
  test('after the commit only', async () => {
    const counters = new Counters();
    const gate = Promise.withResolvers<void>();
    counters.gate = gate.promise;
    const settled: string[] = [];
    const calls = [
      counters.add('a').then(() => settled.push('done')),
      counters.change('a', fail).catch(() => settled.push('failed')),
      counters.add('nowhere').catch(() => settled.push('missing')),
    ];
    await flushEventLoop();
    expect(settled).toEqual([]);
    gate.resolve();
    await Promise.all(calls);
    expect(settled).toEqual(['done', 'failed', 'missing']);
  });

  test('while the next batch is in progress', async () => {
    const counters = new Counters({}, 1);
    const first = counters.add('a').then(() => counters.log.push('settled a'));
    await Promise.all([first, counters.add('b')]);
    expect(counters.log.indexOf('begin b')).toBeLessThan(counters.log.indexOf('settled a'));
  });

  test('before a batch of calls that were made later', async () => {
    const counters = new Counters();
    await counters.add('a');
    counters.log.push('settled');
    await counters.add('b');
    expect(counters.log).toEqual(['begin a', 'commit a', 'settled', 'begin b', 'commit b']);
  });
});

describe('a closure that throws', () => {
  test('rejects only its own call', async () => {
    const counters = new Counters();
    const calls = [counters.add('a'), counters.change('a', fail), counters.add('a'), counters.change('b', fail)];
    expect(await outcomesOf(calls)).toEqual([1, 'no', 2, 'no']);
    expect(counters.log).toEqual(['begin aaab', 'commit a']);
  });

  test('writes nothing if no other closure succeeds', async () => {
    const counters = new Counters();
    expect(await outcomesOf([counters.change('a', fail), counters.change('b', fail)])).toEqual(['no', 'no']);
    expect(counters.log).toEqual(['begin ab', 'rollback']);
  });
});

test('only the request without a row is rejected as not found', async () => {
  const counters = new Counters();
  const missing = counters.add('nowhere');
  await expect(Promise.all([counters.add('a'), missing])).rejects.toBeInstanceOf(CounterNotFound);
  expect(counters.stored.get('a')).toBe(1);
});

test('if more calls wait than a batch takes, tenants take turns, each in its order', async () => {
  const counters = new Counters({}, 4);
  const as = (tenant: string, name: string): Promise<number> =>
    runInContext(new RequestContext({ tenant }), () => counters.add(name));
  const calls = ['a', 'b', 'a', 'b', 'a', 'b'].map((name) => as('greedy', name));
  await Promise.all([...calls, as('modest', 'c'), as('modest', 'c')]);
  expect(counters.log.filter((line) => line.startsWith('begin'))).toEqual(['begin acbc', 'begin abab']);
  expect(await calls.at(-1)).toBe(3);
});
