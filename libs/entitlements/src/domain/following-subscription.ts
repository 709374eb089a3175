import { periodUntil } from './billing-period.ts';
import { ChangeableSubscription, notRecurring } from './changeable-subscription.ts';
import { type Offer, seatTiersOf } from './offer.ts';
import { assertPriced, productError } from './purchase.ts';
import { renewalDueAfter } from './renewal.ts';
import {
  SubscriptionActive,
  SubscriptionCanceled,
  SubscriptionPastDue,
  SubscriptionPaused,
  SubscriptionResumed,
  SubscriptionUncanceled,
} from './subscription.events.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

/** What a payment provider knows about a subscription. */
export interface ProviderState {
  /** Grows with what is known. A state with a lower number than the last one is outdated. */
  readonly revision: number;
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** When it fell past due, was paused or ended; null for an active one. */
  readonly since: Date | null;
  /** The start of the period that is paid; null if it follows from the end. */
  readonly paidFrom: Date | null;
  readonly paidUntil: Date;
  readonly trialEnd: Date | null;
  /** Whether nothing is due until the provider says so: it does not fall past due by itself. */
  readonly isFree: boolean;
  readonly endsWithPeriod: boolean;
  /** When it will end, which may be before the end of the period. */
  readonly endsAt: Date | null;
  readonly canceledAt: Date | null;
  /** In minor units, without tax, if it is known. Seats cost what the product says. */
  readonly amount?: number;
  readonly currency?: string;
}

/** A subscription that a payment provider renews. It does what the provider says, and never renews or ends itself. */
export abstract class FollowingSubscription extends ChangeableSubscription {
  /** Takes over what the payment provider knows. The result does not depend on earlier states. One that has ended stays ended. */
  follow(offer: Offer, state: ProviderState, graceDays: number, now: Date): void {
    if (state.revision <= (this.providerRevision ?? 0)) return;
    this.assertCanFollow(offer, state);
    if (this.hasEnded) return this.followAfterEnd(offer, state, now);
    const { status, cancelAtPeriodEnd, currentPeriodStart } = this;
    const isFirst = !this.isFollowing;
    this.providerRevision = state.revision;
    this.graceDays = graceDays;
    const fields = [...this.followTerms(offer, state, now), ...this.followPeriod(state, now), ...this.followCancellation(state)];
    this.renewalDueAt = this.dueAfter(state);
    fields.push(...this.followStatus(state, graceDays, now));
    this.changed(now, fields, status);
    if (!isFirst && this.currentPeriodStart > currentPeriodStart) this.recordCycle(now);
    if (this.cancelAtPeriodEnd && !cancelAtPeriodEnd) this.record(new SubscriptionCanceled(this, now));
    if (!this.cancelAtPeriodEnd && cancelAtPeriodEnd) this.record(new SubscriptionUncanceled(this, now));
    this.recordStatus(status, now);
    if (state.status !== 'canceled') return this.missRenewal(now);
    this.end(state.since ?? now, now);
    this.canceledAt = state.canceledAt ?? this.canceledAt;
  }

  /** What the provider tells late about a subscription that has ended there, too. */
  private followAfterEnd(offer: Offer, state: ProviderState, now: Date): void {
    if (state.status !== 'canceled') return;
    this.providerRevision = state.revision;
    const fields = [...this.followTerms(offer, state, now), ...this.followPeriod(state, now), ...this.followCancellation(state)];
    this.endedAt = state.since ?? this.endedAt;
    this.endsAt = this.endedAt;
    this.canceledAt = state.canceledAt ?? this.canceledAt;
    this.renewalDueAt = this.dueAfter(state);
    this.changed(now, fields);
  }

  private assertCanFollow(offer: Offer, { amount, currency }: ProviderState): void {
    if (!offer.recurring) throw notRecurring(offer);
    const { seats } = this;
    if (seats !== null && !seatTiersOf(offer)) {
      throw productError('A product that is sold by seats can only be exchanged for one that is sold by seats too.', offer);
    }
    assertPriced(offer, { currency, amount: seatTiersOf(offer) ? undefined : amount });
  }

