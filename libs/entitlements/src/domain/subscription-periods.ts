import { applyChanges } from '#kernel';
import { after, afterWithin, daysAfter } from './interval.ts';
import { fitsSeats } from './purchase.ts';
import { renewalDueAfter } from './renewal.ts';
import type { Offer, ReportedPrice } from './offer.ts';
import {
  SubscriptionActive,
  SubscriptionCanceled,
  SubscriptionCycled,
  SubscriptionMeterCycled,
  SubscriptionPastDue,
  SubscriptionPaused,
  SubscriptionProductUpdated,
  SubscriptionResumed,
  SubscriptionRevoked,
  SubscriptionUpdateCleared,
  SubscriptionUpdated,
} from './subscription.events.ts';
import { SubscriptionState, type Terms, termsOf } from './subscription-state.ts';

/** What happens to a subscription as time goes by: periods, pauses and the end. */
export abstract class SubscriptionPeriods extends SubscriptionState {
  /** The scheduled number of seats, once the period has ended. The next one begins after the seat pool decided about them. */
  seatsDue(now: Date): number | undefined {
    const hasRunOut = this.currentPeriodEnd <= now && !this.hasEnded && !this.cancelAtPeriodEnd && this.status !== 'paused';
    return hasRunOut ? this.pendingUpdate?.seats : undefined;
  }

  /** Performs the next step that is due: ends the grace period, the meter period, the billing period, the pause or the subscription. */
  advance(now: Date): void {
    if (!this.isDue(now)) return;
    if (this.status === 'paused') return this.resumeFrom(later(this.pausedAt!, this.resumesAt!), now);
    if (this.graceHasEnded(now)) {
      this.graceOver = true;
      this.changed(now, ['graceOver']);
    }
    if (this.dunningHasEnded(now)) return this.end(this.dunningEndsAt!, now);
    if (this.meterPeriodHasEnded(now)) return this.cycleMeters(now);
    if (this.isFollowing) return this.missRenewal(now);
    if (this.currentPeriodEnd <= now) this.endPeriod(now);
  }

  /** True if `advance` has a step to perform. */
  isDue(now: Date): boolean {
    if (this.hasEnded || this.seatsDue(now) !== undefined) return false;
    if (this.status === 'paused') return this.resumesAt !== null && this.resumesAt <= now;
    if (this.isFollowing)
      return this.isUnrenewed(now) || this.graceHasEnded(now) || (this.meterPeriodHasEnded(now) && this.currentPeriodEnd > now);
    return this.currentPeriodEnd <= now || this.meterPeriodHasEnded(now) || this.graceHasEnded(now) || this.dunningHasEnded(now);
  }

  /** The payment provider did not renew the subscription in time: it has been past due since the paid period ended. */
  protected missRenewal(now: Date): void {
    if (!this.isUnrenewed(now)) return;
    const { status } = this;
    const graceDays = this.cancelAtPeriodEnd ? 0 : this.graceDays!;
    const end = (this.cancelAtPeriodEnd ? this.endsAt : null) ?? this.currentPeriodEnd;
    this.changed(now, this.fallPastDueAt(end, graceDays, now), status);
    this.record(new SubscriptionPastDue(this, now));
  }

  /** Returns the names of the changed fields. */
  protected fallPastDueAt(pastDueAt: Date, graceDays: number, now: Date): string[] {
    this.status = 'past_due';
    this.pastDueAt = pastDueAt;
    this.graceEndsAt = daysAfter(pastDueAt, graceDays);
    this.graceOver = this.graceEndsAt <= now;
    return ['status', 'pastDueAt'];
  }

  protected get hasEnded(): boolean {
    return this.status === 'canceled';
  }

  /** True while the subscription is paid for, or on trial. */
  protected get isActive(): boolean {
    return this.status === 'active' || this.status === 'trialing';
  }

