import { ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, SILENT } from '../../testing/purchase.builder.ts';
import {
  AboveMaximumSeats,
  AlreadyCanceledSubscription,
  BelowMinimumSeats,
  SubscriptionNotScheduledToCancel,
  InactiveSubscription,
  NotASeatBasedSubscription,
} from './purchase.errors.ts';
import type { Subscription } from './subscription.ts';

const told = (subscription: Subscription): string[] => subscription.pullEvents().map(({ name }) => name);
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

describe('a subscription that starts', () => {
  test('is active, and its first period begins at once', () => {
    const subscription = aPurchase().monthly().costing(999).subscription();
    expect(subscription).toMatchObject({ status: 'active', amount: 999, currency: 'usd', seats: null, entitles: true });
    expect(subscription).toMatchObject({ currentPeriodStart: NOW, currentPeriodEnd: new Date('2026-02-28T12:00:00.000Z') });
    expect(told(subscription)).toEqual(['subscription.created', 'subscription.active']);
  });

  test('with a trial is not active yet, but entitles', () => {
    const subscription = aPurchase().monthly().withTrialOf(14).subscription();
    const trial = { trialStart: NOW, trialEnd: daysAfterNow(14), currentPeriodEnd: daysAfterNow(14) };
    expect(subscription).toMatchObject({ status: 'trialing', entitles: true, ...trial });
    expect(told(subscription)).toEqual(['subscription.created']);
  });

  test('costs nothing where there is no price', () => {
    expect(aPurchase().monthly().withoutPrice().subscription()).toMatchObject({ amount: 0, currency: 'usd', priceIds: [] });
  });

  test('is not made of a product that is bought once', () => {
    expect(() => aPurchase().subscription()).toThrow(ValidationFailed);
  });

  test('without a number of seats is for the least that can be bought', () => {
    expect(aPurchase().monthly().bySeats(TIERS).subscription()).toMatchObject({ seats: 2, amount: 1000 });
  });

  test('takes all seats at the rate of the tier they fall into, or each at its own', () => {
    expect(aPurchase().monthly().bySeats(TIERS).for(12).subscription().amount).toBe(12 * 400);
    const graduated = aPurchase().monthly().bySeats(TIERS, 'graduated').for(12).subscription();
    expect(graduated.amount).toBe(10 * 500 + 2 * 400);
  });

  test('is not for fewer or more seats than are sold, nor for seats where none are', () => {
    expect(() => aPurchase().monthly().bySeats(TIERS).for(1).subscription()).toThrow(BelowMinimumSeats);
    expect(() => aPurchase().monthly().bySeats(TIERS).for(21).subscription()).toThrow(AboveMaximumSeats);
    expect(() => aPurchase().monthly().for(3).subscription()).toThrow(NotASeatBasedSubscription);
  });

  test.each(['volume', 'graduated'] as const)('is not for seats that cost more than an amount can say (%s)', (type) => {
    const tiers = [
      { minSeats: 43, maxSeats: 100, pricePerSeat: 50_000_000 },
      { minSeats: 101, maxSeats: null, pricePerSeat: 21_474_836 },
    ];
    const purchase = () => aPurchase().monthly().bySeats(tiers, type);
    for (const seats of [43, 50, 2_147_483_647]) expect(() => purchase().for(seats).subscription()).toThrow(ValidationFailed);
    expect(() => purchase().subscription()).toThrow(ValidationFailed);
    const most = [{ minSeats: 1, maxSeats: null, pricePerSeat: 1 }];
    expect(aPurchase().monthly().bySeats(most, type).for(2_147_483_647).subscription().amount).toBe(2_147_483_647);
    expect(() => aPurchase().monthly().bySeats(most, type).andCosting(1).for(2_147_483_647).subscription()).toThrow(
      ValidationFailed,
    );
  });
});

