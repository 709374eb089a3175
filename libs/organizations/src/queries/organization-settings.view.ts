import { boolean, described, integer, list, nullable, object, oneOf, text } from '#platform/wire';
import { CustomerPortalSettingsView, PRORATION_BEHAVIORS } from '../views/public-organization.view.ts';

export { CustomerPortalSettingsView, PRORATION_BEHAVIORS };

const EMAILS = {
  order_confirmation: 'an order is confirmed',
  payment_method_expiration_reminder: 'a payment method is about to expire',
  subscription_cancellation: 'a subscription is canceled',
  subscription_confirmation: 'a subscription is confirmed',
  subscription_cycled: 'a subscription is renewed',
  subscription_cycled_after_trial: 'a subscription is renewed for the first time after a trial',
  subscription_past_due: 'a payment for a subscription is past due',
  subscription_paused: 'a subscription is paused',
  subscription_resumed: 'a paused subscription is resumed',
  subscription_renewal_reminder: 'a subscription is about to be renewed',
  subscription_revoked: 'a subscription is revoked',
  subscription_trial_conversion_reminder: 'a trial is about to end',
  subscription_uncanceled: 'a cancellation is withdrawn',
  subscription_updated: 'a subscription is changed',
};

const CAPABILITIES = {
  checkout_payments: 'customers can buy',
  subscription_renewals: 'subscriptions are renewed',
  payouts: 'payouts are made',
  refunds: 'refunds are made',
  api_access: 'data of the organization can be changed, not only read',
  dashboard_access: 'users can open the dashboard',
};

const FEATURES = {
  issue_funding_enabled: 'issue funding',
  wallets_enabled: 'wallets',
  member_model_enabled: 'members of customers',
  checkout_localization_enabled: 'translated checkouts',
  reset_proration_behavior_enabled: 'the proration behavior `reset`',
  off_session_charges_enabled: 'charges without the customer present',
  meter_cycling_enabled: 'meter periods that differ from the billing period',
  slack_benefit_enabled: 'Slack benefits',
  preview_access_enabled: 'preview access',
  disputes_enabled: 'disputes',
  sso_enabled: 'single sign-on',
  dispute_auto_accept_enabled: 'automatic acceptance of disputes',
  compass_enabled: 'Compass',
  merchant_migration_enabled: 'merchant migration',
  frame_ancestors_enforced: 'enforcement of the hosts that may embed a checkout',
};

/** A boolean per name. The sentence and the ending of each name make up its description. */
const switches = <K extends string>(names: Readonly<Record<K, string>>, sentence: string) =>
  Object.fromEntries(
    Object.entries<string>(names).map(([name, ending]) => [name, described(boolean(), `${sentence} ${ending}.`)]),
  ) as { readonly [N in K]: ReturnType<typeof boolean> };

export const FeatureSettingsView = object(
  { ...switches(FEATURES, 'Whether the organization has the feature:'), overview_metrics: nullable(list(text())) },
  'OrganizationFeatureSettings',
  { overview_metrics: 'The metrics on the overview page, or `null` for the default ones.' },
);

/** Ten years. The bound keeps dates within the range of timestamps. */
const MAX_DAYS = 3650;

export const SubscriptionSettingsView = object(
  {
    allow_multiple_subscriptions: boolean(),
    proration_behavior: oneOf(PRORATION_BEHAVIORS),
    benefit_revocation_grace_period: integer({ ge: 0, le: MAX_DAYS }),
    dunning_days: integer({ ge: 1, le: MAX_DAYS }),
    prevent_trial_abuse: boolean(),
    allow_customer_updates: boolean(),
  },
  'OrganizationSubscriptionSettings',
  {
    allow_multiple_subscriptions: 'Whether a customer may have several subscriptions that have not ended.',
    proration_behavior: 'How changes within a billing period are charged.',
    benefit_revocation_grace_period: 'The number of days after which benefits of a subscription that is past due are revoked.',
    dunning_days: 'The number of days after which a subscription that stays past due ends. An extension.',
    prevent_trial_abuse: 'Whether a customer gets only one trial of a product.',
    allow_customer_updates: 'Whether customers may change their subscriptions.',
  },
);

export const CustomerEmailSettingsView = object(
  switches(EMAILS, 'Whether customers get an e-mail when'),
  'OrganizationCustomerEmailSettings',
);

export const DisputeSettingsView = object({ auto_accept_below_amount: nullable(integer()) }, 'OrganizationDisputeSettings', {
  auto_accept_below_amount: 'The amount in minor units below which disputes are accepted automatically, or `null` for never.',
});

export const CapabilitiesView = object(switches(CAPABILITIES, 'Whether'), 'OrganizationCapabilities');
