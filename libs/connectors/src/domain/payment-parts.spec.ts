import fc from 'fast-check';
import type { PaymentLine, PaymentUpdate } from './provider-updates.ts';
import { orderIdOf, partsOf, split } from './payment-parts.ts';
import { refundedOfParts } from './refunds.ts';

const line = (key: string, amount: number | null, more: Partial<PaymentLine> = {}): PaymentLine => ({
  key,
  refs: [`price_${key}`],
  productId: null,
  quantity: 1,
  amount,
  taxAmount: 0,
  ...more,
});
const recurring = (key: string, amount: number, itemKey: string | null = `si_${key}`) =>
  line(key, amount, { recurring: { itemKey } });

const payment = (amount: number, lines: readonly PaymentLine[], more: Partial<PaymentUpdate> = {}): PaymentUpdate => ({
  kind: 'payment',
  ref: 'in_1',
  aliases: [],
  customerRef: 'cus_1',
  subscriptionRef: 'sub_1',
  reason: 'subscription_cycle',
  maybeOfSubscription: false,
  lines,
  amount,
  taxAmount: 0,
  currency: 'usd',
  paidAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

const amounts = (update: PaymentUpdate) =>
  partsOf(update).map((part, _, parts) => [orderIdOf('in_1', part, parts), part.of?.itemKey ?? null, part.amount]);

test.each<[string, PaymentUpdate, readonly (readonly unknown[])[]]>([
  ['one item', payment(10, [recurring('a', 10)]), [['in_1', 'si_a', 10]]],
  [
    'what was bought once beside it',
    payment(15, [recurring('a', 10), line('b', 5)]),
    [
      ['in_1/si_a', 'si_a', 10],
      ['in_1/b', null, 5],
    ],
  ],
  [
    'two items',
    payment(30, [recurring('a', 10), recurring('b', 20)]),
    [
      ['in_1/si_a', 'si_a', 10],
      ['in_1/si_b', 'si_b', 20],
    ],
  ],
  [
    'a change of the plan with its credit',
    payment(15, [recurring('a', -5, 'si_1'), recurring('b', 20, 'si_1')]),
    [['in_1', 'si_1', 15]],
  ],
  ['a replaced item with its credit', payment(15, [recurring('a', -5), recurring('b', 20)]), [['in_1', 'si_b', 15]]],
  ['a trial with something bought once', payment(5, [recurring('a', 0), line('b', 5)]), [['in_1', null, 5]]],
  ['a coupon of everything', payment(0, [recurring('a', 0), line('b', 0)]), [['in_1', null, 0]]],
  ['less than its lines, because of a credit', payment(4, [recurring('a', -6), line('b', 10)]), [['in_1', null, 4]]],
  [
    'only what was bought once',
    payment(15, [line('a', 10), line('b', 5)], { subscriptionRef: null }),
    [
      ['in_1/a', null, 10],
      ['in_1/b', null, 5],
    ],
  ],
  [
    'a line without an amount',
    payment(15, [line('a', null), line('b', 5)], { subscriptionRef: null }),
    [
      ['in_1/a', null, 10],
      ['in_1/b', null, 5],
    ],
  ],
  ['a payment that is told without lines', payment(9, []), [['in_1', null, 9]]],
])('%s', (_, update, expected) => {
  expect(amounts(update)).toEqual(expected);
});

test('a payment that an earlier release stored is that of the subscription, or one order for each item', () => {
  const { lines: _, ...stored } = payment(9, []);
  expect(amounts({ ...stored, items: [] } as unknown as PaymentUpdate)).toEqual([['in_1', null, 9]]);
  const bought = { ...stored, subscriptionRef: null, items: [line('a', 9)] } as unknown as PaymentUpdate;
  expect(amounts(bought)).toEqual([['in_1', null, 9]]);
});

test('shares add up, fit the weights, and do not shrink when the amount grows', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(100),
      fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
      (amount, more, weights) => {
        const [shares, larger] = [split(amount, weights), split(amount + more, weights)];
        const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
        expect(sum(shares)).toBe(amount);
        expect(shares.every((share, index) => share <= larger[index]!)).toBe(true);
        expect(amount > sum(weights) || sum(weights) === 0 || shares.every((share, index) => share <= weights[index]!)).toBe(
          true,
        );
      },
    ),
    { seed: 1 },
  );
});

const PARTS = partsOf(payment(39, [recurring('a', 29), line('b', 10)]));
const refunded = (...refunds: Parameters<typeof refundedOfParts>[0]) => refundedOfParts(refunds, PARTS).map(({ total }) => total);

test('a refund is of the line that the provider names, else of the part that cost the same, else of all', () => {
  expect(refunded({ totals: { adj_1: 6 }, ofLines: { adj_1: { b: 6 } } })).toEqual([0, 6]);
  expect(refunded({ totals: { ch_1: 10 } })).toEqual([0, 10]);
  expect(
    refunded({
      totals: { ch_1: 15 },
      single: { ch_1: { a: { amount: 10, hasFailed: false }, b: { amount: 5, hasFailed: false } } },
    }),
  ).toEqual([5, 10]);
  expect(refunded({ totals: { ch_1: 20 } })).toEqual([14, 6]);
  expect(refunded({ totals: { ch_1: 39 } })).toEqual([29, 10]);
});

test('the parts of a payment add up to what was paid, also where not all of its lines are told', () => {
  const lines = fc.array(fc.record({ amount: fc.nat(5_000), isRecurring: fc.boolean() }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, fc.nat(40_000), fc.nat(8_000), fc.boolean(), (told, amount, taxAmount, isCut) => {
      const each = told.map((one, index) =>
        one.isRecurring ? recurring(String(index), one.amount) : line(String(index), one.amount),
      );
      const more = { taxAmount, ...(isCut ? { lineCount: null } : {}) };
      const parts = partsOf(payment(amount, each, more));
      const total = parts.reduce((sum, part) => sum + part.amount, 0);
      expect(amount - total).toBeGreaterThanOrEqual(0);
      expect(amount - total).toBeLessThanOrEqual(told.length);
      const rest = parts.filter(({ isRest }) => isRest);
      expect(rest.length).toBeLessThanOrEqual(1);
      const isAllOfItems = !isCut && told.some(({ isRecurring }) => isRecurring);
      expect(rest.length > 0 && isAllOfItems).toBe(false);
    }),
    { numRuns: 500, seed: 4 },
  );
});
