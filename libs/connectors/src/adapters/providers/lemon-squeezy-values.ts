import type { PaymentUpdate, ProviderStatus } from '../../domain/provider-updates.ts';
import type { Meanings } from './event-reader.ts';

/** One that is cancelled has access until it expires. */
export const LEMON_SQUEEZY_SUBSCRIPTION_STATUSES = {
  on_trial: 'trialing',
  active: 'active',
  cancelled: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  pause: 'paused',
  expired: 'canceled',
} as const satisfies Meanings<ProviderStatus>;

/** `free`: the customer has access, and pays nothing. */
export const PAUSE_MODES = { void: 'paused', free: 'active' } as const satisfies Meanings<ProviderStatus>;

/** Whether an order was paid. The documentation and the package spell a partial refund differently. */
export const ORDER_STATUSES = {
  paid: true,
  refunded: true,
  partial_refund: true,
  partial_refunded: true,
  partially_refunded: true,
  pending: false,
  failed: false,
  fraudulent: false,
} as const satisfies Meanings<boolean>;

/** Whether an invoice of a subscription was paid. */
export const INVOICE_STATUSES = {
  paid: true,
  refunded: true,
  partial_refund: true,
  partial_refunded: true,
  partially_refunded: true,
  pending: false,
  void: false,
  failed: false,
  fraudulent: false,
} as const satisfies Meanings<boolean>;

export const LEMON_SQUEEZY_BILLING_REASONS = {
  initial: 'subscription_create',
  renewal: 'subscription_cycle',
  updated: 'subscription_update',
} as const satisfies Meanings<PaymentUpdate['reason']>;
