import fc from 'fast-check';
import { DomainError } from '#kernel';
import { aPurchase, daysAfterNow, NO_REASON } from '../../testing/purchase.builder.ts';
import type { Offer } from './offer.ts';
import type { Subscription } from './subscription.ts';

type Step = (subscription: Subscription, at: Date) => void;

const offers: readonly Offer[] = [
  aPurchase().monthly().offered(),
  aPurchase().yearly().metered('month').offered(),
  aPurchase().monthly(2).metered('week').costing(700).offered(),
  aPurchase()
    .monthly()
    .bySeats([{ minSeats: 2, maxSeats: 9, pricePerSeat: 5 }])
    .offered(),
  aPurchase().offered(),
];
const someTime = fc.integer({ min: 0, max: 200 }).map(daysAfterNow);

const constant = (step: Step): fc.Arbitrary<Step> => fc.constant(step);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(...offers), fc.constantFrom('now', 'restart', 'next_period')).map(
    ([offer, when]): Step =>
      (subscription, at) =>
        subscription.changeProduct(offer, when, at),
  ),
  fc.option(someTime).map(
    (until): Step =>
      (subscription, at) =>
        subscription.schedulePause(until, at),
  ),
  someTime.map(
    (end): Step =>
      (subscription, at) =>
        subscription.moveCurrentPeriodEnd(end, at),
  ),
  someTime.map(
    (end): Step =>
      (subscription, at) =>
        subscription.setTrialEnd(end, at),
  ),
  constant((subscription, at) => subscription.endTrial(at)),
  constant((subscription, at) => subscription.unschedulePause(at)),
  constant((subscription, at) => subscription.resume(at)),
  constant((subscription, at) => subscription.discardPendingUpdate(at)),
  constant((subscription, at) => subscription.cancel(NO_REASON, at)),
  constant((subscription, at) => subscription.uncancel(at)),
  constant((subscription, at) => subscription.fallPastDue({ graceDays: 3, dunningDays: 20 }, at)),
  constant((subscription, at) => subscription.recover(at)),
);
const courses = fc.array(fc.tuple(steps, fc.integer({ min: 0, max: 25 })), { minLength: 1, maxLength: 25 });
const purchases = fc.constantFrom(
  () => aPurchase().monthly(),
  () => aPurchase().yearly().metered('month').withTrialOf(14),
  () =>
    aPurchase()
      .monthly()
      .bySeats([{ minSeats: 1, maxSeats: 5, pricePerSeat: 5 }]),
);

interface Fields {
  readonly currentPeriodStart: Date;
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly endsAt: Date | null;
  readonly dunningEndsAt: Date | null;
}
const copyOf = (subscription: Subscription): unknown => structuredClone({ ...subscription });

/** What always holds after everything that is due has been done. */
function check(subscription: Subscription, at: Date): void {
  const { status, pausedAt, resumesAt, pauseAtPeriodEnd, endedAt, trialEnd, pendingUpdate, pastDueAt, entitles } = subscription;
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, endsAt, dunningEndsAt } = subscription as unknown as Fields;
  expect(subscription.isDue(at)).toBe(false);
  expect(status === 'canceled').toBe(endedAt !== null);
  if (status === 'canceled') {
    expect([endsAt, entitles, pendingUpdate, resumesAt, pauseAtPeriodEnd]).toEqual([endedAt, false, null, null, false]);
    return;
  }
  expect(status === 'paused').toBe(pausedAt !== null);
  expect(status === 'past_due').toBe(pastDueAt !== null && dunningEndsAt !== null);
  expect(endsAt).toEqual(cancelAtPeriodEnd ? currentPeriodEnd : null);
  if (status === 'trialing') expect(trialEnd).toEqual(currentPeriodEnd);
  if (resumesAt) expect(pauseAtPeriodEnd || status === 'paused').toBe(true);
  if (pauseAtPeriodEnd) expect(cancelAtPeriodEnd).toBe(false);
  if (status === 'paused') return expect([entitles, cancelAtPeriodEnd, pendingUpdate]).toEqual([false, false, null]);
  expect(currentPeriodEnd > at && currentPeriodStart <= at).toBe(true);
  const { currentMeterPeriodStart: start, currentMeterPeriodEnd: end } = subscription;
  if (start && end) expect([start >= currentPeriodStart, end > at, end <= currentPeriodEnd]).toEqual([true, true, true]);
}

test('whatever is done in whatever order, a subscription is consistent, and an error changes nothing', () => {
  fc.assert(
    fc.property(purchases, courses, (purchase, course) => {
      const subscription = purchase().subscription();
      let day = 0;
      for (const [step, days] of course) {
        day += days;
        const at = daysAfterNow(day);
        while (subscription.isDue(at)) subscription.advance(at);
        const before = copyOf(subscription);
        try {
          step(subscription, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(copyOf(subscription)).toEqual(before);
        }
        while (subscription.isDue(at)) subscription.advance(at);
        check(subscription, at);
      }
    }),
    { numRuns: 400 },
  );
});
