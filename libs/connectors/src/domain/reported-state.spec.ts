import fc from 'fast-check';
import type { BuyerValue, Item, ProviderUpdate, SubscriptionUpdate } from './provider-updates.ts';
import type { Version } from './event-order.ts';
import { joined, type ReportedState, toldAtOf, withUpdate } from './reported-state.ts';
import type { ReportedSubscription } from './reported-subscription.ts';
import type { Entitlement } from './connector.ts';
import { statesOf as statesUnder } from './state-of-subscription.ts';

const time = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

const item = (key: string, price: string): Item => ({ key, refs: [price], productId: null, quantity: 1, amount: 2900 });

const snapshot = (values: Partial<SubscriptionUpdate>): SubscriptionUpdate => ({
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

const paid = (from: number, to: number): ProviderUpdate => ({
  kind: 'paid_period',
  ref: 'sub_1',
  start: time(from),
  end: time(to),
  since: time(from),
});

type VersionedUpdate = readonly [day: number, rank: number, eventId: string, update: ProviderUpdate];

const merge = (events: readonly VersionedUpdate[]): ReportedSubscription =>
  events.reduce<ReportedState | undefined>((state, [day, rank, eventId, update]) => {
    const version: Version = { at: time(day), rank, eventId };
    return withUpdate(state, update, version);
  }, undefined) as ReportedSubscription;

const statesOf = (state: ReportedSubscription, entitlement: Entitlement = 'paid_only') => statesUnder(state, entitlement);

/** A life of a subscription, with events of the same time. */
const LIFE: readonly VersionedUpdate[] = [
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

test('the reported state is the same in every order of the events, however often each of them comes', () => {
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
        expect(merge(shuffled)).toEqual(merge(life));
        expect(statesOf(merge(shuffled))).toEqual(statesOf(merge(life)));
      },
    ),
    { numRuns: 500 },
  );
});

test('what two connectors of an account were told is joined to the state of all events', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: LIFE.length, maxLength: LIFE.length }),
      fc.boolean(),
      (isOfFirst, isSwapped) => {
        const [first, second] = [LIFE.filter((_, index) => isOfFirst[index]), LIFE.filter((_, index) => !isOfFirst[index])];
        fc.pre(first.length > 0 && second.length > 0);
        const [one, other] = isSwapped ? [merge(second), merge(first)] : [merge(first), merge(second)];
        expect(joined(one, other)).toEqual(merge(LIFE));
        expect(joined(one, one)).toEqual(one);
      },
    ),
    { numRuns: 300 },
  );
});

test('the time of a state never goes back, so it orders states that several counters count', () => {
  const ended: VersionedUpdate = [1, 3, 'evt_0', snapshot({ status: 'canceled', items: [] })];
  const [before, after] = [merge(LIFE.slice(0, 5)), merge([...LIFE.slice(0, 5), ended])];
  expect(after.snapshot!.version.at < before.snapshot!.version.at).toBe(true);
  expect([toldAtOf(before), toldAtOf(after)]).toEqual([time(32), time(32)]);
});

describe('of events of one time and rank', () => {
  const told = (eventId: string, price: string, more: Partial<Version['change']> & { readonly from?: string } = {}) => {
    const version: Version = { at: time(5), rank: 2, eventId, change: { to: price, until: '', ...more } };
    return [version, snapshot({ items: [item('a', price)] })] as const;
  };
  const priceAfter = (events: readonly (readonly [Version, ProviderUpdate])[]) => {
    const before = { at: time(4), rank: 2, eventId: 'evt_5', change: { to: 'price_0', until: '' } };
    const first = withUpdate(undefined, snapshot({ items: [item('a', 'price_0')] }), before);
    const state = events.reduce<ReportedState>((known, [version, update]) => withUpdate(known, update, version), first);
    return (state as ReportedSubscription).snapshot!.update.items[0]!.refs[0];
  };

  test.each([
    [
      'the one that changes what another one tells is later',
      [told('evt_b', 'price_1'), told('evt_a', 'price_2', { from: 'price_1' })],
      'price_2',
    ],
    [
      'a chain is followed to its end',
      [
        told('evt_c', 'price_1', { from: 'price_0' }),
        told('evt_b', 'price_2', { from: 'price_1' }),
        told('evt_a', 'price_3', { from: 'price_2' }),
      ],
      'price_3',
    ],
    [
      'the state before tells where a circle begins',
      [told('evt_b', 'price_1', { from: 'price_0' }), told('evt_a', 'price_0', { from: 'price_1' })],
      'price_0',
    ],
    [
      'the one with the later period is later, if nothing else tells',
      [told('evt_b', 'price_1', { until: time(9) }), told('evt_c', 'price_2', { until: time(8) })],
      'price_1',
    ],
    ['else the one with the higher id', [told('evt_b', 'price_1'), told('evt_a', 'price_2')], 'price_1'],
  ])('%s, in every order in which they come', (_, events, price) => {
    const orders = fc.shuffledSubarray([...events], { minLength: events.length });
    fc.assert(
      fc.property(orders, (shuffled) => expect(priceAfter(shuffled)).toBe(price)),
      { numRuns: 20 },
    );
  });
});

