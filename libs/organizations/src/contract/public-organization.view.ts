import { boolean, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const PRORATIONS = ['invoice', 'prorate', 'next_period', 'reset'] as const;

export const CustomerPortalSettingsView = object(
  {
    usage: object({ show: boolean() }, 'CustomerPortalUsageSettings'),
    subscription: object(
      { update_seats: boolean(), update_plan: boolean(), update_units: boolean(), pause: boolean() },
      'CustomerPortalSubscriptionSettings',
    ),
    customer: object({ allow_email_change: boolean() }, 'CustomerPortalCustomerSettings'),
  },
  'OrganizationCustomerPortalSettings',
);

const seller = {
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  id: uuid4(),
  name: text(),
  slug: text(),
  avatar_url: nullable(text()),
  proration_behavior: oneOf(PRORATIONS),
  allow_customer_updates: boolean(),
};

/** A seller beside something that it gave to a customer. */
export const SellerView = object(seller, 'BenefitSubscriberOrganization');
export type SellerView = Infer<typeof SellerView>;

/** What everybody may know of an organization. */
export const PublicOrganizationView = object(
  {
    ...seller,
    customer_portal_settings: CustomerPortalSettingsView,
    organization_features: object(
      { member_model_enabled: boolean(), checkout_localization_enabled: boolean() },
      'CustomerOrganizationFeatureSettings',
    ),
  },
  'CustomerOrganization',
);
export type PublicOrganizationView = Infer<typeof PublicOrganizationView>;

export const asSeller = ({
  customer_portal_settings: _settings,
  organization_features: _features,
  ...rest
}: PublicOrganizationView): SellerView => rest;
