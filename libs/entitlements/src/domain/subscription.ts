import { assertPeriod } from './billing-period.ts';
import { type CancellationReason, NO_REASON } from './cancellation.ts';
import { after, afterWithin, daysAfter } from './interval.ts';
import { quote, type OfferedPrice } from './offer.ts';
import { assertPriced, assertSeats, assertTotal, differingFacts, productError, type ToldFacts } from './purchase.ts';
import {
  AlreadyCanceledSubscription,
  ExternalIdConflict,
  InactiveSubscription,
  SubscriptionNotScheduledToCancel,
} from './purchase.errors.ts';
import {
  SubscriptionActive,
  SubscriptionCanceled,
  SubscriptionCreated,
  SubscriptionCycled,
  SubscriptionMeterCycled,
  SubscriptionPastDue,
  SubscriptionRevoked,
  SubscriptionUncanceled,
  SubscriptionUpdated,
} from './subscription.events.ts';
import { type NewSubscription, SubscriptionState } from './subscription-state.ts';

/** A purchase of a product that is paid in periods. */
export class Subscription extends SubscriptionState {
  static create(purchase: NewSubscription, now: Date): Subscription {
    const { offer, seats, price, taxAmount, period = {} } = purchase;
    if (!offer.recurring) throw productError('Product is not a recurring product.', offer);
    assertPriced(offer, price);
    assertSeats(offer, seats, price);
    assertTotal(quote(offer, seats, price).amount, taxAmount);
    assertPeriod(period, now);
    const subscription = new Subscription(purchase, offer.recurring, now);
    subscription.beginFirstMeterPeriod(now);
    subscription.record(new SubscriptionCreated(subscription, now));
    if (subscription.status === 'active') subscription.record(new SubscriptionActive(subscription, now));
    return subscription;
  }

  /** Throws `ExternalIdConflict` if the subscription was told with other facts the first time. */
  assertToldAs({ productId: product, ...facts }: ToldFacts & { readonly productId: string }, isSameCustomer: boolean): void {
    const { product_id: productId, tax_amount: taxAmount, ...terms } = this.originalTerms!;
    const differing = [
      ...(product === productId ? [] : ['product']),
      ...(isSameCustomer ? [] : ['customer']),
      ...differingFacts(facts, { ...terms, taxAmount }),
    ];
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.recipientId ?? this.customerId;
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    return this.status === 'active' || this.status === 'trialing' || (this.status === 'past_due' && !this.graceOver);
  }

  /** Cancels at the end of the current period. Benefits stay until then. */
  cancel(cancellation: CancellationReason, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    this.recordUpdate(cancellation);
    this.cancelAtPeriodEnd = true;
    this.canceledAt = now;
    this.endsAt = this.currentPeriodEnd;
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
    this.record(new SubscriptionCanceled(this, now));
  }

  uncancel(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (!this.cancelAtPeriodEnd) throw new SubscriptionNotScheduledToCancel();
    this.recordUpdate(NO_REASON);
    this.cancelAtPeriodEnd = false;
    this.canceledAt = null;
    this.endsAt = null;
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
    this.record(new SubscriptionUncanceled(this, now));
  }

