import { ValidationFailed } from '#kernel';
import { assertPeriod } from './billing-period.ts';
import { type CancellationReason, NO_REASON } from './cancellation.ts';
import { daysAfter } from './interval.ts';
import { quote, type OfferedPrice } from './offer.ts';
import {
  assertPrice,
  assertPriced,
  assertSeats,
  assertTotal,
  differingFacts,
  fitsSeats,
  type ReportedFacts,
} from './purchase.ts';
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
  SubscriptionSeatsUpdated,
  SubscriptionUncanceled,
} from './subscription.events.ts';
import type { Proration } from './proration.ts';
import { notRecurring } from './changeable-subscription.ts';
import { FollowingSubscription } from './following-subscription.ts';
import type { NewSubscription } from './subscription-state.ts';
import { subscriptionEntitles } from './subscription-status.ts';

/** How long an unpaid subscription keeps its benefits, and when it ends. In days after it fell past due. */
export interface Leniency {
  readonly graceDays: number;
  readonly dunningDays: number;
}

/** What the seat pool decided about the number of seats. */
export interface PooledSeats {
  readonly seats: number;
  readonly revision: number;
}

/** A purchase of a product that is paid in periods. */
export class Subscription extends FollowingSubscription {
  static create(purchase: NewSubscription, now: Date): Subscription {
    const { offer, seats, price, taxAmount, period = {} } = purchase;
    if (!offer.recurring) throw notRecurring(offer);
    if (price) assertPrice(offer, price);
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
    { productId: product, priceId, ...facts }: ReportedFacts & { readonly productId: string; readonly priceId?: string },
    isSameCustomer: boolean,
  ): void {
    const { product_id: productId, tax_amount: taxAmount, price_ids: priceIds, ...terms } = this.originalTerms!;
    const isSamePrice = priceId === undefined || priceIds === undefined || priceIds.includes(priceId);
    const differing = [
      ...(product === productId ? [] : ['product']),
      ...(isSamePrice ? [] : ['price']),
      ...(isSameCustomer ? [] : ['customer']),
      ...differingFacts(facts, { quantity: 1, ...terms, taxAmount, renewsLicenseKeyId: this.renewsLicenseKeyId }),
    ];
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.recipientId ?? this.customerId;
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    return subscriptionEntitles(this.status, this.graceOver);
  }

  /** Cancels at the end of the current period, instead of a pause. Benefits stay until then. A pause has no period, so it ends at once. */
  cancel(cancellation: CancellationReason, now: Date): void {
    if (this.status === 'paused') return this.revoke(cancellation, now);
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

  /** The seller asks for another number of seats at once, in place of one that is scheduled. The seat pool decides. */
  requestSeats(proration: Proration, now: Date): void {
    this.assertLive();
    this.seatsProration = proration;
    const { offer, seats } = this.pendingUpdate ?? {};
    if (seats !== undefined) this.schedule({ offer }, now);
  }

  /**
   * Drops what is scheduled and returns true, if as many seats have to remain as are assigned, and the product that is scheduled is not
   * sold in that number.
   */
  dropSeatsThatDoNotFit(assigned: number, now: Date): boolean {
    const { offer, seats = 0 } = this.pendingUpdate ?? {};
    if (!offer || fitsSeats(offer, Math.max(seats, assigned), this.priceOf(offer))) return false;
    this.schedule({}, now);
    this.advance(now);
    return true;
  }

  /** Makes the scheduled change of seats, as the seat pool decided about it, and begins the next period. */
  settleSeats(pool: PooledSeats, prices: readonly OfferedPrice[], now: Date): void {
    this.syncSeats(pool, prices, now);
    if (this.pendingUpdate?.seats === undefined) return;
    const { seats: _settled, ...rest } = this.pendingUpdate;
    this.pendingUpdate = rest.offer ? rest : null;
    this.changed(now, ['pendingUpdate']);
    this.advance(now);
  }

  /**
   * Applies a new number of seats and its price. If the product has no price in the currency of the subscription, the amount that was
   * reported changes in proportion. A revision that was already applied is ignored.
   */
  syncSeats({ seats, revision }: PooledSeats, prices: readonly OfferedPrice[], now: Date): void {
    if (revision <= this.seatsRevision) return;
    const { currency, seatsProration } = this;
    const oldSeats = this.seats!;
    const isPriced = prices.some((price) => price.currency === currency);
    this.amount = isPriced ? quote({ prices }, seats, { currency }).amount : Math.round((this.amount * seats) / oldSeats);
    this.seats = seats;
    this.seatsRevision = revision;
    const restarts = seatsProration === 'reset' && (this.status === 'active' || this.status === 'past_due');
    this.changed(now, ['seats', 'amount', ...(restarts ? this.restartPeriods(now) : [])]);
    const change = { old_seats: oldSeats, new_seats: seats, proration_behavior: seatsProration };
    this.record(new SubscriptionSeatsUpdated(this, now, change));
    if (restarts) this.recordCycle(now);
  }

  /** Another quantity is bought from now on, at the prices of the purchase; if it has none, the amount changes in proportion. */
  changeQuantity(quantity: number, prices: readonly OfferedPrice[], now: Date): void {
    this.assertLive();
    if (this.seats !== null) {
      throw ValidationFailed.at(['quantity'], 'A product that is sold by seats is bought with `seats`.', quantity);
    }
    if (quantity === this.quantity) return;
    const { currency } = this;
    assertSeats({ prices }, null, { currency, quantity });
    const isPriced = prices.some((price) => price.currency === currency);
    const amount = isPriced
      ? quote({ prices }, null, { currency, quantity }).amount
      : Math.round((this.amount * quantity) / Math.max(this.quantity, 1));
    assertTotal(amount, this.taxAmount, 'quantity');
    this.amount = amount;
    this.quantity = quantity;
    this.changed(now, ['quantity', 'amount']);
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
    this.dunningEndsAt = this.isFollowing ? null : daysAfter(now, dunningDays);
    this.changed(now, this.fallPastDueAt(now, graceDays, now), status);
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
