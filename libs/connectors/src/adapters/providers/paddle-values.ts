import type { PaymentUpdate, ProviderStatus } from '../../domain/provider-updates.ts';
import type { Meanings } from './event-reader.ts';

export const PADDLE_SUBSCRIPTION_STATUSES = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'canceled',
} as const satisfies Meanings<ProviderStatus>;

export const TRANSACTION_ORIGINS = {
  api: 'subscription_create',
  web: 'subscription_create',
  subscription_recurring: 'subscription_cycle',
  subscription_update: 'subscription_update',
  subscription_charge: 'subscription_update',
  subscription_payment_method_change: 'subscription_update',
} as const satisfies Meanings<PaymentUpdate['reason']>;

/** Whether money was given back. What was given back and reversed has the status of the adjustment. */
export const ADJUSTMENT_ACTIONS = {
  refund: true,
  chargeback: true,
  credit: false,
  credit_reverse: false,
  chargeback_reverse: false,
  chargeback_warning: false,
  chargeback_warning_reverse: false,
} as const satisfies Meanings<boolean>;

/** Adjustments that are pending or rejected gave nothing back; one that is reversed was approved before. */
export const ADJUSTMENT_STATUSES = {
  pending_approval: 'nothing',
  rejected: 'nothing',
  approved: 'made',
  reversed: 'failed',
} as const satisfies Meanings<'nothing' | 'made' | 'failed'>;

/** Whether the subscription will end. */
export const SCHEDULED_ACTIONS = { cancel: true, pause: false, resume: false } as const satisfies Meanings<boolean>;

/** Whether a price contains its tax. */
export const TAX_MODES = {
  internal: true,
  external: false,
  account_setting: false,
  location: false,
} as const satisfies Meanings<boolean>;

/** Whether a subscription that was created was paid. */
export const COLLECTION_MODES = { automatic: true, manual: false } as const satisfies Meanings<boolean>;
