import fc from 'fast-check';
import { refundedIn, withRefunds } from './refunds.ts';

type Told = Parameters<typeof withRefunds>[1];

const NOTHING: Told = { totals: {} };
const all = (told: readonly Told[]): Told => told.reduce(withRefunds, NOTHING);
const total = (amount: number): Told => ({ totals: { ch_1: amount } });
const single = (id: string, amount: number, hasFailed = false): Told => ({
  totals: {},
  single: { ch_1: { [id]: { amount, hasFailed } } },
});

test.each<[string, readonly Told[], number, number]>([
  ['a total', [total(50), total(80)], 80, 0],
  ['a total and what it consists of', [total(80), single('a', 30), single('b', 50)], 80, 0],
  ['a refund of a total that failed', [total(80), single('a', 30), single('a', 30, true)], 50, 30],
  ['a refund that was made again', [total(80), single('a', 80, true), single('b', 80)], 80, 80],
  ['a failure before the refund', [single('a', 30, true), single('a', 30)], 0, 30],
  ['single refunds', [single('a', 30), single('b', 50)], 80, 0],
  ['nothing', [], 0, 0],
])('%s', (_, told, refunded, failed) => {
  expect(refundedIn([all(told)])).toEqual({ total: refunded, failed });
});

test('totals of several payments and adjustments add up', () => {
  expect(
    refundedIn([total(80), { totals: { adj_1: 20, adj_2: 5 }, single: { adj_2: { adj_2: { amount: 5, hasFailed: true } } } }]),
  ).toEqual({
    total: 100,
    failed: 5,
  });
});

test('with all events known, what was refunded is what did not fail, in every order of the events', () => {
  const refunds = fc.uniqueArray(fc.record({ id: fc.integer(), amount: fc.nat(1000), hasFailed: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 6,
  });
  const lives = refunds.chain((made) => {
    let now = 0;
    const told = made.flatMap(({ id, amount, hasFailed }) => {
      now += amount;
      const before = [total(now), single(String(id), amount)];
      if (!hasFailed) return before;
      now -= amount;
      return [...before, single(String(id), amount, true)];
    });
    return fc.record({ made: fc.constant(made), told: fc.shuffledSubarray(told, { minLength: told.length }) });
  });
  fc.assert(
    fc.property(lives, ({ made, told }) => {
      const sum = (failed: boolean) =>
        made.filter(({ hasFailed }) => hasFailed === failed).reduce((so, { amount }) => so + amount, 0);
      expect(refundedIn([all(told)])).toEqual({ total: sum(false), failed: sum(true) });
    }),
  );
});
