import { ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, type PurchaseBuilder, shown } from '../../testing/purchase.builder.ts';
import { NO_REASON } from './cancellation.ts';
import {
  AlreadyCanceledSubscription,
  BelowMinimumSeats,
  CannotPauseSubscription,
  InactiveSubscription,
  NoScheduledPause,
  NotPausedSubscription,
} from './purchase.errors.ts';
import type { Subscription } from './subscription.ts';

const TIERS = [{ minSeats: 5, maxSeats: 50, pricePerSeat: 100 }];
const LENIENCY = { graceDays: 3, dunningDays: 30 };
const PERIOD_END = new Date('2026-02-28T12:00:00.000Z');

/** As the repository loads it: without recorded events. */
function running(purchase = aPurchase().monthly()): Subscription {
  const subscription = purchase.subscription();
  subscription.pullEvents();
  return subscription;
}

const namesOf = (subscription: Subscription): string[] => subscription.pullEvents().map(({ name }) => name);
const pro = (purchase: PurchaseBuilder = aPurchase().monthly().costing(5000)) => purchase.offered();

/** Subscriptions that accept no change of what is bought. */
function unchangeable(): [Subscription, typeof AlreadyCanceledSubscription][] {
  const [ended, canceled, paused] = [running(), running(), running()];
  ended.revoke(NO_REASON, NOW);
  canceled.cancel(NO_REASON, NOW);
  paused.schedulePause(null, NOW);
  paused.advance(PERIOD_END);
  return [
    [ended, AlreadyCanceledSubscription],
    [canceled, AlreadyCanceledSubscription],
    [paused, InactiveSubscription],
  ];
}

