import fc from 'fast-check';
import { DomainError } from '#kernel';
import { aPurchase, daysAfterNow } from '../../testing/purchase.builder.ts';
import { NO_REASON } from './cancellation.ts';
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
  fc.integer({ min: 0, max: 10 }).map(
    (seats): Step =>
      (subscription, at) =>
        subscription.scheduleSeats(seats, at),
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

/** Does everything that is due, as the jobs do. Three seats are assigned. */
function catchUp(subscription: Subscription, at: Date, revision: number): void {
  while (subscription.isDue(at) || subscription.seatsDue(at) !== undefined) {
    const scheduled = subscription.seatsDue(at);
    if (scheduled === undefined) subscription.advance(at);
    else if (!subscription.dropSeatsThatDoNotFit(3, at)) {
      subscription.settleSeats({ seats: Math.max(3, scheduled), revision }, subscription.pendingUpdate?.offer?.prices ?? [], at);
    }
  }
}

const copyOf = (subscription: Subscription): unknown => structuredClone(subscription.snapshot);

/** What has to hold after everything that is due has been done, by name. */
function rulesOf(subscription: Subscription, at: Date): { readonly [rule: string]: boolean } {
  const { status, pausedAt, resumesAt, pauseAtPeriodEnd, endedAt, trialEnd, pendingUpdate, pastDueAt, ...state } =
    subscription.snapshot;
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, endsAt, dunningEndsAt } = state;
  const { currentMeterPeriodStart: meterStart, currentMeterPeriodEnd: meterEnd } = state;
  const { entitles } = subscription;
  const isNothingPlanned = pendingUpdate === null && !pauseAtPeriodEnd;
  const hasEnded = status === 'canceled';
  const isPaused = status === 'paused';
  return {
    'nothing is due': !subscription.isDue(at) && subscription.seatsDue(at) === undefined,
    'an end has a time': hasEnded === (endedAt !== null),
    'the end is the planned one': !hasEnded || endsAt?.getTime() === endedAt?.getTime(),
    'nothing is planned after the end': !hasEnded || (isNothingPlanned && resumesAt === null && !entitles),
    'a pause has a start': hasEnded || isPaused === (pausedAt !== null),
    'nothing is planned during a pause, and it brings no benefits':
      !isPaused || (isNothingPlanned && !cancelAtPeriodEnd && !entitles),
    'only a pause is resumed': resumesAt === null || pauseAtPeriodEnd || isPaused,
    'a cancellation and a pause exclude each other': !(pauseAtPeriodEnd && cancelAtPeriodEnd),
    'what is past due has an end': hasEnded || (status === 'past_due') === (pastDueAt !== null && dunningEndsAt !== null),
    'a canceled subscription ends with its period':
      hasEnded || endsAt?.getTime() === (cancelAtPeriodEnd ? currentPeriodEnd.getTime() : undefined),
    'a trial is a period': status !== 'trialing' || trialEnd?.getTime() === currentPeriodEnd.getTime(),
    'now is in the period': hasEnded || isPaused || (currentPeriodStart <= at && at < currentPeriodEnd),
    'now is in a meter period within the period':
      hasEnded || isPaused || !meterEnd || (meterStart! >= currentPeriodStart && at < meterEnd && meterEnd <= currentPeriodEnd),
  };
}

const brokenRules = (subscription: Subscription, at: Date): string[] =>
  Object.entries(rulesOf(subscription, at)).flatMap(([rule, holds]) => (holds ? [] : rule));

/** Returns false if the step was rejected. */
function isAccepted(step: Step, subscription: Subscription, at: Date): boolean {
  try {
    step(subscription, at);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}

test('whatever is done in whatever order, a subscription is consistent, and an error changes nothing', () => {
  fc.assert(
    fc.property(purchases, courses, (purchase, course) => {
      const subscription = purchase().subscription();
      let day = 0;
      for (const [index, [step, days]] of course.entries()) {
        day += days;
        const at = daysAfterNow(day);
        catchUp(subscription, at, 2 * index + 1);
        const before = copyOf(subscription);
        const unchanged = isAccepted(step, subscription, at) ? copyOf(subscription) : before;
        expect(copyOf(subscription)).toEqual(unchanged);
        catchUp(subscription, at, 2 * index + 2);
        expect(brokenRules(subscription, at)).toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
});
