import { newId } from '#kernel';
import { currentPeriod, type ReportedPeriod } from './billing-period.ts';
import { type CancellationState, NOT_CANCELED } from './cancellation.ts';
import type { Interval } from './interval.ts';
import type { OriginalTerms } from './original-terms.ts';
import { NOT_OVERDUE, type OverduePaymentState } from './overdue-payment.ts';
import type { PendingChangeState } from './pending-change.ts';
import { NO_PROVIDER, type ProviderRenewalState } from './provider-renewal.ts';
import type { Metadata, NewPurchase } from './purchase.ts';
import { originOf, type PurchaseOriginState } from './purchase-origin.ts';
import { NOT_PAUSED, type SubscriptionPauseState } from './subscription-pause.ts';
import { SubscriptionPeriods, type SubscriptionPeriodsState } from './subscription-periods.ts';
import type { SubscriptionStatus } from './subscription-status.ts';
import { SubscriptionTerms, type SubscriptionTermsState } from './subscription-terms.ts';

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