describe('the state of a subscription', () => {
  test('is not known before a snapshot and a paid period are', () => {
    expect(statesOf(merge(LIFE.slice(2, 3)))).toBe('snapshot');
    expect(statesOf(merge(LIFE.slice(0, 2)))).toBe('payment');
  });

  test('has the period that was paid, not the one that has begun', () => {
    expect(statesOf(merge(LIFE.slice(0, 3)))).toMatchObject([{ status: 'active', paidUntil: new Date(time(32)) }]);
  });

  test('is past due since the end of the paid period; an item that was removed is paused', () => {
    expect(statesOf(merge(LIFE.slice(0, 5)))).toMatchObject([
      { item: { refs: ['price_2'] }, status: 'past_due', since: new Date(time(32)) },
      { item: { refs: ['price_3'] }, status: 'paused' },
    ]);
    expect(statesOf(merge(LIFE.slice(0, 7)))).toMatchObject([{ status: 'active' }, { status: 'paused' }]);
  });

  test('ends with the period if it is canceled, and has ended when the provider says so, whatever is known later', () => {
    expect(statesOf(merge(LIFE.slice(0, 8)))).toMatchObject([{ status: 'active', endsWithPeriod: true }, {}]);
    const later: VersionedUpdate = [61, 1, 'evt_10', snapshot({})];
    expect(statesOf(merge([...LIFE, later]))).toMatchObject([{ status: 'canceled', since: new Date(time(60)) }, {}]);
  });
});

test('a refund is the most that was told of it, and a payment collects its other ids', () => {
  const refund = (total: number): ProviderUpdate => ({ kind: 'refund', ref: 'ch_1', aliases: ['pi_1'], totals: { ch_1: total } });
  const version = { at: time(1), rank: 1, eventId: 'evt_1' };
  const state = [refund(500), refund(900), refund(700)].reduce<ReportedState | undefined>(
    (before, update) => withUpdate(before, update, version),
    undefined,
  );
  expect(state).toEqual({ kind: 'refund', aliases: ['ch_1', 'pi_1'], totals: { ch_1: 900 } });
  expect(withUpdate(undefined, { kind: 'payment_alias', ref: 'in_1', aliases: ['pi_1'] }, version)).toMatchObject({
    payment: null,
    aliases: ['in_1', 'pi_1'],
  });
});

test('a dispute that was closed stays closed, in every order of its events', () => {
  const dispute = (status: 'needs_response' | 'under_review' | 'lost', day: number): VersionedUpdate => [
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
    expect(merge(order)).toMatchObject({ dispute: { update: { status: 'lost' } }, aliases: ['pi_1'] });
});

test('an event without the e-mail address of a customer does not hide one that has it', () => {
  const customer = (email: string | null): ProviderUpdate => ({
    kind: 'customer',
    ref: 'cus_1',
    email: email as unknown as BuyerValue<string> | null,
    name: null,
  });
  const first = withUpdate(undefined, customer('a@example.com'), { at: time(1), rank: 1, eventId: 'evt_1' });
  const second = withUpdate(first, customer(null), { at: time(2), rank: 1, eventId: 'evt_2' });
  expect(second).toMatchObject({ customer: { update: { email: 'a@example.com' } } });
});

test('an event that is read again says what is read of it now', () => {
  const [, created, paidFirst] = LIFE as readonly [VersionedUpdate, VersionedUpdate, VersionedUpdate];
  const [day, rank, eventId] = created;
  const again: VersionedUpdate = [day, rank, eventId, snapshot({ items: [{ ...item('a', 'price_1'), quantity: 5 }] })];
  expect(statesOf(merge([created, paidFirst, again]))).toMatchObject([{ item: { quantity: 5 } }]);
});