describe('changing the product', () => {
  test('takes over its prices at once, within the period', () => {
    const subscription = running();
    const { productId: before } = subscription;
    subscription.changeProduct(pro(), 'now', daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({ amount: 5000, currentPeriodStart: NOW, currentPeriodEnd: PERIOD_END });
    const [exchanged, updated, ...others] = subscription.pullEvents();
    const [old_product_id, new_product_id] = [before, subscription.productId];
    expect(exchanged).toMatchObject({ name: 'subscription.product_updated', payload: { old_product_id, new_product_id } });
    expect(updated).toMatchObject({ payload: { changed: ['product_id', 'price_ids', 'amount'] } });
    expect(others).toEqual([]);
  });

  test.each([
    ['to another interval', aPurchase().yearly(), 'now', '2027-02-03'],
    ['with a restart', aPurchase().monthly(), 'restart', '2026-03-03'],
  ] as const)('%s begins a period', (_how, purchase, when, end) => {
    const subscription = running();
    subscription.changeProduct(purchase.offered(), when, daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({
      currentPeriodStart: daysAfterNow(3),
      currentPeriodEnd: new Date(`${end}T12:00:00.000Z`),
    });
    expect(namesOf(subscription)).toEqual(['subscription.product_updated', 'subscription.updated', 'subscription.cycled']);
  });

  test('keeps a trial', () => {
    const subscription = running(aPurchase().monthly().withTrialOf(14));
    subscription.changeProduct(aPurchase().yearly().offered(), 'restart', daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({
      status: 'trialing',
      currentPeriodEnd: daysAfterNow(14),
      recurringInterval: 'year',
    });
    subscription.advance(daysAfterNow(14));
    expect(shown(subscription)).toMatchObject({ status: 'active', currentPeriodEnd: new Date('2027-02-14T12:00:00.000Z') });
  });

  test('with the next period waits until then, and can be discarded', () => {
    const subscription = running();
    const { productId } = subscription;
    const offer = pro();
    subscription.changeProduct(offer, 'next_period', NOW);
    expect(shown(subscription)).toMatchObject({ productId, pendingUpdate: { offer, createdAt: NOW.toISOString() } });
    subscription.discardPendingUpdate(NOW);
    expect(subscription.pendingUpdate).toBeNull();
    subscription.changeProduct(offer, 'next_period', NOW);
    subscription.pullEvents();
    subscription.advance(PERIOD_END);
    expect(shown(subscription)).toMatchObject({ productId: offer.productId, amount: 5000, pendingUpdate: null });
    expect(namesOf(subscription)).toEqual(['subscription.product_updated', 'subscription.updated', 'subscription.cycled']);
  });

  test('replaces a pending update; choosing the current product discards it', () => {
    const current = aPurchase().monthly();
    const subscription = running(current);
    for (const when of ['now', 'next_period'] as const) {
      subscription.changeProduct(pro(), 'next_period', NOW);
      subscription.changeProduct(current.offered(), when, NOW);
      expect(shown(subscription)).toMatchObject({ productId: current.offered().productId, pendingUpdate: null });
    }
  });

  test('keeps the seats, and buys the fewest of a product that is the first one sold by seats', () => {
    const team = () => aPurchase().monthly().bySeats(TIERS);
    const subscription = running();
    subscription.changeProduct(team().offered(), 'now', NOW);
    expect(shown(subscription)).toMatchObject({ seats: 5, amount: 500 });
    expect(() => subscription.changeProduct(pro(), 'now', NOW)).toThrow(ValidationFailed);
    const few = running(
      aPurchase()
        .monthly()
        .bySeats([{ minSeats: 1, maxSeats: 9, pricePerSeat: 1 }]),
    );
    expect(() => few.changeProduct(team().offered(), 'now', NOW)).toThrow(BelowMinimumSeats);
  });

  test('drops a pending update that the number of seats does not fit any more', () => {
    const purchase = aPurchase()
      .monthly()
      .bySeats([{ minSeats: 1, maxSeats: 99, pricePerSeat: 1 }])
      .for(9);
    const subscription = running(purchase);
    subscription.changeProduct(aPurchase().monthly().bySeats(TIERS).offered(), 'next_period', NOW);
    subscription.syncSeats({ seats: 2, revision: 1 }, purchase.offered().prices, NOW);
    subscription.advance(PERIOD_END);
    expect(shown(subscription)).toMatchObject({
      seats: 2,
      amount: 2,
      productId: purchase.offered().productId,
      pendingUpdate: null,
    });
  });

  test('is rejected for a one-time product, and for a subscription that is not live', () => {
    expect(() => running().changeProduct(aPurchase().offered(), 'now', NOW)).toThrow(ValidationFailed);
    for (const [subscription, error] of unchangeable()) {
      expect(() => subscription.changeProduct(pro(), 'now', NOW)).toThrow(error);
    }
  });

  test('resets the meter periods if their length changes', () => {
    const subscription = running(aPurchase().yearly());
    subscription.changeProduct(aPurchase().yearly().metered('month').offered(), 'now', daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({
      currentMeterPeriodStart: daysAfterNow(3),
      currentMeterPeriodEnd: new Date('2026-03-31T12:00:00.000Z'),
    });
    subscription.changeProduct(aPurchase().yearly().offered(), 'now', daysAfterNow(4));
    expect(shown(subscription)).toMatchObject({ currentMeterPeriodStart: null, currentMeterPeriodEnd: null });
  });
});

describe('pausing', () => {
  test('begins with the end of the period, and ends when it is resumed, with a new period', () => {
    const subscription = running();
    subscription.schedulePause(null, NOW);
    expect(shown(subscription)).toMatchObject({ status: 'active', pauseAtPeriodEnd: true, entitles: true });
    subscription.pullEvents();
    subscription.advance(daysAfterNow(60));
    expect(shown(subscription)).toMatchObject({
      status: 'paused',
      pauseAtPeriodEnd: false,
      pausedAt: PERIOD_END,
      entitles: false,
    });
    expect(namesOf(subscription)).toEqual(['subscription.updated', 'subscription.paused']);
    expect(subscription.isDue(daysAfterNow(999))).toBe(false);
    subscription.resume(daysAfterNow(70));
    expect(shown(subscription)).toMatchObject({
      status: 'active',
      pausedAt: null,
      currentPeriodStart: daysAfterNow(70),
      currentPeriodEnd: new Date('2026-05-11T12:00:00.000Z'),
    });
    expect(namesOf(subscription)).toEqual(['subscription.updated', 'subscription.resumed', 'subscription.cycled']);
  });

  test('ends by itself at the time that was set', () => {
    const subscription = running();
    subscription.schedulePause(daysAfterNow(40), NOW);
    subscription.advance(daysAfterNow(41));
    expect(shown(subscription)).toMatchObject({ status: 'paused', resumesAt: daysAfterNow(40) });
    subscription.advance(daysAfterNow(41));
    expect(shown(subscription)).toMatchObject({ status: 'active', resumesAt: null, currentPeriodStart: daysAfterNow(40) });
  });

  test('can be withdrawn before it begins, and gives way to a cancellation', () => {
    const subscription = running();
    expect(() => subscription.unschedulePause(NOW)).toThrow(NoScheduledPause);
    subscription.schedulePause(daysAfterNow(40), NOW);
    subscription.unschedulePause(NOW);
    expect(shown(subscription)).toMatchObject({ pauseAtPeriodEnd: false, resumesAt: null });
    subscription.schedulePause(daysAfterNow(40), NOW);
    subscription.cancel(NO_REASON, NOW);
    expect(shown(subscription)).toMatchObject({ pauseAtPeriodEnd: false, resumesAt: null, cancelAtPeriodEnd: true });
  });

  test('is rejected for a subscription that is not active, and for an end within the period', () => {
    const late = running();
    late.fallPastDue(LENIENCY, NOW);
    expect(() => late.schedulePause(null, NOW)).toThrow(CannotPauseSubscription);
    expect(() => running().schedulePause(PERIOD_END, NOW)).toThrow(ValidationFailed);
    expect(() => running().resume(NOW)).toThrow(NotPausedSubscription);
    for (const [each] of unchangeable().slice(0, 2))
      expect(() => each.schedulePause(null, NOW)).toThrow(AlreadyCanceledSubscription);
  });

  test('a subscription that is canceled during a pause ends at once, with the reason', () => {
    const [, , [subscription]] = unchangeable() as [unknown, unknown, [Subscription]];
    subscription.pullEvents();
    const at = daysAfterNow(45);
    subscription.cancel({ reason: 'unused', comment: null }, at);
    expect(shown(subscription)).toMatchObject({
      status: 'canceled',
      endedAt: at,
      customerCancellationReason: 'unused',
      entitles: false,
    });
    expect(namesOf(subscription)).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked']);
    expect(() => subscription.cancel(NO_REASON, at)).toThrow(AlreadyCanceledSubscription);
  });

  test('waits while the subscription is past due', () => {
    const subscription = running();
    subscription.schedulePause(null, NOW);
    subscription.fallPastDue(LENIENCY, daysAfterNow(20));
    subscription.advance(PERIOD_END);
    expect(shown(subscription)).toMatchObject({ status: 'past_due', pauseAtPeriodEnd: true });
    subscription.recover(PERIOD_END);
    subscription.advance(daysAfterNow(59));
    expect(shown(subscription)).toMatchObject({ status: 'paused' });
  });

  test('rejects reports about payments', () => {
    const subscription = running();
    subscription.schedulePause(null, NOW);
    subscription.advance(PERIOD_END);
    expect(() => subscription.fallPastDue(LENIENCY, NOW)).toThrow(InactiveSubscription);
    expect(() => subscription.recover(NOW)).toThrow(InactiveSubscription);
    subscription.revoke(NO_REASON, NOW);
    expect(subscription.status).toBe('canceled');
  });
});

describe('the end of the current period', () => {
  test('can be moved both ways, and later periods follow it', () => {
    for (const days of [3, 90]) {
      const subscription = running();
      subscription.moveCurrentPeriodEnd(daysAfterNow(days), NOW);
      expect(shown(subscription)).toMatchObject({ currentPeriodEnd: daysAfterNow(days), currentPeriodStart: NOW });
      expect(subscription.pullEvents().at(-1)).toMatchObject({
        name: 'subscription.billing_period_updated',
        payload: { old_period_end: PERIOD_END.toISOString(), new_period_end: daysAfterNow(days).toISOString() },
      });
    }
    const subscription = running();
    subscription.moveCurrentPeriodEnd(daysAfterNow(3), NOW);
    subscription.advance(daysAfterNow(3));
    expect(shown(subscription)).toMatchObject({ currentPeriodEnd: new Date('2026-03-03T12:00:00.000Z') });
  });

  test('takes a planned end, a trial and the meter period along', () => {
    const canceled = running();
    canceled.cancel(NO_REASON, NOW);
    canceled.moveCurrentPeriodEnd(daysAfterNow(9), NOW);
    expect(shown(canceled)).toMatchObject({ endsAt: daysAfterNow(9) });
    const trial = running(aPurchase().yearly().withTrialOf(14).metered('month'));
    trial.moveCurrentPeriodEnd(daysAfterNow(9), NOW);
    expect(shown(trial)).toMatchObject({ status: 'trialing', trialEnd: daysAfterNow(9), currentMeterPeriodEnd: daysAfterNow(9) });
  });

  test('has to be in the future, before the end of a pause, and of an active subscription', () => {
    const subscription = running();
    expect(() => subscription.moveCurrentPeriodEnd(NOW, NOW)).toThrow(ValidationFailed);
    subscription.schedulePause(daysAfterNow(40), NOW);
    expect(() => subscription.moveCurrentPeriodEnd(daysAfterNow(40), NOW)).toThrow(ValidationFailed);
    const [ended, , paused] = unchangeable().map(([each]) => each);
    expect(() => ended!.moveCurrentPeriodEnd(daysAfterNow(90), NOW)).toThrow(AlreadyCanceledSubscription);
    expect(() => paused!.moveCurrentPeriodEnd(daysAfterNow(90), NOW)).toThrow(InactiveSubscription);
  });
});

describe('the end of the trial', () => {
  test('can be moved, or be now', () => {
    const subscription = running(aPurchase().monthly().withTrialOf(14));
    subscription.setTrialEnd(daysAfterNow(20), NOW);
    expect(shown(subscription)).toMatchObject({
      trialEnd: daysAfterNow(20),
      currentPeriodEnd: daysAfterNow(20),
      trialStart: NOW,
    });
    subscription.pullEvents();
    subscription.endTrial(daysAfterNow(2));
    expect(shown(subscription)).toMatchObject({
      status: 'active',
      trialEnd: daysAfterNow(2),
      currentPeriodStart: daysAfterNow(2),
    });
    expect(namesOf(subscription)).toEqual([
      'subscription.updated',
      'subscription.updated',
      'subscription.cycled',
      'subscription.active',
    ]);
  });

  test('of an active subscription comes after the current period', () => {
    const subscription = running();
    expect(() => subscription.setTrialEnd(PERIOD_END, NOW)).toThrow(ValidationFailed);
    subscription.setTrialEnd(daysAfterNow(40), daysAfterNow(1));
    expect(shown(subscription)).toMatchObject({
      status: 'trialing',
      trialStart: daysAfterNow(1),
      currentPeriodEnd: daysAfterNow(40),
    });
  });

  test('is rejected without a trial, in the past, or for a subscription that is not live', () => {
    expect(() => running().endTrial(NOW)).toThrow(ValidationFailed);
    expect(() => running(aPurchase().monthly().withTrialOf(9)).setTrialEnd(NOW, NOW)).toThrow(ValidationFailed);
    for (const [subscription, error] of unchangeable()) {
      expect(() => subscription.setTrialEnd(daysAfterNow(90), NOW)).toThrow(error);
    }
  });
});

describe('a subscription that stays past due', () => {
  test('ends after the dunning period, whenever that is noticed', () => {
    const subscription = running();
    subscription.fallPastDue({ graceDays: 3, dunningDays: 30 }, daysAfterNow(10));
    subscription.pullEvents();
    const late = daysAfterNow(200);
    while (subscription.isDue(late)) subscription.advance(late);
    expect(shown(subscription)).toMatchObject({ status: 'canceled', endedAt: daysAfterNow(40), endsAt: daysAfterNow(40) });
    expect(namesOf(subscription).filter((name) => name !== 'subscription.updated')).toEqual([
      'subscription.cycled',
      'subscription.canceled',
      'subscription.revoked',
    ]);
  });

  test('does not end if it is paid in time', () => {
    const subscription = running();
    subscription.fallPastDue({ graceDays: 0, dunningDays: 5 }, NOW);
    subscription.recover(daysAfterNow(4));
    expect(subscription.isDue(daysAfterNow(6))).toBe(false);
  });
});
