import { newId, ValidationFailed } from '#kernel';
import { assertPeriod } from './billing-period.ts';
import { type CancellationReason, NO_REASON } from './cancellation.ts';
import { daysAfter } from './interval.ts';
import { type Offer, quote, type OfferedPrice, seatTiersOf } from './offer.ts';
import {
  assertPriced,
  assertSeats,
  assertTotal,
  differingFacts,
  type Metadata,
  productError,
  type ToldFacts,
} from './purchase.ts';
import {
  AlreadyCanceledSubscription,
  CannotPauseSubscription,
  ExternalIdConflict,
  InactiveSubscription,
  NoScheduledPause,
  NotPausedSubscription,
  SubscriptionNotScheduledToCancel,
} from './purchase.errors.ts';
import {
  SubscriptionActive,
  SubscriptionCanceled,
  SubscriptionCreated,
  SubscriptionPastDue,
  SubscriptionUncanceled,
} from './subscription.events.ts';
import { SubscriptionPeriods } from './subscription-periods.ts';
import type { NewSubscription } from './subscription-state.ts';

/** When another product takes effect: at once, at once with a new period, or with the next period. */
export type ProductChange = 'now' | 'restart' | 'next_period';

/** How long an unpaid subscription keeps its benefits, and when it ends. In days after it fell past due. */
export interface Leniency {
  readonly graceDays: number;
  readonly dunningDays: number;
}

/** A purchase of a product that is paid in periods. */
export class Subscription extends SubscriptionPeriods {
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

  /** Throws if the subscription has ended, will end with the current period, or is paused. */
  assertLive(): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (this.status === 'paused') throw new InactiveSubscription();
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

  /**
   * Exchanges the product, and replaces a pending update. The current period goes on, unless the billing interval is another one.
   * A trial always goes on. The current product replaces nothing but a pending update.
   */
  changeProduct(offer: Offer, when: ProductChange, now: Date): void {
    this.assertLive();
    if (!offer.recurring) throw notRecurring(offer);
    if (this.seats !== null && !seatTiersOf(offer)) {
      throw productError('A product that is sold by seats can only be exchanged for one that is sold by seats too.', offer);
    }
    assertSeats(offer, this.seats, this.priceOf(offer));
    const isOther = offer.productId !== this.productId;
    if (when === 'next_period') return this.schedule(isOther ? offer : null, now);
    const fields = [...this.clearPendingUpdate(), ...(isOther ? this.adopt(offer, now) : [])];
    const another = (...names: string[]): boolean => names.some((name) => fields.includes(name));
    const restarts = this.status !== 'trialing' && (when === 'restart' || another('recurringInterval', 'recurringIntervalCount'));
    if (restarts) fields.push(...this.restartPeriods(now));
    else if (another('meterInterval', 'meterIntervalCount')) fields.push(...this.beginMeterPeriod(now));
    this.changed(now, fields);
    if (restarts) this.recordCycle(now);
  }

  /** Cancels a scheduled change of the product. */
  discardPendingUpdate(now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    this.changed(now, this.clearPendingUpdate());
  }

  setMetadata(metadata: Metadata, now: Date): void {
    this.metadata = metadata;
    this.changed(now, ['metadata']);
  }

  /** Moves the end of the current period. A trial, and a subscription that will end with the period, end then as well. */
  moveCurrentPeriodEnd(end: Date, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new InactiveSubscription();
    if (end <= now) throw notInFuture('currentBillingPeriodEnd', end);
    if (this.resumesAt !== null && this.resumesAt <= end) throw resumesTooEarly(end, 'currentBillingPeriodEnd');
    this.changed(now, this.movePeriodEnd(end));
  }

  /** Sets the end of the trial: of the current one, or of one that begins now and takes the place of the current period. */
  setTrialEnd(end: Date, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new InactiveSubscription();
    if (end <= now) throw notInFuture('trialEnd', end);
    if (this.status === 'active' && end <= this.currentPeriodEnd) {
      throw ValidationFailed.at(['trialEnd'], 'A trial has to end after the current period.', end);
    }
    if (this.resumesAt !== null && this.resumesAt <= end) throw resumesTooEarly(end, 'trialEnd');
    const { status } = this;
    this.status = 'trialing';
    this.trialStart ??= now;
    this.changed(now, ['status', 'trialStart', ...this.movePeriodEnd(end)], status);
  }

  /** Ends the trial and begins the first paid period. */
  endTrial(now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (this.status !== 'trialing') {
      throw ValidationFailed.at(['trialEnd'], 'This subscription is not on trial.', 'now');
    }
    this.changed(now, this.movePeriodEnd(now));
    this.endPeriod(now);
  }

  /** Pauses at the end of the current period, until `resumesAt` or until somebody resumes it. Benefits stay until the pause begins. */
  schedulePause(resumesAt: Date | null, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new CannotPauseSubscription();
    if (resumesAt !== null && resumesAt <= this.currentPeriodEnd) throw resumesTooEarly(resumesAt, 'resumesAt');
    this.pauseAtPeriodEnd = true;
    this.resumesAt = resumesAt;
    this.changed(now, ['pauseAtPeriodEnd', 'resumesAt']);
  }

  /** Withdraws a pause that has not begun. */
  unschedulePause(now: Date): void {
    if (!this.pauseAtPeriodEnd) throw new NoScheduledPause();
    this.changed(now, this.clearPause());
  }

  /** Ends the pause and begins a new period. */
  resume(now: Date): void {
    if (this.status !== 'paused') throw new NotPausedSubscription();
    this.resumeFrom(now, now);
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

  private schedule(offer: Offer | null, now: Date): void {
    if (!offer) return this.changed(now, this.clearPendingUpdate());
    this.pendingUpdate = { id: newId(), createdAt: now.toISOString(), offer };
    this.changed(now, ['pendingUpdate']);
  }

  /** Returns the names of the changed fields. */
  private clearPendingUpdate(): string[] {
    if (!this.pendingUpdate) return [];
    this.pendingUpdate = null;
    return ['pendingUpdate'];
  }

  private recordReason({ reason, comment }: CancellationReason): void {
    this.customerCancellationReason = reason;
    this.customerCancellationComment = comment;
  }
}

const notRecurring = (offer: Offer): ValidationFailed => productError('Product is not a recurring product.', offer);

const notInFuture = (field: string, input: Date): ValidationFailed =>
  ValidationFailed.at([field], 'Input should be in the future', input, 'datetime_future');

const resumesTooEarly = (input: Date, field: string): ValidationFailed =>
  ValidationFailed.at([field], 'A pause has to end after the current period.', input);
