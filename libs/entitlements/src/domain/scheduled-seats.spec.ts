import { aPurchase, daysAfterNow, NOW, shown } from '../../testing/purchase.builder.ts';
import { NO_REASON } from './cancellation.ts';
import { AlreadyCanceledSubscription, BelowMinimumSeats, NotASeatBasedSubscription } from './purchase.errors.ts';
import type { Subscription } from './subscription.ts';

const PERIOD_END = new Date('2026-02-28T12:00:00.000Z');
const seatBased = () =>
  aPurchase()
    .monthly()
    .bySeats([{ minSeats: 2, maxSeats: 20, pricePerSeat: 100 }]);
const small = aPurchase()
  .monthly()
  .bySeats([{ minSeats: 1, maxSeats: 5, pricePerSeat: 80 }])
  .offered();

/** As the repository loads it: with ten seats and without recorded events. */
function running(purchase = seatBased().for(10)): Subscription {
  const subscription = purchase.subscription();
  subscription.pullEvents();
  return subscription;
}
const pricesOf = () => seatBased().offered().prices;
const namesOf = (subscription: Subscription): string[] => subscription.pullEvents().map(({ name }) => name);

describe('seats that are scheduled', () => {
  test('are due at the end of the period, and the next one begins when the pool has decided', () => {
    const subscription = running();
    subscription.scheduleSeats(4, NOW);
    expect(shown(subscription)).toMatchObject({
      seats: 10,
      amount: 1000,
      pendingUpdate: { seats: 4, createdAt: NOW.toISOString() },
    });
    expect([subscription.seatsDue(daysAfterNow(27)), subscription.seatsDue(PERIOD_END)]).toEqual([undefined, 4]);
    subscription.pullEvents();
    subscription.advance(PERIOD_END);
    expect(namesOf(subscription)).toEqual([]);
    subscription.settleSeats({ seats: 7, revision: 1 }, pricesOf(), PERIOD_END);
    expect(shown(subscription)).toMatchObject({ seats: 7, amount: 700, pendingUpdate: null, currentPeriodStart: PERIOD_END });
    const events = subscription.pullEvents();
    expect(events.find(({ name }) => name === 'subscription.seats_updated')).toMatchObject({
      payload: { old_seats: 10, new_seats: 7, proration_behavior: 'next_period' },
    });
    expect(events.at(-1)!.name).toBe('subscription.cycled');
  });

  test('go with the product that is scheduled, whichever of the two is scheduled first', () => {
    const schedules = [
      (each: Subscription) => each.scheduleSeats(4, NOW),
      (each: Subscription) => each.changeProduct(small, 'next_period', NOW),
    ];
    const subscription = running();
    schedules[0]!(subscription);
    schedules[1]!(subscription);
    expect(subscription.pendingUpdate).toMatchObject({ seats: 4, offer: { productId: small.productId } });
    expect(() => subscription.scheduleSeats(0, NOW)).toThrow(BelowMinimumSeats);
    subscription.settleSeats({ seats: 4, revision: 1 }, small.prices, PERIOD_END);
    expect(shown(subscription)).toMatchObject({ productId: small.productId, seats: 4, amount: 320, pendingUpdate: null });
  });

  test('are dropped with the product if more seats are assigned than it is sold with', () => {
    const subscription = running();
    subscription.scheduleSeats(4, NOW);
    subscription.changeProduct(small, 'next_period', NOW);
    const { productId } = subscription;
    expect(subscription.dropSeatsThatDoNotFit(5, PERIOD_END)).toBe(false);
    subscription.pullEvents();
    expect(subscription.dropSeatsThatDoNotFit(6, PERIOD_END)).toBe(true);
    expect(shown(subscription)).toMatchObject({ productId, seats: 10, amount: 1000, pendingUpdate: null });
    expect(shown(subscription)).toMatchObject({ currentPeriodStart: PERIOD_END });
    expect(namesOf(subscription)).toContain('subscription.update_cleared');
  });

  test('are withdrawn by the current number, by null, and by seats that are bought at once', () => {
    for (const withdraw of [
      (each: Subscription) => each.scheduleSeats(10, NOW),
      (each: Subscription) => each.discardPendingUpdate(NOW),
      (each: Subscription) => each.requestSeats('invoice', NOW),
    ]) {
      const subscription = running();
      subscription.scheduleSeats(4, NOW);
      subscription.pullEvents();
      withdraw(subscription);
      expect(subscription.pendingUpdate).toBeNull();
      expect(namesOf(subscription)).toEqual(['subscription.updated', 'subscription.update_cleared']);
    }
  });

  test('apply after a trial that ends at once, and before a pause', () => {
    const onTrial = running(seatBased().for(10).withTrialOf(14));
    onTrial.scheduleSeats(4, NOW);
    onTrial.endTrial(daysAfterNow(1));
    expect(onTrial.status).toBe('trialing');
    onTrial.settleSeats({ seats: 4, revision: 1 }, pricesOf(), daysAfterNow(1));
    expect(shown(onTrial)).toMatchObject({ status: 'active', seats: 4, currentPeriodStart: daysAfterNow(1) });

    const pausing = running();
    pausing.scheduleSeats(4, NOW);
    pausing.schedulePause(null, NOW);
    pausing.settleSeats({ seats: 4, revision: 1 }, pricesOf(), PERIOD_END);
    expect(pausing).toMatchObject({ status: 'paused', seats: 4, pendingUpdate: null });
  });

  test('are not due when the subscription ends with the period, and are not accepted then', () => {
    const subscription = running();
    subscription.scheduleSeats(4, NOW);
    subscription.cancel(NO_REASON, NOW);
    expect(() => subscription.scheduleSeats(3, NOW)).toThrow(AlreadyCanceledSubscription);
    expect(() => subscription.requestSeats('invoice', NOW)).toThrow(AlreadyCanceledSubscription);
    subscription.advance(PERIOD_END);
    expect(shown(subscription)).toMatchObject({ status: 'canceled', seats: 10, pendingUpdate: null });
    expect(() => running(aPurchase().monthly()).scheduleSeats(3, NOW)).toThrow(NotASeatBasedSubscription);
  });
});

describe('seats that are bought at once', () => {
  test('begin a period if they reset it, except during a trial', () => {
    const [subscription, onTrial] = [running(), running(seatBased().for(10).withTrialOf(14))];
    for (const each of [subscription, onTrial]) {
      each.requestSeats('reset', daysAfterNow(3));
      each.syncSeats({ seats: 12, revision: 1 }, pricesOf(), daysAfterNow(3));
    }
    expect(shown(subscription)).toMatchObject({ seats: 12, currentPeriodStart: daysAfterNow(3) });
    expect(namesOf(subscription)).toEqual(['subscription.updated', 'subscription.seats_updated', 'subscription.cycled']);
    expect(shown(onTrial)).toMatchObject({ seats: 12, currentPeriodStart: NOW });
  });
});
