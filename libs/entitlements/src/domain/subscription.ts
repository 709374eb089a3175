import { AggregateRoot, newId } from '#kernel';
import { type CancellationReason, NO_REASON } from './cancellation.ts';
import { after, afterWithin, daysAfter, type Unit } from './interval.ts';
import { quote, type OfferedPrice } from './offer.ts';
import { assertSeats, type Metadata, type NewPurchase, productProblem } from './purchase.ts';
import { AlreadyCanceledSubscription, SubscriptionNotScheduledToCancel, InactiveSubscription } from './purchase.errors.ts';
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
import type { SubscriptionStatus } from './subscription-status.ts';

/** A product that a customer has for as long as it is paid, period by period. */
export class Subscription extends AggregateRoot {
  readonly id!: string;
  readonly organizationId!: string;
  readonly customerId!: string;
  readonly productId!: string;
  readonly priceIds!: readonly string[];
  readonly currency!: string;
  readonly amount!: number;
  readonly seats!: number | null;
  /** The last decision on the number of seats that was followed. */
  private readonly seatsRevision!: number;
  readonly metadata!: Metadata;
  readonly recurringInterval!: Unit;
  readonly recurringIntervalCount!: number;
  /** The day of the month on which periods begin. */
  private readonly anchorDay!: number;
  private readonly meterInterval!: Unit | null;
  private readonly meterIntervalCount!: number | null;
  readonly startedAt!: Date;
  readonly trialStart!: Date | null;
  readonly trialEnd!: Date | null;
  readonly status!: SubscriptionStatus;
  private currentPeriodStart!: Date;
  private currentPeriodEnd!: Date;
  readonly currentMeterPeriodStart!: Date | null;
  readonly currentMeterPeriodEnd!: Date | null;
  private cancelAtPeriodEnd!: boolean;
  private canceledAt!: Date | null;
  private endsAt!: Date | null;
  readonly endedAt!: Date | null;
  readonly pastDueAt!: Date | null;
  /** Until then benefits are kept although nothing was paid. */
  private graceEndsAt!: Date | null;
  private graceOver!: boolean;
  readonly customerCancellationReason!: string | null;
  readonly customerCancellationComment!: string | null;

  static start({ customerId, offer, seats, metadata }: NewPurchase, now: Date): Subscription {
    const { organizationId, productId, recurring, trial, meterCycle } = offer;
    if (!recurring) throw productProblem('Product is not a recurring product.', offer);
    assertSeats(offer, seats);
    const { parts, ...agreed } = quote(offer, seats);
    const trialEnd = trial && after(now, trial);
    const subscription = Object.create(Subscription.prototype) as Subscription;
    Object.assign(subscription, {
      id: newId(),
      organizationId,
      customerId,
      productId,
      metadata,
      ...agreed,
      seatsRevision: 0,
      priceIds: parts.map(({ priceId }) => priceId),
      recurringInterval: recurring.unit,
      recurringIntervalCount: recurring.count,
      anchorDay: (trialEnd ?? now).getUTCDate(),
      meterInterval: meterCycle?.unit ?? null,
      meterIntervalCount: meterCycle?.count ?? null,
      startedAt: now,
      trialStart: trial ? now : null,
      trialEnd,
      status: trial ? 'trialing' : 'active',
      currentPeriodStart: now,
      currentPeriodEnd: trialEnd ?? after(now, recurring),
      currentMeterPeriodStart: null,
      currentMeterPeriodEnd: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      endedAt: null,
      pastDueAt: null,
      graceEndsAt: null,
      graceOver: false,
      customerCancellationReason: null,
      customerCancellationComment: null,
    });
    subscription.beginMeterPeriod(now);
    subscription.record(new SubscriptionCreated(subscription, now));
    if (subscription.status === 'active') subscription.record(new SubscriptionActive(subscription, now));
    return subscription;
  }

  /** Whether the customer has what was bought. */
  get entitles(): boolean {
    return this.status === 'active' || this.status === 'trialing' || (this.status === 'past_due' && !this.graceOver);
  }

  /** The period that is paid is the last one. Benefits stay until then. */
  cancel(farewell: CancellationReason, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    this.recordUpdate(farewell);
    Object.assign(this, { cancelAtPeriodEnd: true, canceledAt: now, endsAt: this.currentPeriodEnd });
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
    this.record(new SubscriptionCanceled(this, now));
  }

