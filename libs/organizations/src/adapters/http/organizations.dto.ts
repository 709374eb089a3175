import { defineRequest, type InputOf, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  country,
  currency,
  described,
  email,
  httpUrl,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timeZone,
  uuid4,
} from '#platform/wire';
import { CustomerEmailSettingsView } from '../../queries/organization-settings.view.ts';
import { TAX_BEHAVIORS } from '../../queries/organization.view.ts';
import { ORGANIZATION_ORDERS } from '../../queries/list-organizations.ts';
import {
  CustomerPortalSettingsInput,
  Details,
  DisputeSettings,
  FeatureSettings,
  LegalEntity,
  SubscriptionSettingsInput,
} from './organization-settings.dto.ts';

const MAX_NAME_LENGTH = 1024;
export const SLUG = text({ min: 3, max: 64 }, { pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' });

const path = { id: described(uuid4(), 'The ID of the organization.') };

const UPDATE = {
  name: { text: 'The name of the organization.', example: 'Acme Inc.' },
  avatar_url: 'The URL of the avatar image. `null` for none.',
  email: 'The public e-mail address. `null` for none.',
  website: 'The URL of the website. `null` for none.',
  country: 'The country of the organization. `null` for none.',
  time_zone: {
    text: 'The IANA time zone in which a day that somebody chooses in a form, a file or a command begins and ends. An extension.',
    example: 'Europe/Berlin',
  },
  default_presentment_currency: 'The default currency of prices. All products need prices in it.',
  default_tax_behavior: 'Whether prices include tax unless they say otherwise.',
  socials: 'Links to profiles on social platforms. Replaces all existing links.',
  feature_settings: 'The features to change. Others stay as they are.',
  subscription_settings: 'The rules for subscriptions. Replaces all existing ones, except for extensions that are left out.',
  customer_email_settings: 'The e-mails that customers get. Replaces all existing settings.',
  customer_portal_settings: 'What customers see and do in the portal. Replaces all existing settings.',
  embed_hosts: 'The hosts that may embed a checkout. Replaces all existing hosts.',
  dispute_settings: 'The rules for disputes.',
  details: 'Details about the business, for the operator of the service.',
  sso_enforced:
    'Whether members with an address of a verified domain have to sign in through the provider of the organization, except owners. Switching it on needs a session that was signed in through that provider.',
};
const CREATE = {
  ...UPDATE,
  slug: {
    text: 'The unique name of the organization in URLs: lower-case letters, digits and single hyphens. It cannot be changed later.',
    example: 'acme',
  },
  legal_entity: 'The legal entity behind the organization.',
};

/** The platform of a link is derived from its URL. */
const socials = list(object({ url: httpUrl() }, 'OrganizationSocialLinkInput', { url: 'The URL of the profile.' }), { max: 100 });

const contact = {
  avatar_url: optional(nullable(httpUrl())),
  email: optional(nullable(email())),
  website: optional(nullable(httpUrl())),
  country: optional(nullable(country())),
  time_zone: optional(timeZone()),
};

const settings = {
  socials,
  feature_settings: FeatureSettings,
  subscription_settings: SubscriptionSettingsInput,
  customer_email_settings: CustomerEmailSettingsView,
  customer_portal_settings: CustomerPortalSettingsInput,
};

const money = {
  default_presentment_currency: optional(currency()),
  default_tax_behavior: optional(oneOf(TAX_BEHAVIORS)),
};

export const ListOrganizationsRequest = defineRequest({
  query: {
    slug: described(optional(text(LOOKUP_TEXT)), 'Returns only the organization with this slug, ignoring case.'),
    sorting: sorting(ORGANIZATION_ORDERS, ['created_at']),
    ...paging,
  },
});

export const OneOrganizationRequest = defineRequest({ path });

/** `null` stands for the default. */
export const CreateOrganizationRequest = defineRequest({
  body: object(
    {
      name: text({ min: 3, max: MAX_NAME_LENGTH }),
      slug: SLUG,
      ...contact,
      ...money,
      socials: optional(nullable(settings.socials)),
      feature_settings: optional(nullable(settings.feature_settings)),
      subscription_settings: optional(nullable(settings.subscription_settings)),
      customer_email_settings: optional(nullable(settings.customer_email_settings)),
      customer_portal_settings: optional(nullable(settings.customer_portal_settings)),
      details: optional(nullable(Details)),
      legal_entity: optional(nullable(LegalEntity)),
    },
    'OrganizationCreate',
    CREATE,
  ),
});

/** `null` clears optional fields and is rejected for required ones. */
export const UpdateOrganizationRequest = defineRequest({
  path,
  body: object(
    {
      name: optional(text({ min: 3, max: MAX_NAME_LENGTH })),
      ...contact,
      ...money,
      socials: optional(settings.socials),
      feature_settings: optional(settings.feature_settings),
      subscription_settings: optional(settings.subscription_settings),
      customer_email_settings: optional(settings.customer_email_settings),
      customer_portal_settings: optional(settings.customer_portal_settings),
      embed_hosts: optional(list(text({ min: 1, max: 255 }), { max: 100 })),
      dispute_settings: optional(DisputeSettings),
      details: optional(nullable(Details)),
      sso_enforced: optional(boolean()),
    },
    'OrganizationUpdate',
    UPDATE,
  ),
});

type CreateBody = InputOf<typeof CreateOrganizationRequest>['body'];

/** The fields that are replaced as a whole. */
export const profileOf = (body: Partial<CreateBody> & { readonly embed_hosts?: string[] }) => ({
  name: body.name,
  avatarUrl: body.avatar_url,
  email: body.email,
  website: body.website,
  country: body.country,
  timeZone: body.time_zone,
  socials: body.socials?.map(({ url }) => url),
  embedHosts: body.embed_hosts,
  defaultPresentmentCurrency: body.default_presentment_currency,
  defaultTaxBehavior: body.default_tax_behavior,
  subscriptionSettings: body.subscription_settings ?? undefined,
  customerEmailSettings: body.customer_email_settings ?? undefined,
  customerPortalSettings: body.customer_portal_settings ?? undefined,
});
