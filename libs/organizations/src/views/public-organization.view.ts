import {
  boolean,
  describeFields,
  describeResource,
  type Infer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const PRORATION_BEHAVIORS = ['invoice', 'prorate', 'next_period', 'reset'] as const;

export const CustomerPortalSettingsView = object(
  {
    usage: object({ show: boolean() }, 'CustomerPortalUsageSettings', { show: 'Whether the portal shows usage.' }),
    subscription: object(
      { update_seats: boolean(), update_plan: boolean(), update_units: boolean(), pause: boolean() },
      'CustomerPortalSubscriptionSettings',
      {
        update_seats: 'Whether customers may change the number of seats.',
        update_plan: 'Whether customers may change to another product.',
        update_units: 'Whether customers may change the number of units.',
        pause: 'Whether customers may pause a subscription.',
      },
    ),
    customer: object({ allow_email_change: boolean() }, 'CustomerPortalCustomerSettings', {
      allow_email_change:
        'Whether customers may change their e-mail address, and merge into their account what they bought with another one.',
    }),
  },
  'OrganizationCustomerPortalSettings',
  { usage: 'Usage in the portal.', subscription: 'Subscriptions in the portal.', customer: 'Customer details in the portal.' },
);

const seller = describeFields(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    name: text(),
    slug: text(),
    avatar_url: nullable(text()),
    proration_behavior: oneOf(PRORATION_BEHAVIORS),
    allow_customer_updates: boolean(),
  },
  {
    ...describeResource('organization'),
    name: { text: 'The name of the organization.', example: 'Acme Inc.' },
    slug: { text: 'The unique name of the organization in URLs.', example: 'acme' },
    avatar_url: 'The URL of the avatar image, or `null`.',
    proration_behavior: 'How changes within a billing period are charged.',
    allow_customer_updates: 'Whether customers may change their subscriptions.',
  },
);

/** The organization of a benefit that a customer has. */
export const SellerView = object(seller, 'BenefitSubscriberOrganization');
export type SellerView = Infer<typeof SellerView>;

/** An organization as the public sees it. */
export const PublicOrganizationView = object(
  {
    ...seller,
    customer_portal_settings: CustomerPortalSettingsView,
    organization_features: object(
      { member_model_enabled: boolean(), checkout_localization_enabled: boolean() },
      'CustomerOrganizationFeatureSettings',
      {
        member_model_enabled: 'Whether customers have members.',
        checkout_localization_enabled: 'Whether the checkout is translated.',
      },
    ),
  },
  'CustomerOrganization',
  {
    customer_portal_settings: 'What customers see and do in the portal.',
    organization_features: 'The features of the organization that concern its customers.',
  },
);
export type PublicOrganizationView = Infer<typeof PublicOrganizationView>;

export const asSeller = ({
  customer_portal_settings: _settings,
  organization_features: _features,
  ...rest
}: PublicOrganizationView): SellerView => rest;
