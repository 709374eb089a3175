import {
  boolean,
  withDefault,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
} from '#platform/wire';

const flag = (otherwise: boolean) => withDefault(boolean(), () => otherwise);

/** What was added to the portal later may be left out. */
export const CustomerPortalSettings = object(
  {
    usage: object({ show: boolean() }),
    subscription: object({
      update_seats: boolean(),
      update_plan: boolean(),
      update_units: flag(true),
      pause: flag(false),
    }),
    customer: withDefault(object({ allow_email_change: flag(false) }), () => ({ allow_email_change: false })),
  },
  'OrganizationCustomerPortalSettingsInput',
);

/** Other features are not the organization's to turn, and ignored. */
export const FeatureSettings = object(
  {
    seat_based_pricing_enabled: optional(boolean()),
    member_model_enabled: optional(boolean()),
    checkout_localization_enabled: optional(boolean()),
    overview_metrics: optional(nullable(list(text({ max: 100 }), { max: 100 }))),
  },
  'OrganizationFeatureSettingsUpdate',
);

export const DisputeSettings = object(
  { auto_accept_below_amount: optional(nullable(integer({ ge: 1, le: 10_000 }))) },
  'OrganizationDisputeSettingsUpdate',
);

const words = () => optional(list(text()));
const revenue = () => optional(nullable(integer({ ge: 0 })));

export const Details = object(
  {
    about: optional(nullable(text())),
    product_description: optional(nullable(text())),
    selling_categories: words(),
    pricing_models: words(),
    intended_use: optional(nullable(text())),
    customer_acquisition: words(),
    future_annual_revenue: revenue(),
    switching: flag(false),
    switching_from: optional(nullable(oneOf(['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other']))),
    previous_annual_revenue: revenue(),
  },
  'OrganizationDetails',
);

export const LegalEntity = discriminatedUnion('type', {
  individual: object({ type: literal('individual') }, 'OrganizationIndividualLegalEntity'),
  company: object({ type: literal('company'), registered_name: text() }, 'OrganizationCompanyLegalEntity'),
});