  /** The period has ended at `currentPeriodEnd`. */
  protected endPeriod(now: Date): void {
    if (this.cancelAtPeriodEnd) this.end(this.currentPeriodEnd, now);
    else if (this.pauseAtPeriodEnd && this.isActive) this.pause(now);
    else this.cycle(now);
  }

  /** Begins a period, on whose day of the month later ones begin as well. Returns the names of the changed fields. */
  protected restartPeriods(start: Date): string[] {
    this.anchorDay = start.getUTCDate();
    return this.beginPeriod(start);
  }

  /** Meter periods that have passed since the start of the period are skipped. */
  protected beginFirstMeterPeriod(now: Date): void {
    this.beginMeterPeriod(this.currentPeriodStart);
    while (this.meterPeriodHasEnded(now)) this.beginMeterPeriod(this.currentMeterPeriodEnd!);
  }

  /** Returns the names of the changed fields. */
  protected beginMeterPeriod(start: Date): string[] {
    const { meterInterval: unit, meterIntervalCount: count, currentPeriodEnd } = this;
    if (unit === null && this.currentMeterPeriodStart === null) return [];
    this.currentMeterPeriodStart = unit && start;
    this.currentMeterPeriodEnd = unit && afterWithin(currentPeriodEnd, start, { unit, count: count! }, this.meterAnchorDay);
    return ['currentMeterPeriodStart', 'currentMeterPeriodEnd'];
  }

  /** The trial, and a planned end, move with the period. Later periods begin on the same day of the month. Returns the changed fields. */
  protected movePeriodEnd(end: Date): string[] {
    const isTrial = this.status === 'trialing';
    this.currentPeriodEnd = end;
    this.anchorDay = end.getUTCDate();
    if (isTrial) this.trialEnd = end;
    if (this.cancelAtPeriodEnd) this.endsAt = end;
    if (this.isFollowing) this.renewalDueAt = renewalDueAfter(end, this.cancelAtPeriodEnd);
    const fields = ['currentPeriodEnd', ...(isTrial ? ['trialEnd'] : []), ...(this.cancelAtPeriodEnd ? ['endsAt'] : [])];
    return [...fields, ...(this.currentMeterPeriodStart ? this.beginMeterPeriod(this.currentMeterPeriodStart) : [])];
  }

  /** Returns the names of the changed fields. */
  protected clearPause(): string[] {
    if (!this.pauseAtPeriodEnd) return [];
    this.pauseAtPeriodEnd = false;
    this.resumesAt = null;
    return ['pauseAtPeriodEnd', 'resumesAt'];
  }

  /**
   * Takes over product, prices and intervals. The number of seats stays, and the currency if the product has prices in it. What the
   * tax is, nobody has said yet. Returns the names of the changed fields.
   */
  protected adopt(offer: Offer, now: Date): string[] {
    const { productId } = this;
    this.productChangedAt = now;
    this.taxAmount = 0;
    const fields = applyChanges<Terms>(this, termsOf(offer, offer.recurring!, this.seats, this.priceOf(offer)), isSameTerm);
    this.record(new SubscriptionProductUpdated(this, now, productId));
    return fields;
  }

  protected priceOf({ prices }: Offer): ReportedPrice {
    const { currency } = this;
    return prices.some((price) => price.currency === currency) ? { currency } : {};
  }

  protected resumeFrom(start: Date, now: Date): void {
    const { status } = this;
    this.status = 'active';
    this.pausedAt = null;
    this.resumesAt = null;
    this.changed(now, ['status', 'pausedAt', 'resumesAt', ...this.restartPeriods(start)], status);
    this.record(new SubscriptionResumed(this, now));
    this.recordCycle(now);
  }

  protected end(endedAt: Date, now: Date): void {
    const { status } = this;
    const wasCanceled = this.canceledAt !== null;
    this.status = 'canceled';
    this.canceledAt ??= now;
    this.endsAt = endedAt;
    this.endedAt = endedAt;
    this.resumesAt = null;
    this.pendingUpdate = null;
    this.changed(now, ['status', 'canceledAt', 'endsAt', 'endedAt', ...this.clearPause()], status);
    if (!wasCanceled) this.record(new SubscriptionCanceled(this, now));
    this.record(new SubscriptionRevoked(this, now));
  }

