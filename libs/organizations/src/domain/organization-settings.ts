/**
 * Settings are stored as complete documents with the field names of the API, and replaced as a whole. They configure other parts
 * of the service; this context has no rules about them.
 */
export const PRORATIONS = ['invoice', 'prorate', 'next_period', 'reset'] as const;
export type Proration = (typeof PRORATIONS)[number];

export interface SubscriptionSettings {
  readonly allow_multiple_subscriptions: boolean;
  readonly proration_behavior: Proration;
  /** In whole days. */
  readonly benefit_revocation_grace_period: number;
  /** An extension. In whole days; left out of a request, it stays as it is. */
  readonly dunning_days: number;
  readonly prevent_trial_abuse: boolean;
  readonly allow_customer_updates: boolean;
}

export const EMAILS = [
  'order_confirmation',
  'payment_method_expiration_reminder',
  'subscription_cancellation',
  'subscription_confirmation',
  'subscription_cycled',
  'subscription_cycled_after_trial',
  'subscription_past_due',
  'subscription_paused',
  'subscription_resumed',
  'subscription_renewal_reminder',
  'subscription_revoked',
  'subscription_trial_conversion_reminder',
  'subscription_uncanceled',
  'subscription_updated',
] as const;
export type CustomerEmailSettings = { readonly [E in (typeof EMAILS)[number]]: boolean };

export interface CustomerPortalSettings {
  readonly usage: { readonly show: boolean };
  readonly subscription: {
    readonly update_seats: boolean;
    readonly update_plan: boolean;
    readonly update_units: boolean;
    readonly pause: boolean;
  };
  readonly customer: { readonly allow_email_change: boolean };
}

export const DEFAULT_SUBSCRIPTION_SETTINGS: SubscriptionSettings = {
  allow_multiple_subscriptions: false,
  proration_behavior: 'prorate',
  benefit_revocation_grace_period: 0,
  dunning_days: 30,
  prevent_trial_abuse: false,
  allow_customer_updates: true,
};

export const DEFAULT_CUSTOMER_EMAIL_SETTINGS = Object.fromEntries(EMAILS.map((email) => [email, true])) as CustomerEmailSettings;

export const DEFAULT_CUSTOMER_PORTAL_SETTINGS: CustomerPortalSettings = {
  usage: { show: true },
  subscription: { update_seats: true, update_plan: true, update_units: true, pause: false },
  customer: { allow_email_change: false },
};
