import { Absent, Counters, settling } from '../../testing/counters.ts';

const refuse = (): never => {
  throw new RangeError('no');
};

const outcomesOf = async (calls: Promise<number>[]): Promise<(number | string)[]> =>
  (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));

describe('calls that arrive', () => {
  test('together share one transaction, and what arrives while it is under way shares the next', async () => {
    const counters = new Counters();
    const gate = Promise.withResolvers<void>();
    counters.gate = gate.promise;
    const first = [counters.add('a'), counters.add('b')];
    await settling();
    const second = [counters.add('c'), counters.add('a'), counters.add('a')];
    await settling();
    expect(counters.diary).toEqual(['begin ab']);
    gate.resolve();
    expect(await outcomesOf([...first, ...second])).toEqual([1, 1, 1, 2, 3]);
    expect(counters.diary).toEqual(['begin ab', 'commit ab', 'begin caa', 'commit ca']);
  });

  test('one after the other have a transaction each', async () => {
    const counters = new Counters();
    await counters.add('a');
    await counters.add('a');
    expect(counters.diary).toEqual(['begin a', 'commit a', 'begin a', 'commit a']);
  });

  test('run in the order of their arrival, each on what the ones before it left', async () => {
    const counters = new Counters();
    const seen: string[] = [];
    const calls = ['x', 'y', 'z'].map((caller) =>
      counters.change('a', (counter) => {
        seen.push(`${caller} meets ${counter.value}`);
        return counter.add(1);
      }),
    );
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
    expect(seen).toEqual(['x meets 0', 'y meets 1', 'z meets 2']);
    expect(counters.stored.get('a')).toBe(3);
  });

  test('beyond the largest batch go with the next ones', async () => {
    const counters = new Counters({}, 2);
    const calls = Array.from({ length: 5 }, () => counters.add('a'));
    expect(await outcomesOf(calls)).toEqual([1, 2, 3, 4, 5]);
    expect(counters.diary.filter((line) => line.startsWith('begin'))).toEqual(['begin aa', 'begin aa', 'begin a']);
  });
});

describe('callers hear', () => {
  test('nothing before the commit', async () => {
    const counters = new Counters();
    const gate = Promise.withResolvers<void>();
    counters.gate = gate.promise;
    const told: string[] = [];
    const calls = [
      counters.add('a').then(() => told.push('done')),
      counters.change('a', refuse).catch(() => told.push('refused')),
      counters.add('nowhere').catch(() => told.push('missing')),
    ];
    await settling();
    expect(told).toEqual([]);
    gate.resolve();
    await Promise.all(calls);
    expect(told).toEqual(['done', 'refused', 'missing']);
  });

  test('of their batch before the next one is begun', async () => {
    const counters = new Counters({}, 1);
    const first = counters.add('a').then(() => counters.diary.push('told'));
    await Promise.all([first, counters.add('b')]);
    expect(counters.diary.indexOf('told')).toBeLessThan(counters.diary.indexOf('begin b'));
  });
});

describe('a closure that throws', () => {
  test('hurts only its own caller', async () => {
    const counters = new Counters();
    const calls = [counters.add('a'), counters.change('a', refuse), counters.add('a'), counters.change('b', refuse)];
    expect(await outcomesOf(calls)).toEqual([1, 'no', 2, 'no']);
    expect(counters.diary).toEqual(['begin aaab', 'commit a']);
  });

  test('alone writes nothing', async () => {
    const counters = new Counters();
    expect(await outcomesOf([counters.change('a', refuse), counters.change('b', refuse)])).toEqual(['no', 'no']);
    expect(counters.diary).toEqual(['begin ab', 'rollback']);
  });
});

test('a wish that meets no row is told so, and nobody else', async () => {
  const counters = new Counters();
  const lost = counters.add('nowhere');
  await expect(Promise.all([counters.add('a'), lost])).rejects.toBeInstanceOf(Absent);
  expect(counters.stored.get('a')).toBe(1);
});
