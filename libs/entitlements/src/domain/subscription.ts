import { AggregateRoot, ValidationFailed } from '#kernel';
import { assertFuture, assertPeriod, type PeriodLengths, SubscriptionPeriods } from './billing-period.ts';
import { Cancellation, type CancellationReason } from './cancellation.ts';
import { eventsOfStatus } from './followed-status.ts';
import { GiftPurchased } from './gift.events.ts';
import { daysAfter } from './interval.ts';
import { type Offer, type OfferedPrice, quote, seatTiersOf, type Proration } from './offer.ts';
import { differingTerms, type ReportedSubscription } from './original-terms.ts';
import { type Leniency, OverduePayment } from './overdue-payment.ts';
import { PendingChange, type PendingUpdate } from './pending-change.ts';
import { ProviderRenewal, type ProviderState } from './provider-renewal.ts';
import { assertPrice, assertPriced, assertSeats, assertTotal, type Metadata, productError, beneficiaryOf } from './purchase.ts';
import {
  AlreadyCanceledSubscription,
  CannotPauseSubscription,
  ExternalIdConflict,
  InactiveSubscription,
  NoScheduledPause,
  NotASeatBasedSubscription,
  NotPausedSubscription,
  SubscriptionNotScheduledToCancel,
} from './purchase.errors.ts';
import * as events from './subscription.events.ts';
import { SubscriptionPause, type NewSubscription, startedState, type SubscriptionState } from './subscription-state.ts';
import { subscriptionEntitles, type SubscriptionStatus } from './subscription-status.ts';
import { type PooledSeats, SubscriptionTerms } from './subscription-terms.ts';

/** When another product takes effect: at once, at once with a new period, or with the next period. */
export type ProductChange = 'now' | 'restart' | 'next_period';

/** A purchase of a product that is paid in periods. */
export class Subscription extends AggregateRoot<SubscriptionState> {
  private readonly terms = new SubscriptionTerms(this.state);
  private readonly periods = new SubscriptionPeriods(this.state);
  private readonly pending = new PendingChange(this.state);
  private readonly cancellation = new Cancellation(this.state);
  private readonly pause = new SubscriptionPause(this.state);
  private readonly overdue = new OverduePayment(this.state);
  private readonly renewal = new ProviderRenewal(this.state);

  static create(purchase: NewSubscription, now: Date): Subscription {
    const { offer, seats, price, taxAmount, period = {} } = purchase;
    if (!offer.recurring) throw notRecurring(offer);
    if (price) assertPrice(offer, price);
    assertPriced(offer, price);
    assertSeats(offer, seats, price);
    assertTotal(quote(offer, seats, price).amount, taxAmount);
    assertPeriod(period, now);
    const subscription = new Subscription(startedState(purchase, offer.recurring, now));
    subscription.periods.beginFirstMeters(subscription.lengths, now);
    subscription.record(new events.SubscriptionCreated(subscription.state, now));
    for (const gift of GiftPurchased.of(purchase, subscription.state, now)) subscription.record(gift);
    if (subscription.state.status === 'active') subscription.record(new events.SubscriptionActive(subscription.state, now));
    return subscription;
  }

  get status(): SubscriptionStatus {
    return this.state.status;
  }

