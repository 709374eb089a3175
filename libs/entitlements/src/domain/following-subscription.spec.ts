import fc from 'fast-check';
import { aPurchase, daysAfterNow, NOW, shown } from '../../testing/purchase.builder.ts';
import type { ProviderState } from './provider-renewal.ts';
import type { Offer } from './offer.ts';
import type { Subscription } from './subscription.ts';

const MONTHLY = aPurchase().monthly().costing(900).offered();
const YEARLY = aPurchase().yearly().costing(9000).offered();
const GRACE_DAYS = 3;

const state = (revision: number, values: Partial<ProviderState> = {}): ProviderState => ({
  toldAt: NOW,
  revision,
  status: 'active',
  since: null,
  paidFrom: NOW,
  paidUntil: daysAfterNow(30),
  trialEnd: null,
  isFree: false,
  endsWithPeriod: false,
  endsAt: null,
  canceledAt: null,
  quantity: 1,
  currency: 'usd',
  ...values,
});

type Step = readonly [at: number, offer: Offer, state: ProviderState];

const started = (): Subscription => aPurchase().monthly().costing(900).subscription();

function follow(steps: readonly Step[], until: number): Subscription {
  const subscription = started();
  for (const [at, offer, told] of steps) {
    advance(subscription, at);
    subscription.follow(offer, told, GRACE_DAYS, daysAfterNow(at));
  }
  advance(subscription, until);
  return subscription;
}

/** The worker comes by until nothing is due. */
function advance(subscription: Subscription, day: number): void {
  const now = daysAfterNow(day);
  for (let steps = 0; subscription.isDue(now); steps++) {
    if (steps > 100) throw new Error('It is due forever');
    subscription.advance(now);
  }
}

const fieldsOf = (subscription: Subscription) => {
  const { status, productId, amount, entitles, endedAt, pastDueAt, pausedAt, trialEnd, ...others } = shown(subscription);
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, endsAt, canceledAt, renewalDueAt, graceEndsAt } = others;
  const periods = { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, endsAt, canceledAt, renewalDueAt, graceEndsAt };
  return { status, productId, amount, entitles, endedAt, pastDueAt, pausedAt, trialEnd, ...periods };
};

test('a subscription that is not renewed falls past due a day after its period, and never renews itself', () => {
  const subscription = follow([[0, MONTHLY, state(1)]], 30);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'active', entitles: true, currentPeriodEnd: daysAfterNow(30) });
  advance(subscription, 31);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'past_due', entitles: true, pastDueAt: daysAfterNow(30) });
  advance(subscription, 33);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'past_due', entitles: false });
  advance(subscription, 1000);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'past_due', currentPeriodEnd: daysAfterNow(30) });
  const renewed = state(2, { paidFrom: daysAfterNow(990), paidUntil: daysAfterNow(1020) });
  subscription.follow(MONTHLY, renewed, GRACE_DAYS, daysAfterNow(1000));
  expect(fieldsOf(subscription)).toMatchObject({ status: 'active', entitles: true, currentPeriodEnd: daysAfterNow(1020) });
});

test('one that will end with its period brings no benefits after it, without a day more', () => {
  const subscription = follow([[0, MONTHLY, state(1, { endsWithPeriod: true, canceledAt: daysAfterNow(5) })]], 30);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'past_due', entitles: false });
  subscription.follow(MONTHLY, state(2, { paidUntil: daysAfterNow(60) }), GRACE_DAYS, daysAfterNow(31));
  expect(fieldsOf(subscription)).toMatchObject({ status: 'active', entitles: true, endsAt: null, canceledAt: null });
});

test('one that will end within its period ends when the provider says so', () => {
  const subscription = follow([[0, MONTHLY, state(1, { endsWithPeriod: true, endsAt: daysAfterNow(12) })]], 11);
  expect(fieldsOf(subscription)).toMatchObject({
    status: 'active',
    endsAt: daysAfterNow(12),
    currentPeriodEnd: daysAfterNow(30),
  });
  advance(subscription, 12);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'past_due', entitles: false, pastDueAt: daysAfterNow(12) });
});

