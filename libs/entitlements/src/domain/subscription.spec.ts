import { ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, shown } from '../../testing/purchase.builder.ts';
import { NO_REASON } from './cancellation.ts';
import {
  AboveMaximumSeats,
  AlreadyCanceledSubscription,
  BelowMinimumSeats,
  SubscriptionNotScheduledToCancel,
  InactiveSubscription,
  NotASeatBasedSubscription,
} from './purchase.errors.ts';
import type { Subscription } from './subscription.ts';

const eventNames = (subscription: Subscription): string[] => subscription.pullEvents().map(({ name }) => name);
const TOO_EXPENSIVE = { reason: 'too_expensive', comment: 'Sorry.' };
const TIERS = [
  { minSeats: 2, maxSeats: 10, pricePerSeat: 500 },
  { minSeats: 11, maxSeats: 20, pricePerSeat: 400 },
];

/** As the repository loads it: without recorded events. */
function running(purchase = aPurchase().monthly()): Subscription {
  const subscription = purchase.subscription();
  subscription.pullEvents();
  return subscription;
}

describe('a new subscription', () => {
  test('is active, and its first period starts immediately', () => {
    const subscription = aPurchase().monthly().costing(999).subscription();
    expect(shown(subscription)).toMatchObject({ status: 'active', amount: 999, currency: 'usd', seats: null, entitles: true });
    expect(shown(subscription)).toMatchObject({
      currentPeriodStart: NOW,
      currentPeriodEnd: new Date('2026-02-28T12:00:00.000Z'),
    });
    expect(eventNames(subscription)).toEqual(['subscription.created', 'subscription.active']);
  });

  test('with a trial is trialing, and entitles', () => {
    const subscription = aPurchase().monthly().withTrialOf(14).subscription();
    const trial = { trialStart: NOW, trialEnd: daysAfterNow(14), currentPeriodEnd: daysAfterNow(14) };
    expect(shown(subscription)).toMatchObject({ status: 'trialing', entitles: true, ...trial });
    expect(eventNames(subscription)).toEqual(['subscription.created']);
  });

  test('has the amount 0 without a price', () => {
    expect(shown(aPurchase().monthly().withoutPrice().subscription())).toMatchObject({
      amount: 0,
      currency: 'usd',
      priceIds: [],
    });
  });

  test('cannot be created for a one-time product', () => {
    expect(() => aPurchase().subscription()).toThrow(ValidationFailed);
  });

  test('has the minimum number of seats by default', () => {
    expect(shown(aPurchase().monthly().bySeats(TIERS).subscription())).toMatchObject({ seats: 2, amount: 1000 });
  });

  test('has an amount by volume or graduated tiers', () => {
    expect(aPurchase().monthly().bySeats(TIERS).for(12).subscription().snapshot.amount).toBe(12 * 400);
    const graduated = aPurchase().monthly().bySeats(TIERS, 'graduated').for(12).subscription();
    expect(graduated.snapshot.amount).toBe(10 * 500 + 2 * 400);
  });

  test('rejects a number of seats out of range or for a product without seats', () => {
    expect(() => aPurchase().monthly().bySeats(TIERS).for(1).subscription()).toThrow(BelowMinimumSeats);
    expect(() => aPurchase().monthly().bySeats(TIERS).for(21).subscription()).toThrow(AboveMaximumSeats);
    expect(() => aPurchase().monthly().for(3).subscription()).toThrow(NotASeatBasedSubscription);
  });

  test.each(['volume', 'graduated'] as const)('rejects seats whose amount exceeds the maximum (%s)', (type) => {
    const tiers = [
      { minSeats: 43, maxSeats: 100, pricePerSeat: 50_000_000 },
      { minSeats: 101, maxSeats: null, pricePerSeat: 21_474_836 },
    ];
    const purchase = () => aPurchase().monthly().bySeats(tiers, type);
    for (const seats of [43, 50, 2_147_483_647]) expect(() => purchase().for(seats).subscription()).toThrow(ValidationFailed);
    expect(() => purchase().subscription()).toThrow(ValidationFailed);
    const most = [{ minSeats: 1, maxSeats: null, pricePerSeat: 1 }];
    expect(aPurchase().monthly().bySeats(most, type).for(2_147_483_647).subscription().snapshot.amount).toBe(2_147_483_647);
    expect(() => aPurchase().monthly().bySeats(most, type).andCosting(1).for(2_147_483_647).subscription()).toThrow(
      ValidationFailed,
    );
  });
});