  protected changed(now: Date, fields: readonly string[], previousStatus = this.status): void {
    if (fields.length > 0) this.record(new SubscriptionUpdated(this, now, fields, previousStatus));
  }

  protected recordCycle(now: Date): void {
    this.record(new SubscriptionCycled(this, now, { current_period_start: this.currentPeriodStart.toISOString() }));
  }

  private cycle(now: Date): void {
    const { status } = this;
    const trialHasEnded = status === 'trialing';
    if (trialHasEnded) this.status = 'active';
    const fields = [...this.applyPendingUpdate(now), ...this.beginPeriod(this.currentPeriodEnd)];
    this.changed(now, [...fields, ...(trialHasEnded ? ['status'] : [])], status);
    this.recordCycle(now);
    if (trialHasEnded) this.record(new SubscriptionActive(this, now));
  }

  private pause(now: Date): void {
    const { status } = this;
    this.status = 'paused';
    this.pausedAt = this.currentPeriodEnd;
    this.pauseAtPeriodEnd = false;
    this.changed(now, ['status', 'pausedAt', 'pauseAtPeriodEnd', ...this.applyPendingUpdate(now)], status);
    const resumesAt = this.resumesAt?.toISOString() ?? null;
    this.record(new SubscriptionPaused(this, now, { paused_at: this.pausedAt.toISOString(), resumes_at: resumesAt }));
  }

  /** Drops a product that does not fit the number of seats, which may have changed since it was scheduled. */
  private applyPendingUpdate(now: Date): string[] {
    const offer = this.pendingUpdate?.offer;
    if (!offer) return [];
    this.pendingUpdate = null;
    if (fitsSeats(offer, this.seats, this.priceOf(offer))) return ['pendingUpdate', ...this.adopt(offer, now)];
    this.record(new SubscriptionUpdateCleared(this, now));
    return ['pendingUpdate'];
  }

  private beginPeriod(start: Date): string[] {
    const { recurringInterval: unit, recurringIntervalCount: count } = this;
    this.currentPeriodStart = start;
    this.currentPeriodEnd = after(start, { unit, count }, this.anchorDay);
    return ['currentPeriodStart', 'currentPeriodEnd', ...this.beginMeterPeriod(start)];
  }

  /** The day of the month on which meter periods start. */
  private get meterAnchorDay(): number {
    return this.status === 'trialing' ? this.startedAt.getUTCDate() : this.anchorDay;
  }

  private cycleMeters(now: Date): void {
    const start = this.currentMeterPeriodEnd!;
    this.changed(now, this.beginMeterPeriod(start));
    this.record(new SubscriptionMeterCycled(this, now, { current_meter_period_start: start.toISOString() }));
  }

  /** The grace period has ended, which is not recorded yet. */
  private graceHasEnded(now: Date): boolean {
    return this.status === 'past_due' && !this.graceOver && this.graceEndsAt! <= now;
  }

  /** The subscription was not paid in time. Periods that ended earlier are ended first. */
  private dunningHasEnded(now: Date): boolean {
    const { dunningEndsAt, currentMeterPeriodEnd, currentPeriodEnd } = this;
    if (this.status !== 'past_due' || dunningEndsAt === null) return false;
    return dunningEndsAt <= now && dunningEndsAt <= (currentMeterPeriodEnd ?? currentPeriodEnd);
  }

  /** The last meter period of a billing period ends together with it, in `endPeriod`. */
  private meterPeriodHasEnded(now: Date): boolean {
    const end = this.currentMeterPeriodEnd;
    return end !== null && end <= now && end < this.currentPeriodEnd;
  }
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Lists of prices are compared by their elements. */
const isSameTerm = (a: unknown, b: unknown): boolean => (Array.isArray(a) && Array.isArray(b) ? `${a}` === `${b}` : a === b);
