import { newId, ValidationFailed } from '#kernel';
import { currentPeriod, type ReportedPeriod, SubscriptionPeriods, type SubscriptionPeriodsState } from './billing-period.ts';
import { type CancellationState, NOT_CANCELED } from './cancellation.ts';
import type { Interval } from './interval.ts';
import type { OriginalTerms } from './original-terms.ts';
import { NOT_OVERDUE, type OverduePaymentState } from './overdue-payment.ts';
import type { PendingChangeState } from './pending-change.ts';
import { NO_PROVIDER, type ProviderRenewalState } from './provider-renewal.ts';
import { type Metadata, type NewPurchase, originOf, type PurchaseOriginState } from './purchase.ts';
import type { SubscriptionStatus } from './subscription-status.ts';
import { SubscriptionTerms, type SubscriptionTermsState } from './subscription-terms.ts';

export interface SubscriptionPauseState {
  pauseAtPeriodEnd: boolean;
  pausedAt: Date | null;
  /** When a pause ends by itself; null if somebody has to end it. */
  resumesAt: Date | null;
}

export const NOT_PAUSED: SubscriptionPauseState = { pauseAtPeriodEnd: false, pausedAt: null, resumesAt: null };

/** A pause of a subscription, planned or begun. Methods return the names of the changed fields. */
export class SubscriptionPause {
  constructor(private readonly state: SubscriptionPauseState) {}

  /** For the end of the period. */
  plan(resumesAt: Date | null, periodEnd: Date): string[] {
    if (resumesAt !== null && resumesAt <= periodEnd) throw tooEarly('resumesAt', resumesAt);
    this.state.pauseAtPeriodEnd = true;
    this.state.resumesAt = resumesAt;
    return ['pauseAtPeriodEnd', 'resumesAt'];
  }

  /** Withdraws a pause that has not begun. */
  withdraw(): string[] {
    if (!this.state.pauseAtPeriodEnd) return [];
    this.state.pauseAtPeriodEnd = false;
    this.state.resumesAt = null;
    return ['pauseAtPeriodEnd', 'resumesAt'];
  }

  /** The subscription ends: nothing is resumed. */
  drop(): string[] {
    const fields = this.withdraw();
    this.state.resumesAt = null;
    return fields;
  }

  begin(at: Date): string[] {
    this.state.pausedAt = at;
    this.state.pauseAtPeriodEnd = false;
    return ['pausedAt', 'pauseAtPeriodEnd'];
  }

  end(): string[] {
    this.state.pausedAt = null;
    this.state.resumesAt = null;
    return ['pausedAt', 'resumesAt'];
  }

  /** Whether a pause that has begun ends by itself by now. */
  isOver(now: Date): boolean {
    return this.state.resumesAt !== null && this.state.resumesAt <= now;
  }

  /** Throws if the end of a period is not before that of the pause. */
  assertNotOver(field: string, periodEnd: Date): void {
    if (this.isOver(periodEnd)) throw tooEarly(field, periodEnd);
  }

  /** When the period after the pause begins: the time at which it ends by itself, but not before it began. */
  get nextPeriodStart(): Date {
    const [pausedAt, resumesAt] = [this.state.pausedAt!, this.state.resumesAt!];
    return pausedAt > resumesAt ? pausedAt : resumesAt;
  }
}

const tooEarly = (field: string, input: Date): ValidationFailed =>
  ValidationFailed.at([field], 'A pause has to end after the current period.', input);

export interface NewSubscription extends NewPurchase {
  readonly period?: ReportedPeriod;
}

/** All that is stored of a subscription. */
export interface SubscriptionState
  extends
    PurchaseOriginState,
    SubscriptionTermsState,
    SubscriptionPeriodsState,
    CancellationState,
    SubscriptionPauseState,
    OverduePaymentState,
    ProviderRenewalState,
    PendingChangeState {
  readonly id: string;
  readonly organizationId: string;
  /** `null` without an external id. */
  readonly originalTerms: OriginalTerms | null;
  status: SubscriptionStatus;
  metadata: Metadata;
}

/** The state of a subscription that starts. */
export function startedState(purchase: NewSubscription, recurring: Interval, now: Date): SubscriptionState {
  const { offer, seats, price = {}, metadata, taxAmount, externalId } = purchase;
  const terms = SubscriptionTerms.of(offer, recurring, { seats, price, taxAmount: taxAmount ?? 0 });
  const periods = SubscriptionPeriods.of(currentPeriod(recurring, offer.trial, purchase.period ?? {}, now));
  const { trialEnd } = periods;
  return {
    id: newId('subscription'),
    organizationId: offer.organizationId,
    originalTerms: externalId ? new SubscriptionTerms(terms).original : null,
    status: trialEnd !== null && trialEnd > now ? 'trialing' : 'active',
    metadata,
    pendingUpdate: null,
    ...originOf(purchase),
    ...terms,
    ...periods,
    ...NOT_CANCELED,
    ...NOT_PAUSED,
    ...NOT_OVERDUE,
    ...NO_PROVIDER,
  };
}