describe('advancing', () => {
  test('changes nothing before the period ends', () => {
    const subscription = running();
    subscription.advance(daysAfterNow(27));
    expect(eventNames(subscription)).toEqual([]);
  });

  test('starts a new period on the anchor day of the month', () => {
    const subscription = running();
    const ends = ['2026-03-31', '2026-04-30', '2026-05-31'].map((day) => {
      subscription.advance(daysAfterNow(365));
      expect(shown(subscription)).toMatchObject({ currentPeriodEnd: new Date(`${day}T12:00:00.000Z`), status: 'active' });
      return eventNames(subscription);
    });
    expect(ends[0]).toEqual(['subscription.updated', 'subscription.cycled']);
  });

  test('makes a subscription active after its trial', () => {
    const subscription = running(aPurchase().monthly().withTrialOf(14));
    subscription.advance(daysAfterNow(14));
    expect(shown(subscription)).toMatchObject({ status: 'active', currentPeriodStart: daysAfterNow(14) });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.cycled', 'subscription.active']);
  });

  test('ends at once when it is revoked after it was canceled', () => {
    const subscription = running();
    subscription.cancel(NO_REASON, NOW);
    subscription.revoke(NO_REASON, daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({
      status: 'canceled',
      endedAt: daysAfterNow(3),
      endsAt: daysAfterNow(3),
      canceledAt: NOW,
    });
  });

  test('ends a canceled subscription with its period', () => {
    const subscription = running();
    subscription.cancel(NO_REASON, NOW);
    subscription.pullEvents();
    subscription.advance(daysAfterNow(30));
    const end = new Date('2026-02-28T12:00:00.000Z');
    expect(shown(subscription)).toMatchObject({
      status: 'canceled',
      entitles: false,
      endedAt: end,
      endsAt: end,
      canceledAt: NOW,
    });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.revoked']);
    subscription.advance(daysAfterNow(60));
    expect(eventNames(subscription)).toEqual([]);
  });
});

describe('meter periods', () => {
  const periodOf = ({ snapshot }: Subscription) =>
    [snapshot.currentMeterPeriodStart, snapshot.currentMeterPeriodEnd].map((date) => date?.toISOString().slice(0, 10));
  const onDay = (day: string) => new Date(`${day}T12:00:00.000Z`);

  test('start with the billing period, on its day of the month, and repeat within it', () => {
    const subscription = running(aPurchase().yearly().metered('month'));
    expect(periodOf(subscription)).toEqual(['2026-01-31', '2026-02-28']);
    subscription.advance(onDay('2026-02-27'));
    expect(eventNames(subscription)).toEqual([]);
    for (const [day, end] of [
      ['2026-02-28', '2026-03-31'],
      ['2026-03-31', '2026-04-30'],
    ] as const) {
      subscription.advance(onDay(day));
      expect(periodOf(subscription)).toEqual([day, end]);
      const [updated, cycled, ...others] = subscription.pullEvents();
      const changed = ['current_meter_period_start', 'current_meter_period_end'];
      expect(updated).toMatchObject({ name: 'subscription.updated', payload: { changed } });
      const payload = { current_meter_period_start: onDay(day).toISOString() };
      expect(cycled).toMatchObject({ name: 'subscription.meter_cycled', payload });
      expect(others).toEqual([]);
    }
  });

  test('end with the billing period and start with the next one, which is recorded', () => {
    const subscription = running(aPurchase().monthly(2).metered('month'));
    const late = onDay('2026-12-31');
    subscription.advance(late);
    expect([periodOf(subscription), eventNames(subscription).at(-1)]).toEqual([
      ['2026-02-28', '2026-03-31'],
      'subscription.meter_cycled',
    ]);
    subscription.advance(late);
    expect([periodOf(subscription), eventNames(subscription)]).toEqual([
      ['2026-03-31', '2026-04-30'],
      ['subscription.updated', 'subscription.cycled'],
    ]);
    expect(shown(subscription)).toMatchObject({ currentPeriodStart: onDay('2026-03-31'), currentPeriodEnd: onDay('2026-05-31') });
  });

  test('end with the trial and start with the first paid period', () => {
    const short = running(aPurchase().yearly().withTrialOf(14).metered('month'));
    expect(periodOf(short)).toEqual(['2026-01-31', '2026-02-14']);
    short.advance(daysAfterNow(14));
    expect(periodOf(short)).toEqual(['2026-02-14', '2026-03-14']);
    expect(eventNames(short)).toEqual(['subscription.updated', 'subscription.cycled', 'subscription.active']);
    const long = running(aPurchase().yearly().withTrialOf(40).metered('month'));
    expect(periodOf(long)).toEqual(['2026-01-31', '2026-02-28']);
    long.advance(onDay('2026-02-28'));
    expect([periodOf(long), long.status]).toEqual([['2026-02-28', '2026-03-12'], 'trialing']);
  });

  test('continue until a canceled subscription ends', () => {
    const subscription = running(aPurchase().monthly(2).metered('month'));
    subscription.cancel(NO_REASON, NOW);
    subscription.pullEvents();
    const late = onDay('2026-12-31');
    subscription.advance(late);
    subscription.advance(late);
    expect(eventNames(subscription).at(-1)).toBe('subscription.revoked');
    expect(periodOf(subscription)).toEqual(['2026-02-28', '2026-03-31']);
    expect(subscription.isDue(late)).toBe(false);
  });

  test('without an interval equal the billing period', () => {
    expect(periodOf(running())).toEqual([undefined, undefined]);
  });
});

describe('canceling', () => {
  test('keeps the paid period and stores the reason', () => {
    const subscription = running();
    subscription.cancel(TOO_EXPENSIVE, daysAfterNow(1));
    expect(shown(subscription)).toMatchObject({
      status: 'active',
      entitles: true,
      cancelAtPeriodEnd: true,
      canceledAt: daysAfterNow(1),
    });
    expect(shown(subscription)).toMatchObject({
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Sorry.',
    });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.canceled']);
  });

  test('can be undone until the subscription ends', () => {
    const subscription = running();
    expect(() => subscription.uncancel(NOW)).toThrow(SubscriptionNotScheduledToCancel);
    subscription.cancel(TOO_EXPENSIVE, NOW);
    subscription.pullEvents();
    subscription.uncancel(NOW);
    expect(shown(subscription)).toMatchObject({
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      customerCancellationReason: null,
    });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.uncanceled']);
    subscription.revoke(NO_REASON, NOW);
    expect(() => subscription.uncancel(NOW)).toThrow(InactiveSubscription);
  });

  test('is rejected the second time', () => {
    const subscription = running();
    subscription.cancel(NO_REASON, NOW);
    expect(() => subscription.cancel(NO_REASON, NOW)).toThrow(AlreadyCanceledSubscription);
  });
});

describe('revoking', () => {
  test('ends the subscription immediately', () => {
    const subscription = running();
    subscription.revoke(NO_REASON, daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({
      status: 'canceled',
      entitles: false,
      endedAt: daysAfterNow(3),
      canceledAt: daysAfterNow(3),
    });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked']);
    expect(() => subscription.revoke(NO_REASON, NOW)).toThrow(AlreadyCanceledSubscription);
  });

  test('is possible after a cancellation and keeps its reason', () => {
    const subscription = running();
    subscription.cancel(TOO_EXPENSIVE, NOW);
    subscription.pullEvents();
    subscription.revoke(NO_REASON, daysAfterNow(1));
    expect(shown(subscription)).toMatchObject({ customerCancellationReason: 'too_expensive', canceledAt: NOW });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.revoked']);
  });
});

describe('a subscription that is past due', () => {
  test('entitles until the grace period ends', () => {
    const subscription = running();
    subscription.fallPastDue({ graceDays: 3, dunningDays: 30 }, NOW);
    expect(shown(subscription)).toMatchObject({ status: 'past_due', pastDueAt: NOW, entitles: true });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.past_due']);
    subscription.advance(daysAfterNow(2));
    expect(subscription.entitles).toBe(true);
    subscription.advance(daysAfterNow(3));
    expect(subscription.entitles).toBe(false);
    const [updated] = subscription.pullEvents();
    expect(updated).toMatchObject({ name: 'subscription.updated', payload: { changed: ['grace_over'] } });
  });

  test('does not entitle without a grace period', () => {
    const subscription = running();
    subscription.fallPastDue({ graceDays: 0, dunningDays: 30 }, NOW);
    expect(subscription.entitles).toBe(false);
  });

  test('is recorded once', () => {
    const subscription = running();
    subscription.fallPastDue({ graceDays: 3, dunningDays: 30 }, NOW);
    subscription.pullEvents();
    subscription.fallPastDue({ graceDays: 3, dunningDays: 30 }, daysAfterNow(2));
    expect([subscription.snapshot.pastDueAt, eventNames(subscription)]).toEqual([NOW, []]);
  });

  test('entitles again after it is paid', () => {
    const subscription = running();
    subscription.recover(NOW);
    expect(eventNames(subscription)).toEqual([]);
    subscription.fallPastDue({ graceDays: 0, dunningDays: 30 }, NOW);
    subscription.pullEvents();
    subscription.recover(daysAfterNow(1));
    expect(shown(subscription)).toMatchObject({ status: 'active', pastDueAt: null, entitles: true });
    expect(eventNames(subscription)).toEqual(['subscription.updated', 'subscription.active']);
  });

  test('cannot be one that has ended', () => {
    const subscription = running();
    subscription.revoke(NO_REASON, NOW);
    expect(() => subscription.fallPastDue({ graceDays: 0, dunningDays: 30 }, NOW)).toThrow(InactiveSubscription);
    expect(() => subscription.recover(NOW)).toThrow(InactiveSubscription);
  });
});
