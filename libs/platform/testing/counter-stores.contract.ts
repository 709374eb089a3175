import type { Counting, CounterStore } from '../src/rate-limits/counter-store.ts';

interface StoreUnderTest {
  readonly store: CounterStore;
  /** Lets time pass for the counters. */
  pass(ms: number): Promise<void>;
}

const SECOND = 1000;
const BLOCK = { name: 'ada', seconds: 900 };

const counting = (amount = 1, { name = 'ada', limit = 'limit', max = 3, seconds = 60 } = {}): Counting => ({
  limit,
  counters: [
    { name: `short ${name}`, max, seconds, amount },
    { name: `long ${name}`, max: 5, seconds: 3600, amount },
  ],
});
const within = (...counts: [count: number, seconds: number][]) => ['within', ...counts];
const exceeded = (...counts: [count: number, seconds: number][]) => ['exceeded', ...counts];
const blocked = (seconds: number) => ['blocked', seconds];

/** How every store of counters behaves. */
export function describeCounterStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let tested: StoreUnderTest;
    beforeEach(async () => void (tested = await open()));

    const seconds = (ms: number): number => Math.ceil(ms / SECOND);
    const add = async (what: Counting) => {
      const result = await tested.store.add(what);
      if (result.outcome === 'blocked') return blocked(seconds(result.blockedMs));
      return [result.outcome, ...result.counts.map(({ count, resetMs }) => [count, seconds(resetMs)])];
    };

    test('counts in windows that start with the first count', async () => {
      expect(await add(counting())).toEqual(within([1, 60], [1, 3600]));
      await tested.pass(20 * SECOND);
      expect(await add(counting(2))).toEqual(within([3, 40], [3, 3580]));
      await tested.pass(41 * SECOND);
      expect(await add(counting())).toEqual(within([1, 60], [4, 3539]));
    });

    test('beyond one maximum nothing is counted', async () => {
      await add(counting(2));
      expect(await add(counting(2))).toEqual(exceeded([2, 60], [2, 3600]));
      expect(await add(counting())).toEqual(within([3, 60], [3, 3600]));
    });

    test('an exceeded limit blocks for its time, during which nothing is counted', async () => {
      const what = { ...counting(3), block: BLOCK };
      expect(await add(what)).toEqual(within([3, 60], [3, 3600]));
      expect(await add({ ...counting(), block: BLOCK })).toEqual(blocked(900));
      await tested.pass(899 * SECOND);
      expect(await add({ ...counting(), block: BLOCK })).toEqual(blocked(1));
      await tested.pass(2 * SECOND);
      expect(await add({ ...counting(), block: BLOCK })).toEqual(within([1, 60], [4, 2699]));
    });

    test('an item counts once in each window, also when the window is full', async () => {
      const guess = (item: string) => add({ ...counting(), item });
      expect(await guess('one')).toEqual(within([1, 60], [1, 3600]));
      expect(await guess('one')).toEqual(within([1, 60], [1, 3600]));
      await guess('two');
      expect(await guess('three')).toEqual(within([3, 60], [3, 3600]));
      expect(await guess('four')).toEqual(exceeded([3, 60], [3, 3600]));
      expect(await guess('two')).toEqual(within([3, 60], [3, 3600]));
      await tested.pass(61 * SECOND);
      expect(await guess('two')).toEqual(within([1, 60], [3, 3539]));
      expect(await guess('four')).toEqual(within([2, 60], [4, 3539]));
    });

    test('of concurrent guesses each one counts once, and never more than the maximum', async () => {
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => add({ ...counting(), item: `item ${n % 10}` })));
      expect(outcomes.filter(([outcome]) => outcome === 'within')).toHaveLength(12);
    });

    test('blocks last twice as long each time, up to their maximum, until there was none for an hour', async () => {
      const block = { ...BLOCK, seconds: 60, firstSeconds: 10 };
      const beyond = () => add({ ...counting(4), block });
      const lasted: unknown[] = [];
      for (const pass of [11, 21, 41, 61]) {
        lasted.push(await beyond());
        await tested.pass(pass * SECOND);
      }
      expect(lasted).toEqual([blocked(10), blocked(20), blocked(40), blocked(60)]);
      await tested.pass(3_541 * SECOND);
      expect(await beyond()).toEqual(blocked(10));
    });

    test('names and limits are independent of each other', async () => {
      await add({ ...counting(3), block: BLOCK });
      await add({ ...counting(), block: BLOCK });
      expect(await add({ ...counting(1, { name: 'grace' }), block: { ...BLOCK, name: 'grace' } })).toEqual(
        within([1, 60], [1, 3600]),
      );
      expect(await add({ ...counting(1, { limit: 'other' }), block: BLOCK })).toEqual(within([1, 60], [1, 3600]));
    });

    test('concurrent requests never exceed the maximum', async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => add(counting())));
      expect(outcomes.filter(([outcome]) => outcome === 'within')).toHaveLength(3);
    });

    test('what was counted can be taken back, unless it has expired', async () => {
      await add(counting(3));
      await tested.store.subtract(counting(2));
      expect(await add(counting())).toEqual(within([2, 60], [2, 3600]));
      await tested.pass(61 * SECOND);
      await tested.store.subtract(counting(2));
      expect(await add(counting())).toEqual(within([1, 60], [1, 3539]));
    });

    test('one request can count a thousand names', async () => {
      const counters = Array.from({ length: 1000 }, (_, n) => ({ name: `recipient ${n}`, max: 1, seconds: 60, amount: 1 }));
      expect((await tested.store.add({ limit: 'many', counters })).outcome).toBe('within');
      expect((await tested.store.add({ limit: 'many', counters: counters.slice(-1) })).outcome).toBe('exceeded');
    });
  });
}