  /** Throws if the subscription has ended or will end with the current period. */
  assertActive(): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
  }

  /**
   * Applies a new number of seats and its price. If the product has no price in the currency of the subscription, the amount that was
   * told changes in proportion. A revision that was already applied is ignored.
   */
  syncSeats(pool: { readonly seats: number; readonly revision: number }, prices: readonly OfferedPrice[], now: Date): void {
    if (pool.revision <= this.seatsRevision) return;
    const { seats, revision } = pool;
    const { currency } = this;
    const isPriced = prices.some((price) => price.currency === currency);
    this.amount = isPriced ? quote({ prices }, seats, { currency }).amount : Math.round((this.amount * seats) / this.seats!);
    this.seats = seats;
    this.seatsRevision = revision;
    this.changed(now, ['seats', 'amount']);
  }

  /** Ends the subscription immediately. */
  revoke(cancellation: CancellationReason, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (cancellation.reason !== null || cancellation.comment !== null) this.recordUpdate(cancellation);
    this.end(now, now);
  }

  /** Payment failed. Benefits are kept for `graceDays`. */
  fallPastDue(graceDays: number, now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (this.status === 'past_due') return;
    const { status } = this;
    this.status = 'past_due';
    this.pastDueAt = now;
    this.graceEndsAt = daysAfter(now, graceDays);
    this.graceOver = graceDays === 0;
    this.changed(now, ['status', 'pastDueAt'], status);
    this.record(new SubscriptionPastDue(this, now));
  }

  /** An overdue payment has arrived. */
  recover(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (this.status !== 'past_due') return;
    this.status = 'active';
    this.pastDueAt = null;
    this.graceEndsAt = null;
    this.graceOver = false;
    this.changed(now, ['status', 'pastDueAt'], 'past_due');
    this.record(new SubscriptionActive(this, now));
  }

  /** Performs the next step that is due: ends the grace period, the meter period or the billing period. */
  advance(now: Date): void {
    if (!this.isDue(now)) return;
    if (this.graceHasEnded(now)) {
      this.graceOver = true;
      this.changed(now, ['graceOver']);
    }
    if (this.meterPeriodHasEnded(now)) return this.cycleMeters(now);
    if (this.currentPeriodEnd > now) return;
    if (this.cancelAtPeriodEnd) this.end(this.currentPeriodEnd, now);
    else this.cycle(now);
  }

  /** True if `advance` has a step to perform. */
  isDue(now: Date): boolean {
    return !this.hasEnded && (this.currentPeriodEnd <= now || this.meterPeriodHasEnded(now) || this.graceHasEnded(now));
  }

  /** The grace period has ended, which is not recorded yet. */
  private graceHasEnded(now: Date): boolean {
    return this.status === 'past_due' && !this.graceOver && this.graceEndsAt! <= now;
  }

  /** The last meter period of a billing period ends together with it, in `cycle`. */
  private meterPeriodHasEnded(now: Date): boolean {
    const end = this.currentMeterPeriodEnd;
    return end !== null && end <= now && end < this.currentPeriodEnd;
  }

  private get hasEnded(): boolean {
    return this.status === 'canceled';
  }

  private cycle(now: Date): void {
    const { status } = this;
    const trialHasEnded = status === 'trialing';
    const { recurringInterval: unit, recurringIntervalCount: count } = this;
    this.currentPeriodStart = this.currentPeriodEnd;
    this.currentPeriodEnd = after(this.currentPeriodStart, { unit, count }, this.anchorDay);
    if (trialHasEnded) this.status = 'active';
    const ofMeters = this.beginMeterPeriod(this.currentPeriodStart);
    this.changed(now, ['currentPeriodStart', 'currentPeriodEnd', ...ofMeters, ...(trialHasEnded ? ['status'] : [])], status);
    this.record(new SubscriptionCycled(this, now, { current_period_start: this.currentPeriodStart.toISOString() }));
    if (trialHasEnded) this.record(new SubscriptionActive(this, now));
  }

  private cycleMeters(now: Date): void {
    const start = this.currentMeterPeriodEnd!;
    this.changed(now, this.beginMeterPeriod(start));
    this.record(new SubscriptionMeterCycled(this, now, { current_meter_period_start: start.toISOString() }));
  }

  /** Meter periods that have passed since the start of the period are skipped. */
  private beginFirstMeterPeriod(now: Date): void {
    this.beginMeterPeriod(this.currentPeriodStart);
    while (this.meterPeriodHasEnded(now)) this.beginMeterPeriod(this.currentMeterPeriodEnd!);
  }

  /** Returns the names of the changed fields. */
  private beginMeterPeriod(start: Date): string[] {
    const { meterInterval: unit, meterIntervalCount: count, currentPeriodEnd } = this;
    if (unit === null) return [];
    const anchor = this.status === 'trialing' ? this.startedAt.getUTCDate() : this.anchorDay;
    this.currentMeterPeriodStart = start;
    this.currentMeterPeriodEnd = afterWithin(currentPeriodEnd, start, { unit, count: count! }, anchor);
    return ['currentMeterPeriodStart', 'currentMeterPeriodEnd'];
  }

  private end(endedAt: Date, now: Date): void {
    const { status } = this;
    const wasCanceled = this.canceledAt !== null;
    this.status = 'canceled';
    this.canceledAt ??= now;
    this.endsAt = endedAt;
    this.endedAt = endedAt;
    this.changed(now, ['status', 'canceledAt', 'endsAt', 'endedAt'], status);
    if (!wasCanceled) this.record(new SubscriptionCanceled(this, now));
    this.record(new SubscriptionRevoked(this, now));
  }

  private recordUpdate({ reason, comment }: CancellationReason): void {
    this.customerCancellationReason = reason;
    this.customerCancellationComment = comment;
  }

  private changed(now: Date, fields: readonly string[], previousStatus = this.status): void {
    this.record(new SubscriptionUpdated(this, now, fields, previousStatus));
  }
}
