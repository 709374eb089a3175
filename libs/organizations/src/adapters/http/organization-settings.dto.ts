import { SHORT_TEXT, LONG_TEXT } from '#support/texts';
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
import { SubscriptionSettingsView } from '../../queries/organization-settings.view.ts';

const { dunning_days, ...documentedSettings } = SubscriptionSettingsView.fields;

/** What extends the documented settings may be left out. */
export const SubscriptionSettingsInput = object(
  { ...documentedSettings, dunning_days: optional(dunning_days) },
  'OrganizationSubscriptionSettingsInput',
);

const flag = (fallback: boolean) => withDefault(boolean(), () => fallback);

export const CustomerPortalSettingsInput = object(
  {
    usage: object({ show: boolean() }, undefined, { show: 'Whether the portal shows usage.' }),
    subscription: object(
      { update_seats: boolean(), update_plan: boolean(), update_units: flag(true), pause: flag(false) },
      undefined,
      {
        update_seats: 'Whether customers may change the number of seats.',
        update_plan: 'Whether customers may change to another product.',
        update_units: 'Whether customers may change the number of units.',
        pause: 'Whether customers may pause a subscription.',
      },
    ),
    customer: withDefault(
      object({ allow_email_change: flag(false) }, undefined, {
        allow_email_change:
          'Whether customers may change their e-mail address, and merge into their account what they bought with another one.',
      }),
      () => ({ allow_email_change: false }),
    ),
  },
  'OrganizationCustomerPortalSettingsInput',
  { usage: 'Usage in the portal.', subscription: 'Subscriptions in the portal.', customer: 'Customer details in the portal.' },
);

/** The features that an organization sets itself; others are ignored. */
export const FeatureSettings = object(
  {
    seat_based_pricing_enabled: optional(boolean()),
    member_model_enabled: optional(boolean()),
    checkout_localization_enabled: optional(boolean()),
    overview_metrics: optional(nullable(list(text({ max: 100 }), { max: 100 }))),
  },
  'OrganizationFeatureSettingsUpdate',
  {
    seat_based_pricing_enabled: 'Whether prices can be seat-based. Requires `member_model_enabled` and cannot be disabled again.',
    member_model_enabled: 'Whether customers have members.',
    checkout_localization_enabled: 'Whether the checkout is translated.',
    overview_metrics: 'The metrics on the overview page. `null` for the default ones.',
  },
);

export const DisputeSettings = object(
  { auto_accept_below_amount: optional(nullable(integer({ ge: 1, le: 10_000 }))) },
  'OrganizationDisputeSettingsUpdate',
  {
    auto_accept_below_amount:
      'The amount in minor units below which disputes are accepted automatically. `null` for never. Requires the features for disputes.',
  },
);

const texts = () => optional(list(text(SHORT_TEXT), { max: 100 }));
const revenue = () => optional(nullable(integer({ ge: 0 })));

export const Details = object(
  {
    about: optional(nullable(text(LONG_TEXT))),
    product_description: optional(nullable(text(LONG_TEXT))),
    selling_categories: texts(),
    pricing_models: texts(),
    intended_use: optional(nullable(text(LONG_TEXT))),
    customer_acquisition: texts(),
    future_annual_revenue: revenue(),
    switching: flag(false),
    switching_from: optional(nullable(oneOf(['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other']))),
    previous_annual_revenue: revenue(),
  },
  'OrganizationDetails',
  {
    about: 'What the organization does.',
    product_description: 'What the organization sells.',
    selling_categories: 'The categories of the products.',
    pricing_models: 'The pricing models of the products.',
    intended_use: 'What the organization uses the service for.',
    customer_acquisition: 'How the organization finds its customers.',
    future_annual_revenue: 'The expected annual revenue.',
    switching: 'Whether the organization comes from another provider.',
    switching_from: 'The previous provider.',
    previous_annual_revenue: 'The annual revenue with the previous provider.',
  },
);

export const LegalEntity = discriminatedUnion('type', {
  individual: object({ type: literal('individual') }, 'OrganizationIndividualLegalEntity', {
    type: 'The type of the legal entity.',
  }),
  company: object({ type: literal('company'), registered_name: text(SHORT_TEXT) }, 'OrganizationCompanyLegalEntity', {
    type: 'The type of the legal entity.',
    registered_name: 'The registered name of the company.',
  }),
});
