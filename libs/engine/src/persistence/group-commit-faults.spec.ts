import fc from 'fast-check';
import { AlreadyProcessed, whileProcessing } from '#engine/outbox';
import { CounterNotFound, type TestCounter, Counters, flushEventLoop } from '../../testing/counters.ts';

const lostConnection = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const rejectedWrite = (): Error => Object.assign(new Error('value too long'), { code: '22001' });
const rejectLargeValues = (changed: readonly TestCounter[]): Error | undefined =>
  changed.some(({ value }) => value >= 100) ? rejectedWrite() : undefined;

const outcomesOf = async (calls: Promise<number>[]): Promise<(number | string)[]> =>
  (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));

describe('a write that the database rejects', () => {
  test('fails only the faulty call: the batch is retried one by one', async () => {
    const counters = new Counters({ write: rejectLargeValues });
    const calls = [counters.add('a'), counters.add('b', 100), counters.add('c'), counters.add('a')];
    expect(await outcomesOf(calls)).toEqual([1, 'value too long', 1, 2]);
    expect([...counters.stored.values()]).toEqual([2, 0, 1]);
    expect(counters.log.filter((line) => line.startsWith('begin'))).toEqual(
      ['abca', 'a', 'b', 'c', 'a'].map((requests) => `begin ${requests}`),
    );
  });

  test('fails only the faulty call, also on the same row', async () => {
    const counters = new Counters({ write: rejectLargeValues });
    expect(await outcomesOf([counters.add('a'), counters.add('a', 100), counters.add('a')])).toEqual([1, 'value too long', 2]);
  });

  test('is not retried for a single call', async () => {
    const counters = new Counters({ write: rejectLargeValues });
    await expect(counters.add('a', 100)).rejects.toThrow('value too long');
    expect(counters.log).toEqual(['begin a', 'commit a']);
  });

  test('does not block later calls', async () => {
    const counters = new Counters({ write: rejectLargeValues });
    const batch = [counters.add('a', 100), counters.add('b')];
    await new Promise(setImmediate);
    expect(await outcomesOf([...batch, counters.add('b')])).toEqual(['value too long', 1, 2]);
  });
});

test('of a batch, only the change whose event was processed already is not stored', async () => {
  const counters = new Counters({
    write: (changed) =>
      changed.some(({ value }) => value >= 100)
        ? Object.assign(new Error('duplicate'), { constraint: 'processed_pkey' })
        : undefined,
  });
  const add = (name: string, by?: number): Promise<unknown> =>
    whileProcessing({ eventId: name, subscriber: 'counter' }, async () => void (await counters.add(name, by)));
  const [repeated, other] = await Promise.allSettled([add('a', 100), add('b')]);
  expect(repeated).toMatchObject({ status: 'rejected', reason: expect.any(AlreadyProcessed) });
  expect(other).toMatchObject({ status: 'fulfilled' });
  expect([...counters.stored.values()]).toEqual([0, 1, 0]);
});

describe('a lost connection', () => {
  test('at the commit rejects the whole batch, and nothing is retried', async () => {
    let lost = true;
    const counters = new Counters({ write: () => (lost ? lostConnection() : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 'read ECONNRESET']);
    expect(counters.log).toEqual(['begin ab', 'commit ab']);
    lost = false;
    expect(await counters.add('a')).toBe(1);
  });

  test('at the beginning rejects the whole batch, and nothing is retried', async () => {
    const counters = new Counters({ begin: lostConnection });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 'read ECONNRESET']);
    expect(counters.log).toEqual(['begin ab']);
  });

  test('during a retry rejects only the call that was being retried', async () => {
    let writes = 0;
    const counters = new Counters({ write: () => [rejectedWrite, lostConnection, () => undefined][writes++]!() });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 1]);
    expect([...counters.stored.values()]).toEqual([0, 1, 0]);
  });
});

describe('a failure at the beginning', () => {
  test('for one request rejects only its call', async () => {
    const counters = new Counters({ begin: (requests) => (requests.includes('b') ? new Error('unreadable') : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b'), counters.add('c')])).toEqual([1, 'unreadable', 1]);
  });

  test('for all requests rejects all calls; later calls succeed again', async () => {
    let broken = true;
    const counters = new Counters({ begin: () => (broken ? new Error('unreadable') : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['unreadable', 'unreadable']);
    broken = false;
    expect(await counters.add('a')).toBe(1);
  });
});

test('a failed rollback is the error of the rejected calls', async () => {
  const counters = new Counters({ rollback: lostConnection });
  const fail = (): never => {
    throw new RangeError('no');
  };
  expect(await outcomesOf([counters.change('a', fail), counters.change('b', fail)])).toEqual([
    'read ECONNRESET',
    'read ECONNRESET',
  ]);
});

test('with random faults, every call settles and each resolved change is stored once', async () => {
  const call = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'nowhere'),
    amount: fc.constantFrom(1, 2, 3, 1000),
    delay: fc.nat(3),
  });
  const faults = fc.infiniteStream(fc.constantFrom(undefined, undefined, undefined, rejectedWrite, lostConnection));
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 30 }),
      faults,
      fc.integer({ min: 1, max: 5 }),
      async (calls, fault, maxBatchSize) => {
        const counters = new Counters({ write: (changed) => rejectLargeValues(changed) ?? fault.next().value?.() }, maxBatchSize);
        const expected = new Map([...counters.stored.keys()].map((name) => [name, 0]));
        const settled = calls.map(async ({ name, amount, delay }) => {
          for (let waited = 0; waited < delay; waited++) await flushEventLoop();
          await counters.add(name, amount);
          expected.set(name, expected.get(name)! + amount);
        });
        await Promise.allSettled(settled);
        expect(counters.stored).toEqual(expected);
      },
    ),
  );
});

test('an event is recorded as processed by the change that is stored, not by one before that was not', async () => {
  const counters = new Counters();
  await whileProcessing({ eventId: '7', subscriber: 'counter' }, async () => {
    await expect(counters.add('unknown')).rejects.toThrow(CounterNotFound);
    expect(counters.statements).toEqual([]);
    await counters.add('a');
    await counters.add('a');
  });
  expect(counters.statements.map(({ values }) => values)).toEqual([[['7'], ['counter']]]);
});
