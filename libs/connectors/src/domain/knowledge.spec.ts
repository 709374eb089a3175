import fc from 'fast-check';
import type { BuyerValue, Fact, Item, SubscriptionFact } from './facts.ts';
import { type Knowledge, type Stamp, type SubscriptionKnowledge, withFact } from './knowledge.ts';
import type { Entitlement } from './connector.ts';
import { statesOf as statesUnder } from './state-of-subscription.ts';

const time = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

const item = (key: string, price: string): Item => ({ key, refs: [price], productId: null, quantity: 1, amount: 2900 });

const snapshot = (values: Partial<SubscriptionFact>): SubscriptionFact => ({
  kind: 'subscription',
  ref: 'sub_1',
  customerRef: 'cus_1',
  status: 'active',
  items: [item('a', 'price_1')],
  currency: 'usd',
  startedAt: time(1),
  trialEnd: null,
  endsAt: null,
  canceledAt: null,
  ...values,
});

const paid = (from: number, to: number): Fact => ({
  kind: 'paid_period',
  ref: 'sub_1',
  start: time(from),
  end: time(to),
  since: time(from),
});

type Known = readonly [day: number, rank: number, eventId: string, fact: Fact];

const learn = (events: readonly Known[]): SubscriptionKnowledge =>
  events.reduce<Knowledge | undefined>((known, [day, rank, eventId, fact]) => {
    const stamp: Stamp = { at: time(day), rank, eventId };
    return withFact(known, fact, stamp);
  }, undefined) as SubscriptionKnowledge;

const statesOf = (known: SubscriptionKnowledge, entitlement: Entitlement = 'paid_only') => statesUnder(known, entitlement);

/** A life of a subscription, with events of the same time. */
const LIFE: readonly Known[] = [
  [1, 0, 'evt_1', snapshot({ status: 'pending' })],
  [1, 1, 'evt_2', snapshot({})],
  [1, 1, 'evt_3', paid(1, 32)],
  [20, 1, 'evt_4', snapshot({ items: [item('a', 'price_2'), item('b', 'price_3')] })],
  [32, 1, 'evt_5', snapshot({ status: 'past_due', items: [item('a', 'price_2')] })],
  [35, 1, 'evt_6', paid(32, 60)],
  [35, 1, 'evt_7', snapshot({ items: [item('a', 'price_2')] })],
  [40, 1, 'evt_8', snapshot({ items: [item('a', 'price_2')], endsAt: time(60), canceledAt: time(40) })],
  [60, 2, 'evt_9', snapshot({ status: 'canceled', items: [item('a', 'price_2')], endsAt: time(60), canceledAt: time(40) })],
];

test('what is known is the same in every order of the events, however often each of them comes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: LIFE.length }),
      fc.array(fc.nat(LIFE.length - 1), { maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (length, repeated, keys) => {
        const life = LIFE.slice(0, length);
        const again = repeated.filter((index) => index < length).map((index) => life[index]!);
        const shuffled = [...life, ...again]
          .map((event) => ({ event, key: keys.next().value as number }))
          .sort((one, other) => one.key - other.key)
          .map(({ event }) => event);
        expect(learn(shuffled)).toEqual(learn(life));
        expect(statesOf(learn(shuffled))).toEqual(statesOf(learn(life)));
      },
    ),
    { numRuns: 500 },
  );
});

describe('the state of a subscription', () => {
  test('is not known before a snapshot and a paid period are', () => {
    expect(statesOf(learn(LIFE.slice(2, 3)))).toBe('snapshot');
    expect(statesOf(learn(LIFE.slice(0, 2)))).toBe('payment');
  });

  test('has the period that was paid, not the one that has begun', () => {
    expect(statesOf(learn(LIFE.slice(0, 3)))).toMatchObject([{ status: 'active', paidUntil: new Date(time(32)) }]);
  });

  test('is past due since the end of the paid period; an item that was removed is paused', () => {
    expect(statesOf(learn(LIFE.slice(0, 5)))).toMatchObject([
      { item: { refs: ['price_2'] }, status: 'past_due', since: new Date(time(32)) },
      { item: { refs: ['price_3'] }, status: 'paused' },
    ]);
    expect(statesOf(learn(LIFE.slice(0, 7)))).toMatchObject([{ status: 'active' }, { status: 'paused' }]);
  });

  test('ends with the period if it is canceled, and has ended when the provider says so, whatever is known later', () => {
    expect(statesOf(learn(LIFE.slice(0, 8)))).toMatchObject([{ status: 'active', endsWithPeriod: true }, {}]);
    const later: Known = [61, 1, 'evt_10', snapshot({})];
    expect(statesOf(learn([...LIFE, later]))).toMatchObject([{ status: 'canceled', since: new Date(time(60)) }, {}]);
  });
});

test('a refund is the most that was told of it, and a payment collects its other ids', () => {
  const refund = (total: number): Fact => ({ kind: 'refund', ref: 'ch_1', aliases: ['pi_1'], totals: { ch_1: total } });
  const stamp = { at: time(1), rank: 1, eventId: 'evt_1' };
  const known = [refund(500), refund(900), refund(700)].reduce<Knowledge | undefined>(
    (before, fact) => withFact(before, fact, stamp),
    undefined,
  );
  expect(known).toEqual({ kind: 'refund', aliases: ['ch_1', 'pi_1'], totals: { ch_1: 900 } });
  expect(withFact(undefined, { kind: 'payment_alias', ref: 'in_1', aliases: ['pi_1'] }, stamp)).toMatchObject({
    payment: null,
    aliases: ['in_1', 'pi_1'],
  });
});

test('a dispute that was closed stays closed, in every order of its events', () => {
  const dispute = (status: 'needs_response' | 'under_review' | 'lost', day: number): Known => [
    day,
    1,
    `evt_${status}_${day}`,
    { kind: 'dispute', ref: 'dp_1', aliases: ['pi_1'], status, total: 2900, reason: 'fraudulent', evidenceDueBy: null },
  ];
  const [opened, closed, late] = [dispute('needs_response', 1), dispute('lost', 2), dispute('under_review', 3)];
  for (const order of [
    [opened, closed, late],
    [late, closed, opened],
    [closed, late, opened],
  ])
    expect(learn(order)).toMatchObject({ dispute: { fact: { status: 'lost' } }, aliases: ['pi_1'] });
});

test('an event without the e-mail address of a customer does not hide one that has it', () => {
  const customer = (email: string | null): Fact => ({
    kind: 'customer',
    ref: 'cus_1',
    email: email as unknown as BuyerValue<string> | null,
    name: null,
  });
  const first = withFact(undefined, customer('a@example.com'), { at: time(1), rank: 1, eventId: 'evt_1' });
  const second = withFact(first, customer(null), { at: time(2), rank: 1, eventId: 'evt_2' });
  expect(second).toMatchObject({ customer: { fact: { email: 'a@example.com' } } });
});

test('an event that is read again says what is read of it now', () => {
  const [, created, paidFirst] = LIFE as readonly [Known, Known, Known];
  const [day, rank, eventId] = created;
  const again: Known = [day, rank, eventId, snapshot({ items: [{ ...item('a', 'price_1'), quantity: 5 }] })];
  expect(statesOf(learn([created, paidFirst, again]))).toMatchObject([{ item: { quantity: 5 } }]);
});