test('one that is free does not fall past due until the provider says so', () => {
  const subscription = follow([[0, MONTHLY, state(1, { isFree: true })]], 400);
  expect(fieldsOf(subscription)).toMatchObject({ status: 'active', entitles: true });
});

test('records what happened as the events of every other subscription', () => {
  const subscription = started();
  const told: readonly Step[] = [
    [0, MONTHLY, state(1)],
    [30, YEARLY, state(2, { paidFrom: daysAfterNow(30), paidUntil: daysAfterNow(395), amount: 8000 })],
    [
      40,
      YEARLY,
      state(3, { paidFrom: daysAfterNow(30), paidUntil: daysAfterNow(395), status: 'past_due', since: daysAfterNow(39) }),
    ],
    [
      41,
      YEARLY,
      state(4, { paidFrom: daysAfterNow(30), paidUntil: daysAfterNow(395), status: 'canceled', since: daysAfterNow(41) }),
    ],
  ];
  const names = told.map(([at, offer, each]) => {
    subscription.pullEvents();
    subscription.follow(offer, each, GRACE_DAYS, daysAfterNow(at));
    return subscription.pullEvents().map(({ name }) => name);
  });
  expect(names.slice(1)).toEqual([
    ['subscription.product_updated', 'subscription.updated', 'subscription.cycled'],
    ['subscription.updated', 'subscription.past_due'],
    ['subscription.updated', 'subscription.updated', 'subscription.canceled', 'subscription.revoked'],
  ]);
});

test('a state that is older than the last one changes nothing, and what has ended stays ended', () => {
  const ended = state(3, { status: 'canceled', since: daysAfterNow(9), canceledAt: daysAfterNow(9) });
  const subscription = follow([[10, MONTHLY, ended]], 10);
  const before = fieldsOf(subscription);
  subscription.follow(YEARLY, state(2), GRACE_DAYS, daysAfterNow(11));
  subscription.follow(YEARLY, state(4), GRACE_DAYS, daysAfterNow(11));
  expect(fieldsOf(subscription)).toEqual(before);
});

test('ends in the same state whatever states it had before, and whenever the worker came by', () => {
  const somePeriod = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 60 }));
  const someState = fc.record({
    status: fc.constantFrom('active' as const, 'past_due' as const, 'paused' as const),
    endsWithPeriod: fc.boolean(),
    period: somePeriod,
    isYearly: fc.boolean(),
    trial: fc.boolean(),
  });
  const toStep = (values: typeof someState extends fc.Arbitrary<infer T> ? T : never, index: number): Step => {
    const { status, endsWithPeriod, period, isYearly, trial } = values;
    const [from, days] = period;
    const paidUntil = daysAfterNow(from + days);
    const told = { status, endsWithPeriod, paidFrom: daysAfterNow(from), paidUntil, trialEnd: trial ? paidUntil : null };
    const since = status === 'active' ? null : daysAfterNow(from);
    const canceledAt = endsWithPeriod ? daysAfterNow(from) : null;
    return [index * 10, isYearly ? YEARLY : MONTHLY, state(index + 1, { ...told, since, canceledAt })];
  };
  fc.assert(
    fc.property(
      fc.array(someState, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean()),
      fc.boolean(),
      (states, skipped, ends) => {
        const steps = states.map(toStep);
        const [at, offer, last] = steps.at(-1)!;
        const ended = { status: 'canceled', since: daysAfterNow(99), canceledAt: daysAfterNow(98) } as const;
        if (ends) steps[steps.length - 1] = [at, offer, { ...last, ...ended }];
        const some = steps.filter((_, index) => index === steps.length - 1 || !skipped[index]);
        expect(fieldsOf(follow(some, 100))).toEqual(fieldsOf(follow(steps, 100)));
      },
    ),
    { numRuns: 300 },
  );
});