  /** Throws `ExternalIdConflict` if the subscription was reported with other facts the first time. */
  assertReportedAs(reported: ReportedSubscription, isSameCustomer: boolean): void {
    const differing = differingTerms(this.state.originalTerms!, this.state.renewsLicenseKeyId, reported, isSameCustomer);
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  get customerId(): string {
    return this.state.customerId;
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return beneficiaryOf(this.state);
  }

  get productId(): string {
    return this.state.productId;
  }

  get seats(): number | null {
    return this.state.seats;
  }

  get pendingUpdate(): PendingUpdate | null {
    return this.state.pendingUpdate;
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    return subscriptionEntitles(this.state.status, this.state.graceOver);
  }

  /** Throws if the subscription has ended, will end with the current period, or is paused. */
  assertLive(): void {
    this.assertGoesOn();
    if (this.state.status === 'paused') throw new InactiveSubscription();
  }

  /** The scheduled number of seats, once the period has ended. The next one begins after the seat pool decided about them. */
  seatsDue(now: Date): number | undefined {
    const goesOn = !this.hasEnded && !this.state.cancelAtPeriodEnd && this.state.status !== 'paused';
    return goesOn && this.periods.hasEnded(now) ? this.pending.seats : undefined;
  }

  /** True if `advance` has a step to perform. */
  isDue(now: Date): boolean {
    if (this.hasEnded || this.seatsDue(now) !== undefined) return false;
    if (this.state.status === 'paused') return this.pause.isOver(now);
    const { periods } = this;
    if (this.renewal.exists)
      return this.isUnrenewed(now) || this.graceHasEnded(now) || (periods.metersHaveEnded(now) && !periods.hasEnded(now));
    return periods.hasEnded(now) || periods.metersHaveEnded(now) || this.graceHasEnded(now) || this.dunningHasEnded(now);
  }

  /** Performs the next step that is due: ends the grace period, the meter period, the billing period, the pause or the subscription. */
  advance(now: Date): void {
    if (!this.isDue(now)) return;
    if (this.state.status === 'paused') return this.resumeFrom(this.pause.nextPeriodStart, now);
    if (this.graceHasEnded(now)) {
      this.state.graceOver = true;
      this.changed(now, ['graceOver']);
    }
    if (this.dunningHasEnded(now)) return this.end(this.state.dunningEndsAt!, now);
    if (this.periods.metersHaveEnded(now)) return this.cycleMeters(now);
    if (this.renewal.exists) return this.missRenewal(now);
    if (this.periods.hasEnded(now)) this.endPeriod(now);
  }

  /**
   * Exchanges the product. At once, it replaces a pending update; for the next period, a product that is scheduled, and it has to
   * suit the seats that are scheduled. The current period goes on, unless the billing interval is another one. A trial always goes
   * on. The current product clears what is scheduled.
   */
  changeProduct(offer: Offer, when: ProductChange, now: Date): void {
    this.assertLive();
    if (!offer.recurring) throw notRecurring(offer);
    this.assertSuitsSeats(offer);
    const isLater = when === 'next_period';
    assertSeats(offer, (isLater ? this.pending.seats : undefined) ?? this.state.seats, this.terms.priceOf(offer));
    const isOther = offer.productId !== this.state.productId;
    if (isLater) return this.schedule(isOther ? { seats: this.pending.seats, offer } : {}, now);
    const fields = [...this.pending.clear(), ...(isOther ? this.adopt(offer, now) : [])];
    const another = (...names: string[]): boolean => names.some((name) => fields.includes(name));
    const restarts =
      this.state.status !== 'trialing' && (when === 'restart' || another('recurringInterval', 'recurringIntervalCount'));
    if (restarts) fields.push(...this.periods.restart(now, this.lengths));
    else if (another('meterInterval', 'meterIntervalCount')) fields.push(...this.periods.beginMeters(now, this.lengths));
    this.changed(now, fields);
    if (restarts) this.recordCycle(now);
  }

  /** Schedules another number of seats, which has to suit the product that is scheduled. The current number replaces what is scheduled. */
  scheduleSeats(seats: number, now: Date): void {
    this.assertLive();
    const { terms, pending, state } = this;
    if (state.seats === null) throw new NotASeatBasedSubscription();
    if (pending.offer) assertSeats(pending.offer, seats, terms.priceOf(pending.offer));
    state.seatsProration = 'next_period';
    this.schedule({ offer: pending.offer, seats: seats === state.seats ? undefined : seats }, now);
  }

  /** The seller asks for another number of seats at once, in place of one that is scheduled. The seat pool decides. */
  requestSeats(proration: Proration, now: Date): void {
    this.assertLive();
    this.state.seatsProration = proration;
    const { offer, seats } = this.pending;
    if (seats !== undefined) this.schedule({ offer }, now);
  }

  /**
   * Drops what is scheduled and returns true, if as many seats have to remain as are assigned, and the product that is scheduled is not
   * sold in that number.
   */
  dropSeatsThatDoNotFit(assigned: number, now: Date): boolean {
    const { offer, seats = 0 } = this.pending;
    if (!offer || this.terms.fits(offer, Math.max(seats, assigned))) return false;
    this.schedule({}, now);
    this.advance(now);
    return true;
  }

  /** Makes the scheduled change of seats, as the seat pool decided about it, and begins the next period. */
  settleSeats(pool: PooledSeats, prices: readonly OfferedPrice[], now: Date): void {
    this.syncSeats(pool, prices, now);
    if (this.pending.seats === undefined) return;
    this.changed(now, this.pending.dropSeats());
    this.advance(now);
  }

  /** Applies a new number of seats and its price. A revision that was already applied is ignored. */
  syncSeats(pool: PooledSeats, prices: readonly OfferedPrice[], now: Date): void {
    const { status, seatsRevision, seats: oldSeats, seatsProration } = this.state;
    if (pool.revision <= seatsRevision) return;
    const fields = this.terms.takeSeats(pool, prices);
    const restarts = seatsProration === 'reset' && (status === 'active' || status === 'past_due');
    this.changed(now, [...fields, ...(restarts ? this.periods.restart(now, this.lengths) : [])]);
    const change = { old_seats: oldSeats!, new_seats: pool.seats, proration_behavior: seatsProration };
    this.record(new events.SubscriptionSeatsUpdated(this.state, now, change));
    if (restarts) this.recordCycle(now);
  }

  /** Another quantity is bought from now on, at the prices of the purchase. */
  changeQuantity(quantity: number, prices: readonly OfferedPrice[], now: Date): void {
    this.assertLive();
    this.changed(now, this.terms.takeQuantity(quantity, prices));
  }

  /** Cancels the changes that are scheduled. */
  discardPendingUpdate(now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    this.schedule({}, now);
  }

  setMetadata(metadata: Metadata, now: Date): void {
    this.state.metadata = metadata;
    this.changed(now, ['metadata']);
  }

  /** Moves the end of the current period. A trial, and a subscription that will end with the period, end then as well. */
  moveCurrentPeriodEnd(end: Date, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new InactiveSubscription();
    assertFuture('currentBillingPeriodEnd', end, now);
    this.pause.assertNotOver('currentBillingPeriodEnd', end);
    const { currentPeriodEnd } = this.state;
    this.changed(now, this.movePeriodEnd(end));
    this.record(new events.SubscriptionBillingPeriodUpdated(this.state, now, currentPeriodEnd, end));
  }

  /** Sets the end of the trial: of the current one, or of one that begins now and takes the place of the current period. */
  setTrialEnd(end: Date, now: Date): void {
    this.assertGoesOn();
    if (!this.isActive) throw new InactiveSubscription();
    assertFuture('trialEnd', end, now);
    if (this.state.status === 'active' && end <= this.state.currentPeriodEnd) {
      throw ValidationFailed.at(['trialEnd'], 'A trial has to end after the current period.', end);
    }
    this.pause.assertNotOver('trialEnd', end);
    const { status } = this.state;
    this.state.status = 'trialing';
    this.state.trialStart ??= now;
    this.changed(now, ['status', 'trialStart', ...this.movePeriodEnd(end)], status);
  }

  /** Ends the trial and begins the first paid period, unless a change of seats is scheduled: then the period begins with `settleSeats`. */
  endTrial(now: Date): void {
    this.assertGoesOn();
    if (this.state.status !== 'trialing') {
      throw ValidationFailed.at(['trialEnd'], 'This subscription is not on trial.', 'now');
    }
    this.changed(now, this.movePeriodEnd(now));
    if (this.seatsDue(now) === undefined) this.endPeriod(now);
  }

  /** Pauses at the end of the current period, until `resumesAt` or until somebody resumes it. Benefits stay until the pause begins. */
  schedulePause(resumesAt: Date | null, now: Date): void {
    this.assertGoesOn();
    if (!this.isActive) throw new CannotPauseSubscription();
    this.changed(now, this.pause.plan(resumesAt, this.state.currentPeriodEnd));
  }

  /** Withdraws a pause that has not begun. */
  unschedulePause(now: Date): void {
    if (!this.state.pauseAtPeriodEnd) throw new NoScheduledPause();
    this.changed(now, this.pause.withdraw());
  }

  /** Ends the pause and begins a new period. */
  resume(now: Date): void {
    if (this.state.status !== 'paused') throw new NotPausedSubscription();
    this.resumeFrom(now, now);
  }

  /** Cancels at the end of the current period, instead of a pause. Benefits stay until then. A pause has no period, so it ends at once. */
  cancel(cancellation: CancellationReason, now: Date): void {
    if (this.state.status === 'paused') return this.revoke(cancellation, now);
    this.assertLive();
    const fields = this.cancellation.plan(cancellation, this.state.currentPeriodEnd, now);
    this.changed(now, [...fields, ...this.pause.withdraw()]);
    this.record(new events.SubscriptionCanceled(this.state, now));
  }

  uncancel(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (!this.state.cancelAtPeriodEnd) throw new SubscriptionNotScheduledToCancel();
    this.changed(now, this.cancellation.withdraw());
    this.record(new events.SubscriptionUncanceled(this.state, now));
  }

  /** Ends the subscription immediately. */
  revoke(cancellation: CancellationReason, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (cancellation.reason !== null || cancellation.comment !== null) this.cancellation.explain(cancellation);
    this.end(now, now);
  }

  /** Payment failed. Benefits are kept for `graceDays`, and the subscription ends after `dunningDays`. */
  fallPastDue({ graceDays, dunningDays }: Leniency, now: Date): void {
    if (this.hasEnded || this.state.status === 'paused') throw new InactiveSubscription();
    if (this.state.status === 'past_due') return;
    const { status } = this.state;
    this.state.dunningEndsAt = this.renewal.exists ? null : daysAfter(now, dunningDays);
    this.changed(now, this.fallPastDueAt(now, graceDays, now), status);
    this.record(new events.SubscriptionPastDue(this.state, now));
  }

  /** An overdue payment has arrived. */
  recover(now: Date): void {
    if (this.hasEnded || this.state.status === 'paused') throw new InactiveSubscription();
    if (this.state.status !== 'past_due') return;
    this.state.status = 'active';
    this.overdue.settle();
    this.changed(now, ['status', 'pastDueAt'], 'past_due');
    this.record(new events.SubscriptionActive(this.state, now));
  }

  /**
   * Takes over what the payment provider knows, which renews the subscription: it never renews or ends itself then. The result does not
   * depend on earlier states. One that has ended stays ended.
   */
  follow(offer: Offer, state: ProviderState, graceDays: number, now: Date): void {
    if (this.renewal.knows(state)) return;
    this.assertCanFollow(offer, state);
    if (this.hasEnded) return this.followAfterEnd(offer, state, now);
    const { status, currentPeriodStart, cancelAtPeriodEnd: wasCanceled } = this.state;
    const isFirst = !this.renewal.exists;
    if (state.buyer && this.renewal.follows(state.buyer, this.state.customerId))
      this.passTo(state.buyer.customerId!, this.state.recipientId, now);
    this.state.graceDays = graceDays;
    const fields = this.followPlan(offer, state, now);
    fields.push(...this.followStatus(state, graceDays, now));
    this.changed(now, fields, status);
    const { cancelAtPeriodEnd: isCanceled } = this.state;
    if (!isFirst && this.state.currentPeriodStart > currentPeriodStart) this.recordCycle(now);
    if (isCanceled && !wasCanceled) this.record(new events.SubscriptionCanceled(this.state, now));
    if (!isCanceled && wasCanceled) this.record(new events.SubscriptionUncanceled(this.state, now));
    for (const event of eventsOfStatus(this.state, status, now)) this.record(event);
    if (state.status !== 'canceled') return this.missRenewal(now);
    this.end(state.since ?? now, now);
    this.state.canceledAt = state.canceledAt ?? this.state.canceledAt;
  }

  /** The subscription gets another customer, who has everything that it brings. It goes on as it is. */
  transferTo(customerId: string, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (customerId === this.state.customerId && this.state.recipientId === null)
      throw ValidationFailed.at(['customerId'], 'The customer has the subscription already.', customerId);
    this.passTo(customerId, null, now);
  }

  private passTo(customerId: string, recipientId: string | null, now: Date): void {
    const previous = { customer_id: this.state.customerId, holder_id: this.beneficiaryId };
    this.state.customerId = customerId;
    this.state.recipientId = recipientId === customerId ? null : recipientId;
    this.changed(now, ['customerId']);
    this.record(new events.SubscriptionTransferred(this.state, now, previous));
  }

  private get hasEnded(): boolean {
    return this.state.status === 'canceled';
  }

  /** True while the subscription is paid for, or on trial. */
  private get isActive(): boolean {
    return this.state.status === 'active' || this.state.status === 'trialing';
  }

  private get lengths(): PeriodLengths {
    const { cycle, meterCycle } = this.terms;
    return { cycle, meterCycle, isTrial: this.state.status === 'trialing' };
  }

  private assertGoesOn(): void {
    if (this.hasEnded || this.state.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
  }

  private assertSuitsSeats(offer: Offer): void {
    if (this.state.seats === null || seatTiersOf(offer)) return;
    throw productError('A product that is sold by seats can only be exchanged for one that is sold by seats too.', offer);
  }

  /** True if the payment provider should have renewed the subscription by now. */
  private isUnrenewed(now: Date): boolean {
    return this.isActive && this.renewal.isMissing(now);
  }

  private graceHasEnded(now: Date): boolean {
    return this.state.status === 'past_due' && this.overdue.graceHasEnded(now);
  }

  /** The subscription was not paid in time. Periods that ended earlier are ended first. */
  private dunningHasEnded(now: Date): boolean {
    const { currentMeterPeriodEnd, currentPeriodEnd } = this.state;
    return this.state.status === 'past_due' && this.overdue.dunningHasEnded(now, currentMeterPeriodEnd ?? currentPeriodEnd);
  }

  /** The payment provider did not renew the subscription in time: it has been past due since the paid period ended. */
  private missRenewal(now: Date): void {
    if (!this.isUnrenewed(now)) return;
    const { status } = this.state;
    const { cancelAtPeriodEnd, endsAt } = this.state;
    const graceDays = cancelAtPeriodEnd ? 0 : this.state.graceDays!;
    const end = (cancelAtPeriodEnd ? endsAt : null) ?? this.state.currentPeriodEnd;
    this.changed(now, this.fallPastDueAt(end, graceDays, now), status);
    this.record(new events.SubscriptionPastDue(this.state, now));
  }

  /** Returns the names of the changed fields. */
  private fallPastDueAt(pastDueAt: Date, graceDays: number, now: Date): string[] {
    this.state.status = 'past_due';
    this.overdue.begin(pastDueAt, graceDays, now);
    return ['status', 'pastDueAt'];
  }

  /** The trial, and a planned end, move with the period. Returns the names of the changed fields. */
  private movePeriodEnd(end: Date): string[] {
    const fields = [...this.periods.moveEnd(end, this.lengths), ...this.cancellation.moveEnd(end)];
    this.renewal.expectAfter(end, this.state.cancelAtPeriodEnd);
    return fields;
  }

  /** The period has ended at `currentPeriodEnd`. */
  private endPeriod(now: Date): void {
    if (this.state.cancelAtPeriodEnd) this.end(this.state.currentPeriodEnd, now);
    else if (this.state.pauseAtPeriodEnd && this.isActive) this.beginPause(now);
    else this.cycle(now);
  }

  private cycle(now: Date): void {
    const { status } = this.state;
    const trialHasEnded = status === 'trialing';
    if (trialHasEnded) this.state.status = 'active';
    const fields = [...this.applyPendingUpdate(now), ...this.periods.begin(this.state.currentPeriodEnd, this.lengths)];
    this.changed(now, [...fields, ...(trialHasEnded ? ['status'] : [])], status);
    this.recordCycle(now);
    if (trialHasEnded) this.record(new events.SubscriptionActive(this.state, now));
  }

  private cycleMeters(now: Date): void {
    const start = this.state.currentMeterPeriodEnd!;
    this.changed(now, this.periods.beginMeters(start, this.lengths));
    this.record(new events.SubscriptionMeterCycled(this.state, now, { current_meter_period_start: start.toISOString() }));
  }

  private beginPause(now: Date): void {
    const { status } = this.state;
    const pausedAt = this.state.currentPeriodEnd;
    this.state.status = 'paused';
    this.changed(now, ['status', ...this.pause.begin(pausedAt), ...this.applyPendingUpdate(now)], status);
    const resumesAt = this.state.resumesAt?.toISOString() ?? null;
    this.record(new events.SubscriptionPaused(this.state, now, { paused_at: pausedAt.toISOString(), resumes_at: resumesAt }));
  }

  private resumeFrom(start: Date, now: Date): void {
    const { status } = this.state;
    this.state.status = 'active';
    this.changed(now, ['status', ...this.pause.end(), ...this.periods.restart(start, this.lengths)], status);
    this.record(new events.SubscriptionResumed(this.state, now));
    this.recordCycle(now);
  }

  private end(endedAt: Date, now: Date): void {
    const { status } = this.state;
    const wasCanceled = this.state.canceledAt !== null;
    this.state.status = 'canceled';
    this.pending.clear();
    this.changed(now, ['status', ...this.cancellation.end(endedAt, now), ...this.pause.drop()], status);
    if (!wasCanceled) this.record(new events.SubscriptionCanceled(this.state, now));
    this.record(new events.SubscriptionRevoked(this.state, now));
  }

  /** Replaces the pending update. Without an offer and seats, nothing is scheduled any more. */
  private schedule({ offer, seats }: Pick<PendingUpdate, 'offer' | 'seats'>, now: Date): void {
    if (offer || seats !== undefined) return this.changed(now, this.pending.replace(offer, seats, now));
    if (!this.pending.exists) return;
    this.changed(now, this.pending.clear());
    this.record(new events.SubscriptionUpdateCleared(this.state, now));
  }

  /** Drops a product that does not fit the number of seats, which may have changed since it was scheduled. */
  private applyPendingUpdate(now: Date): string[] {
    const { offer } = this.pending;
    if (!offer) return [];
    const fields = this.pending.clear();
    if (this.terms.fits(offer)) return [...fields, ...this.adopt(offer, now)];
    this.record(new events.SubscriptionUpdateCleared(this.state, now));
    return fields;
  }

  private adopt(offer: Offer, now: Date): string[] {
    const { productId } = this.state;
    const fields = this.terms.adopt(offer, now);
    this.record(new events.SubscriptionProductUpdated(this.state, now, productId));
    return fields;
  }

  private assertCanFollow(offer: Offer, { amount, currency }: ProviderState): void {
    if (!offer.recurring) throw notRecurring(offer);
    this.assertSuitsSeats(offer);
    assertPriced(offer, { currency, amount: seatTiersOf(offer) ? undefined : amount });
  }

  /** What the provider tells late about a subscription that has ended there, too. */
  private followAfterEnd(offer: Offer, state: ProviderState, now: Date): void {
    if (state.status !== 'canceled') return;
    const fields = this.followPlan(offer, state, now);
    this.state.endedAt = state.since ?? this.state.endedAt;
    this.state.endsAt = this.state.endedAt;
    this.state.canceledAt = state.canceledAt ?? this.state.canceledAt;
    this.changed(now, fields);
  }

  /** What is paid, how long, and whether it ends then. Returns the names of the changed fields. */
  private followPlan(offer: Offer, state: ProviderState, now: Date): string[] {
    this.state.providerToldAt = state.toldAt;
    this.state.providerRevision = state.revision;
    const fields = [
      ...(offer.productId === this.state.productId ? [] : this.adopt(offer, now)),
      ...this.terms.charge(state),
      ...this.periods.follow(state, this.lengths, now),
    ];
    const { currentPeriodEnd } = this.state;
    fields.push(...this.cancellation.follow(state.endsWithPeriod, state.canceledAt, state.endsAt ?? currentPeriodEnd));
    this.renewal.expectAsTold(state, currentPeriodEnd);
    return fields;
  }

  private followStatus({ status, since, trialEnd }: ProviderState, graceDays: number, now: Date): string[] {
    const before = { status: this.state.status, pastDueAt: this.state.pastDueAt?.getTime() };
    this.state.pausedAt = status === 'paused' ? since : null;
    this.overdue.settle();
    if (status === 'past_due') this.fallPastDueAt(since ?? now, graceDays, now);
    else if (status === 'paused') this.state.status = status;
    else if (status === 'active') this.state.status = trialEnd !== null && trialEnd > now ? 'trialing' : 'active';
    const isSame = this.state.status === before.status && this.state.pastDueAt?.getTime() === before.pastDueAt;
    return isSame ? [] : ['status', 'pastDueAt', 'pausedAt'];
  }

  private changed(now: Date, fields: readonly string[], previousStatus = this.state.status): void {
    if (fields.length > 0) this.record(new events.SubscriptionUpdated(this.state, now, fields, previousStatus));
  }

  private recordCycle(now: Date): void {
    const start = this.state.currentPeriodStart.toISOString();
    this.record(new events.SubscriptionCycled(this.state, now, { current_period_start: start }));
  }
}

const notRecurring = (offer: Offer): ValidationFailed => productError('Product is not a recurring product.', offer);