describe('time', () => {
  test('brings nothing before the period is over', () => {
    const subscription = running();
    subscription.advance(daysAfterNow(27));
    expect(told(subscription)).toEqual([]);
  });

  test('brings a new period, on the day of the month on which the first one began', () => {
    const subscription = running();
    const ends = ['2026-03-31', '2026-04-30', '2026-05-31'].map((day) => {
      subscription.advance(daysAfterNow(365));
      expect(subscription).toMatchObject({ currentPeriodEnd: new Date(`${day}T12:00:00.000Z`), status: 'active' });
      return told(subscription);
    });
    expect(ends[0]).toEqual(['subscription.updated', 'subscription.cycled']);
  });

  test('makes an active subscription of a trial', () => {
    const subscription = running(aPurchase().monthly().withTrialOf(14));
    subscription.advance(daysAfterNow(14));
    expect(subscription).toMatchObject({ status: 'active', currentPeriodStart: daysAfterNow(14) });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.cycled', 'subscription.active']);
  });

  test('ends at once when it is revoked after it was canceled', () => {
    const subscription = running();
    subscription.cancel(SILENT, NOW);
    subscription.revoke(SILENT, daysAfterNow(3));
    expect(subscription).toMatchObject({
      status: 'canceled',
      endedAt: daysAfterNow(3),
      endsAt: daysAfterNow(3),
      canceledAt: NOW,
    });
  });

  test('ends what was canceled, with the period', () => {
    const subscription = running();
    subscription.cancel(SILENT, NOW);
    subscription.pullEvents();
    subscription.advance(daysAfterNow(30));
    const end = new Date('2026-02-28T12:00:00.000Z');
    expect(subscription).toMatchObject({ status: 'canceled', entitles: false, endedAt: end, endsAt: end, canceledAt: NOW });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.revoked']);
    subscription.advance(daysAfterNow(60));
    expect(told(subscription)).toEqual([]);
  });
});

