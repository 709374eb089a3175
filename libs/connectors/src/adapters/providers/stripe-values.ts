import type { DisputeUpdate, PaymentUpdate, ProviderStatus } from '../../domain/provider-updates.ts';
import type { Meanings } from './event-reader.ts';

export const STRIPE_SUBSCRIPTION_STATUSES = {
  incomplete: 'pending',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
} as const satisfies Meanings<ProviderStatus>;

/** What happens while invoices are not collected. Stripe documents `void` for services that are not offered meanwhile. */
export const PAUSE_BEHAVIORS = {
  keep_as_draft: 'active',
  mark_uncollectible: 'active',
  void: 'paused',
} as const satisfies Meanings<ProviderStatus>;

/** A warning that is closed was no dispute. One that is appealed is lost until it is won. */
export const DISPUTE_STATUSES = {
  warning_needs_response: 'early_warning',
  warning_under_review: 'early_warning',
  warning_closed: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
} as const satisfies Meanings<DisputeUpdate['status']>;

/** A refund that is pending counts as made: the charge has its amount already. */
export const REFUND_STATUSES = {
  pending: 'made',
  requires_action: 'made',
  succeeded: 'made',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Meanings<'made' | 'failed'>;

export const STRIPE_BILLING_REASONS = {
  automatic_pending_invoice_item_invoice: 'purchase',
  manual: 'purchase',
  quote_accept: 'purchase',
  subscription: 'purchase',
  subscription_threshold: 'purchase',
  upcoming: 'purchase',
  subscription_create: 'subscription_create',
  subscription_cycle: 'subscription_cycle',
  subscription_update: 'subscription_update',
} as const satisfies Meanings<PaymentUpdate['reason']>;

export const SESSION_MODES = { payment: true, setup: false, subscription: false } as const satisfies Meanings<boolean>;

export const PAYMENT_STATUSES = { paid: true, no_payment_required: true, unpaid: false } as const satisfies Meanings<boolean>;

/** Whether a line is of an item of the subscription. */
export const LINE_PARENTS = { subscription_item_details: true, invoice_item_details: false } as const satisfies Meanings<boolean>;

/** The same before 2025-03-31. */
export const LINE_TYPES = { subscription: true, invoiceitem: false, line_item: false } as const satisfies Meanings<boolean>;

/** Whether a price contains its tax, or an amount of tax is contained in the price. */
export const TAX_BEHAVIORS = { inclusive: true, exclusive: false, unspecified: false } as const satisfies Meanings<boolean>;
