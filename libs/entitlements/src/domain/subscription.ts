import { assertPeriod } from './billing-period.ts';
import { type CancellationReason, NO_REASON } from './cancellation.ts';
import { daysAfter } from './interval.ts';
import { quote, type OfferedPrice } from './offer.ts';
import { assertPriced, assertSeats, assertTotal, differingFacts, type ReportedFacts } from './purchase.ts';
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
  SubscriptionPastDue,
  SubscriptionUncanceled,
} from './subscription.events.ts';
import { ChangeableSubscription, notRecurring } from './changeable-subscription.ts';
import type { NewSubscription } from './subscription-state.ts';

/** How long an unpaid subscription keeps its benefits, and when it ends. In days after it fell past due. */
export interface Leniency {
  readonly graceDays: number;
  readonly dunningDays: number;
}

/** A purchase of a product that is paid in periods. */
export class Subscription extends ChangeableSubscription {
  static create(purchase: NewSubscription, now: Date): Subscription {
    const { offer, seats, price, taxAmount, period = {} } = purchase;
    if (!offer.recurring) throw notRecurring(offer);
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

  /** Throws `ExternalIdConflict` if the subscription was reported with other facts the first time. */
  assertReportedAs(
    { productId: product, ...facts }: ReportedFacts & { readonly productId: string },
    isSameCustomer: boolean,
  ): void {
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
    return this.isActive || (this.status === 'past_due' && !this.graceOver);
  }

  /** Cancels at the end of the current period, instead of a pause. Benefits stay until then. */
  cancel(cancellation: CancellationReason, now: Date): void {
    this.assertLive();
    this.recordReason(cancellation);
    this.cancelAtPeriodEnd = true;
    this.canceledAt = now;
    this.endsAt = this.currentPeriodEnd;
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt', ...this.clearPause()]);
    this.record(new SubscriptionCanceled(this, now));
  }

  uncancel(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (!this.cancelAtPeriodEnd) throw new SubscriptionNotScheduledToCancel();
    this.recordReason(NO_REASON);
    this.cancelAtPeriodEnd = false;
    this.canceledAt = null;
    this.endsAt = null;
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
    this.record(new SubscriptionUncanceled(this, now));
  }

  /**
   * Applies a new number of seats and its price. If the product has no price in the currency of the subscription, the amount that was
   * reported changes in proportion. A revision that was already applied is ignored.
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
    if (cancellation.reason !== null || cancellation.comment !== null) this.recordReason(cancellation);
    this.end(now, now);
  }

  /** Payment failed. Benefits are kept for `graceDays`, and the subscription ends after `dunningDays`. */
  fallPastDue({ graceDays, dunningDays }: Leniency, now: Date): void {
    if (this.hasEnded || this.status === 'paused') throw new InactiveSubscription();
    if (this.status === 'past_due') return;
    const { status } = this;
    this.status = 'past_due';
    this.pastDueAt = now;
    this.graceEndsAt = daysAfter(now, graceDays);
    this.graceOver = graceDays === 0;
    this.dunningEndsAt = daysAfter(now, dunningDays);
    this.changed(now, ['status', 'pastDueAt'], status);
    this.record(new SubscriptionPastDue(this, now));
  }

  /** An overdue payment has arrived. */
  recover(now: Date): void {
    if (this.hasEnded || this.status === 'paused') throw new InactiveSubscription();
    if (this.status !== 'past_due') return;
    this.status = 'active';
    this.pastDueAt = null;
    this.graceEndsAt = null;
    this.graceOver = false;
    this.dunningEndsAt = null;
    this.changed(now, ['status', 'pastDueAt'], 'past_due');
    this.record(new SubscriptionActive(this, now));
  }

  private recordReason({ reason, comment }: CancellationReason): void {
    this.customerCancellationReason = reason;
    this.customerCancellationComment = comment;
  }
}