describe('meters with an interval of their own', () => {
  const periodOf = ({ currentMeterPeriodStart: start, currentMeterPeriodEnd: end }: Subscription) =>
    [start, end].map((date) => date?.toISOString().slice(0, 10));
  const onDay = (day: string) => new Date(`${day}T12:00:00.000Z`);

  test('begin with the period, on its day of the month, and anew within it', () => {
    const subscription = running(aPurchase().yearly().metered('month'));
    expect(periodOf(subscription)).toEqual(['2026-01-31', '2026-02-28']);
    subscription.advance(onDay('2026-02-27'));
    expect(told(subscription)).toEqual([]);
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

  test('end with the period, and begin with the next one, which says so', () => {
    const subscription = running(aPurchase().monthly(2).metered('month'));
    const late = onDay('2026-12-31');
    subscription.advance(late);
    expect([periodOf(subscription), told(subscription).at(-1)]).toEqual([
      ['2026-02-28', '2026-03-31'],
      'subscription.meter_cycled',
    ]);
    subscription.advance(late);
    expect([periodOf(subscription), told(subscription)]).toEqual([
      ['2026-03-31', '2026-04-30'],
      ['subscription.updated', 'subscription.cycled'],
    ]);
    expect(subscription).toMatchObject({ currentPeriodStart: onDay('2026-03-31'), currentPeriodEnd: onDay('2026-05-31') });
  });

  test('end with the trial, and begin with what is paid', () => {
    const short = running(aPurchase().yearly().withTrialOf(14).metered('month'));
    expect(periodOf(short)).toEqual(['2026-01-31', '2026-02-14']);
    short.advance(daysAfterNow(14));
    expect(periodOf(short)).toEqual(['2026-02-14', '2026-03-14']);
    expect(told(short)).toEqual(['subscription.updated', 'subscription.cycled', 'subscription.active']);
    const long = running(aPurchase().yearly().withTrialOf(40).metered('month'));
    expect(periodOf(long)).toEqual(['2026-01-31', '2026-02-28']);
    long.advance(onDay('2026-02-28'));
    expect([periodOf(long), long.status]).toEqual([['2026-02-28', '2026-03-12'], 'trialing']);
  });

  test('go on to the end of what was canceled, and no further', () => {
    const subscription = running(aPurchase().monthly(2).metered('month'));
    subscription.cancel(SILENT, NOW);
    subscription.pullEvents();
    const late = onDay('2026-12-31');
    subscription.advance(late);
    subscription.advance(late);
    expect(told(subscription).at(-1)).toBe('subscription.revoked');
    expect(periodOf(subscription)).toEqual(['2026-02-28', '2026-03-31']);
    expect(subscription.isDue(late)).toBe(false);
  });

  test('without one they go with the period', () => {
    expect(periodOf(running())).toEqual([undefined, undefined]);
  });
});

describe('canceling', () => {
  test('lets the paid period go on, and keeps why', () => {
    const subscription = running();
    subscription.cancel(TOO_EXPENSIVE, daysAfterNow(1));
    expect(subscription).toMatchObject({
      status: 'active',
      entitles: true,
      cancelAtPeriodEnd: true,
      canceledAt: daysAfterNow(1),
    });
    expect(subscription).toMatchObject({ customerCancellationReason: 'too_expensive', customerCancellationComment: 'Sorry.' });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.canceled']);
  });

  test('can be taken back until the end, and only then', () => {
    const subscription = running();
    expect(() => subscription.uncancel(NOW)).toThrow(SubscriptionNotScheduledToCancel);
    subscription.cancel(TOO_EXPENSIVE, NOW);
    subscription.pullEvents();
    subscription.uncancel(NOW);
    expect(subscription).toMatchObject({
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      customerCancellationReason: null,
    });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.uncanceled']);
    subscription.revoke(SILENT, NOW);
    expect(() => subscription.uncancel(NOW)).toThrow(InactiveSubscription);
  });

  test('happens once', () => {
    const subscription = running();
    subscription.cancel(SILENT, NOW);
    expect(() => subscription.cancel(SILENT, NOW)).toThrow(AlreadyCanceledSubscription);
  });
});

describe('revoking', () => {
  test('ends at once', () => {
    const subscription = running();
    subscription.revoke(SILENT, daysAfterNow(3));
    expect(subscription).toMatchObject({
      status: 'canceled',
      entitles: false,
      endedAt: daysAfterNow(3),
      canceledAt: daysAfterNow(3),
    });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked']);
    expect(() => subscription.revoke(SILENT, NOW)).toThrow(AlreadyCanceledSubscription);
  });

  test('is possible when it was to end with the period, and keeps why', () => {
    const subscription = running();
    subscription.cancel(TOO_EXPENSIVE, NOW);
    subscription.pullEvents();
    subscription.revoke(SILENT, daysAfterNow(1));
    expect(subscription).toMatchObject({ customerCancellationReason: 'too_expensive', canceledAt: NOW });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.revoked']);
  });
});

describe('a subscription that is past due', () => {
  test('entitles until the days of grace are over', () => {
    const subscription = running();
    subscription.fallPastDue(3, NOW);
    expect(subscription).toMatchObject({ status: 'past_due', pastDueAt: NOW, entitles: true });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.past_due']);
    subscription.advance(daysAfterNow(2));
    expect(subscription.entitles).toBe(true);
    subscription.advance(daysAfterNow(3));
    expect(subscription.entitles).toBe(false);
    const [updated] = subscription.pullEvents();
    expect(updated).toMatchObject({ name: 'subscription.updated', payload: { changed: ['grace_over'] } });
  });

  test('entitles no more where there is no grace', () => {
    const subscription = running();
    subscription.fallPastDue(0, NOW);
    expect(subscription.entitles).toBe(false);
  });

  test('is said once', () => {
    const subscription = running();
    subscription.fallPastDue(3, NOW);
    subscription.pullEvents();
    subscription.fallPastDue(3, daysAfterNow(2));
    expect([subscription.pastDueAt, told(subscription)]).toEqual([NOW, []]);
  });

  test('entitles again once it is paid', () => {
    const subscription = running();
    subscription.recover(NOW);
    expect(told(subscription)).toEqual([]);
    subscription.fallPastDue(0, NOW);
    subscription.pullEvents();
    subscription.recover(daysAfterNow(1));
    expect(subscription).toMatchObject({ status: 'active', pastDueAt: null, entitles: true });
    expect(told(subscription)).toEqual(['subscription.updated', 'subscription.active']);
  });

  test('cannot be what has ended', () => {
    const subscription = running();
    subscription.revoke(SILENT, NOW);
    expect(() => subscription.fallPastDue(0, NOW)).toThrow(InactiveSubscription);
    expect(() => subscription.recover(NOW)).toThrow(InactiveSubscription);
  });
});
