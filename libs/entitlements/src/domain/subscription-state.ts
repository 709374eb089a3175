import { newId } from '#kernel';
import { currentPeriod, type ReportedPeriod } from './billing-period.ts';
import { type CancellationState, NOT_CANCELED } from './cancellation.ts';
import type { Interval } from './interval.ts';
import { NOT_OVERDUE, type OverduePaymentState } from './overdue-payment.ts';
import type { PendingChangeState } from './pending-change.ts';
import { NO_PROVIDER, type ProviderRenewalState } from './provider-renewal.ts';
import type { Metadata, NewPurchase } from './purchase.ts';
import { PurchaseOrigin, type PurchaseOriginState } from './purchase-origin.ts';
import { NOT_PAUSED, type SubscriptionPauseState } from './subscription-pause.ts';
import { SubscriptionPeriods, type SubscriptionPeriodsState } from './subscription-periods.ts';
import type { SubscriptionStatus } from './subscription-status.ts';
import { SubscriptionTerms, type SubscriptionTermsState } from './subscription-terms.ts';

export interface NewSubscription extends NewPurchase {
  readonly period?: ReportedPeriod;
}

/** The facts with which a subscription was reported, to recognize one that is reported again. They never change. */
export interface OriginalTerms {
  readonly product_id: string;
  /** Missing in subscriptions that were stored before prices could be named. */
  readonly price_ids?: readonly string[];
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly seats: number | null;
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
  readonly status: SubscriptionStatus;
  readonly metadata: Metadata;
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
    originalTerms: externalId
      ? {
          product_id: terms.productId,
          price_ids: terms.priceIds,
          amount: terms.amount,
          tax_amount: terms.taxAmount,
          currency: terms.currency,
          seats: terms.seats,
        }
      : null,
    status: trialEnd !== null && trialEnd > now ? 'trialing' : 'active',
    metadata,
    pendingUpdate: null,
    ...PurchaseOrigin.of(purchase),
    ...terms,
    ...periods,
    ...NOT_CANCELED,
    ...NOT_PAUSED,
    ...NOT_OVERDUE,
    ...NO_PROVIDER,
  };
}