  private followTerms(offer: Offer, { amount, currency }: ProviderState, now: Date): string[] {
    const fields = offer.productId === this.productId ? [] : this.adopt(offer, now);
    if (this.seats !== null || amount === undefined) return fields;
    if (this.amount !== amount) fields.push('amount');
    this.amount = amount;
    if (currency !== undefined && this.currency !== currency) fields.push('currency');
    this.currency = currency ?? this.currency;
    return fields;
  }

  private followPeriod({ paidFrom, paidUntil, trialEnd }: ProviderState, now: Date): string[] {
    const { startedAt, recurringInterval: unit, recurringIntervalCount: count } = this;
    const start = paidFrom ?? periodUntil(paidUntil, { unit, count }, { startedAt }, now).start;
    const isSame = isSameTime(start, this.currentPeriodStart) && isSameTime(paidUntil, this.currentPeriodEnd);
    const fields = isSameTime(trialEnd, this.trialEnd) ? [] : ['trialStart', 'trialEnd'];
    this.trialStart = trialEnd && startedAt;
    this.trialEnd = trialEnd;
    if (isSame) return fields;
    this.currentPeriodStart = start;
    this.currentPeriodEnd = paidUntil;
    this.anchorDay = paidUntil.getUTCDate();
    this.beginFirstMeterPeriod(paidUntil > now ? now : paidUntil);
    return [...fields, 'currentPeriodStart', 'currentPeriodEnd'];
  }

  private dueAfter({ isFree, endsWithPeriod, endsAt }: ProviderState): Date | null {
    if (isFree && !endsWithPeriod) return null;
    return renewalDueAfter((endsWithPeriod ? endsAt : null) ?? this.currentPeriodEnd, endsWithPeriod);
  }

  private followCancellation({ endsWithPeriod, endsAt: told, canceledAt }: ProviderState): string[] {
    const endsAt = endsWithPeriod ? (told ?? this.currentPeriodEnd) : null;
    const isSame = this.cancelAtPeriodEnd === endsWithPeriod && isSameTime(this.endsAt, endsAt);
    this.cancelAtPeriodEnd = endsWithPeriod;
    this.canceledAt = endsWithPeriod ? canceledAt : null;
    this.endsAt = endsAt;
    return isSame ? [] : ['cancelAtPeriodEnd', 'canceledAt', 'endsAt'];
  }

  private followStatus({ status, since, trialEnd }: ProviderState, graceDays: number, now: Date): string[] {
    const before = { status: this.status, pastDueAt: this.pastDueAt };
    this.pausedAt = status === 'paused' ? since : null;
    this.dunningEndsAt = null;
    if (status === 'past_due') this.fallPastDueAt(since ?? now, graceDays, now);
    else {
      if (status !== 'canceled')
        this.status = status === 'paused' ? 'paused' : trialEnd !== null && trialEnd > now ? 'trialing' : 'active';
      this.pastDueAt = null;
      this.graceEndsAt = null;
      this.graceOver = false;
    }
    if (this.status === before.status && isSameTime(this.pastDueAt, before.pastDueAt)) return [];
    return ['status', 'pastDueAt', 'pausedAt'];
  }

  private recordStatus(before: SubscriptionStatus, now: Date): void {
    if (this.status === before) return;
    if (this.status === 'past_due') this.record(new SubscriptionPastDue(this, now));
    if (this.status === 'paused') {
      this.record(new SubscriptionPaused(this, now, { paused_at: (this.pausedAt ?? now).toISOString(), resumes_at: null }));
    }
    if (before === 'paused') this.record(new SubscriptionResumed(this, now));
    if (this.status === 'active') this.record(new SubscriptionActive(this, now));
  }
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
