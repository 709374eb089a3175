import { boolean, integer, list, nullable, object, oneOf, text } from '#platform/wire';
import { CustomerPortalSettingsView, PRORATIONS } from '../contract/index.ts';

export { CustomerPortalSettingsView, PRORATIONS };

const EMAILS = [
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

const CAPABILITIES = [
  'checkout_payments',
  'subscription_renewals',
  'payouts',
  'refunds',
  'api_access',
  'dashboard_access',
] as const;

const FEATURES = [
  'issue_funding_enabled',
  'wallets_enabled',
  'member_model_enabled',
  'checkout_localization_enabled',
  'reset_proration_behavior_enabled',
  'off_session_charges_enabled',
  'meter_cycling_enabled',
  'slack_benefit_enabled',
  'preview_access_enabled',
  'disputes_enabled',
  'sso_enabled',
  'dispute_auto_accept_enabled',
  'compass_enabled',
  'merchant_migration_enabled',
  'frame_ancestors_enforced',
] as const;

const switches = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, boolean()])) as { readonly [N in K]: ReturnType<typeof boolean> };

export const FeatureSettingsView = object(
  { ...switches(FEATURES), overview_metrics: nullable(list(text())) },
  'OrganizationFeatureSettings',
);

/** Ten years; without a bound, days would lead beyond the last date that there is. */
const LONGEST_GRACE_DAYS = 3650;

export const SubscriptionSettingsView = object(
  {
    allow_multiple_subscriptions: boolean(),
    proration_behavior: oneOf(PRORATIONS),
    benefit_revocation_grace_period: integer({ ge: 0, le: LONGEST_GRACE_DAYS }),
    prevent_trial_abuse: boolean(),
    allow_customer_updates: boolean(),
  },
  'OrganizationSubscriptionSettings',
);

export const CustomerEmailSettingsView = object(switches(EMAILS), 'OrganizationCustomerEmailSettings');

export const DisputeSettingsView = object({ auto_accept_below_amount: nullable(integer()) }, 'OrganizationDisputeSettings');

export const CapabilitiesView = object(switches(CAPABILITIES), 'OrganizationCapabilities');