  uncancel(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (!this.cancelAtPeriodEnd) throw new SubscriptionNotScheduledToCancel();
    this.recordUpdate(NO_REASON);
    Object.assign(this, { cancelAtPeriodEnd: false, canceledAt: null, endsAt: null });
    this.changed(now, ['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
    this.record(new SubscriptionUncanceled(this, now));
  }

  /** Refuses where there is nothing left to change: it has ended, or will end with the period. */
  assertActive(): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
  }

  /** As many seats as were decided on, and what they cost. A decision older than the last one is passed over. */
  syncSeats(decided: { readonly seats: number; readonly revision: number }, prices: readonly OfferedPrice[], now: Date): void {
    if (decided.revision <= this.seatsRevision) return;
    const { seats, amount } = quote({ prices }, decided.seats);
    Object.assign(this, { seats, amount, seatsRevision: decided.revision });
    this.changed(now, ['seats', 'amount']);
  }

  /** Ends it at once. */
  revoke(farewell: CancellationReason, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (farewell.reason !== null || farewell.comment !== null) this.recordUpdate(farewell);
    this.end(now, now);
  }

  /** The seller was not paid. Benefits are kept for so many days. */
  fallPastDue(graceDays: number, now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (this.status === 'past_due') return;
    const { status } = this;
    const graceEndsAt = daysAfter(now, graceDays);
    Object.assign(this, { status: 'past_due', pastDueAt: now, graceEndsAt, graceOver: graceDays === 0 });
    this.changed(now, ['status', 'pastDueAt'], status);
    this.record(new SubscriptionPastDue(this, now));
  }

  /** The seller was paid after all. */
  recover(now: Date): void {
    if (this.hasEnded) throw new InactiveSubscription();
    if (this.status !== 'past_due') return;
    Object.assign(this, { status: 'active', pastDueAt: null, graceEndsAt: null, graceOver: false });
    this.changed(now, ['status', 'pastDueAt'], 'past_due');
    this.record(new SubscriptionActive(this, now));
  }

  /** Does what time brings: ends the grace, and the period, of meters or as a whole. One step; nothing where nothing is due. */
  advance(now: Date): void {
    if (!this.isDue(now)) return;
    if (this.isGraceOver(now)) {
      this.graceOver = true;
      this.changed(now, ['graceOver']);
    }
    if (this.isMeterPeriodOver(now)) return this.cycleMeters(now);
    if (this.currentPeriodEnd > now) return;
    if (this.cancelAtPeriodEnd) this.end(this.currentPeriodEnd, now);
    else this.cycle(now);
  }

  /** Whether time has something for it at this moment. */
  isDue(now: Date): boolean {
    return !this.hasEnded && (this.currentPeriodEnd <= now || this.isMeterPeriodOver(now) || this.isGraceOver(now));
  }

  /** Over, and nobody has said so yet. */
  private isGraceOver(now: Date): boolean {
    return this.status === 'past_due' && !this.graceOver && this.graceEndsAt! <= now;
  }

  /** The last one of a period ends together with it. */
  private isMeterPeriodOver(now: Date): boolean {
    const end = this.currentMeterPeriodEnd;
    return end !== null && end <= now && end < this.currentPeriodEnd;
  }

  private get hasEnded(): boolean {
    return this.status === 'canceled';
  }

  private cycle(now: Date): void {
    const { status } = this;
    const trialIsOver = status === 'trialing';
    const { recurringInterval: unit, recurringIntervalCount: count } = this;
    this.currentPeriodStart = this.currentPeriodEnd;
    this.currentPeriodEnd = after(this.currentPeriodStart, { unit, count }, this.anchorDay);
    if (trialIsOver) Object.assign(this, { status: 'active' });
    const ofMeters = this.beginMeterPeriod(this.currentPeriodStart);
    this.changed(now, ['currentPeriodStart', 'currentPeriodEnd', ...ofMeters, ...(trialIsOver ? ['status'] : [])], status);
    this.record(new SubscriptionCycled(this, now, { current_period_start: this.currentPeriodStart.toISOString() }));
    if (trialIsOver) this.record(new SubscriptionActive(this, now));
  }

  private cycleMeters(now: Date): void {
    const start = this.currentMeterPeriodEnd!;
    this.changed(now, this.beginMeterPeriod(start));
    this.record(new SubscriptionMeterCycled(this, now, { current_meter_period_start: start.toISOString() }));
  }

  /** Answers which fields are others. */
  private beginMeterPeriod(start: Date): string[] {
    const { meterInterval: unit, meterIntervalCount: count, currentPeriodEnd } = this;
    if (unit === null) return [];
    const anchor = this.status === 'trialing' ? this.startedAt.getUTCDate() : this.anchorDay;
    const end = afterWithin(currentPeriodEnd, start, { unit, count: count! }, anchor);
    Object.assign(this, { currentMeterPeriodStart: start, currentMeterPeriodEnd: end });
    return ['currentMeterPeriodStart', 'currentMeterPeriodEnd'];
  }

  private end(at: Date, now: Date): void {
    const { status } = this;
    const wasCanceled = this.canceledAt !== null;
    Object.assign(this, { status: 'canceled', canceledAt: this.canceledAt ?? now, endsAt: this.endsAt ?? at, endedAt: at });
    this.changed(now, ['status', 'canceledAt', 'endsAt', 'endedAt'], status);
    if (!wasCanceled) this.record(new SubscriptionCanceled(this, now));
    this.record(new SubscriptionRevoked(this, now));
  }

  private recordUpdate({ reason, comment }: CancellationReason): void {
    Object.assign(this, { customerCancellationReason: reason, customerCancellationComment: comment });
  }

  private changed(now: Date, fields: readonly string[], previousStatus = this.status): void {
    this.record(new SubscriptionUpdated(this, now, fields, previousStatus));
  }
}
