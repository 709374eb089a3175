import { defineRequest, type InputOf, paging, sorting } from '#platform/http';
import { boolean, country, currency, email, httpUrl, list, nullable, object, oneOf, optional, text, uuid4 } from '#platform/wire';
import { CustomerEmailSettingsView, SubscriptionSettingsView } from '../../queries/organization-settings.view.ts';
import { TAX_BEHAVIORS } from '../../queries/organization.view.ts';
import { ORGANIZATION_ORDERS } from '../../queries/list-organizations.ts';
import { CustomerPortalSettings, Details, DisputeSettings, FeatureSettings, LegalEntity } from './organization-settings.dto.ts';

const path = { id: uuid4() };

/** The platform of a link follows from its address, so it is not asked for. */
const socials = list(object({ url: httpUrl() }, 'OrganizationSocialLinkInput'), { max: 100 });

const contact = {
  avatar_url: optional(nullable(httpUrl())),
  email: optional(nullable(email())),
  website: optional(nullable(httpUrl())),
  country: optional(nullable(country())),
};

const settings = {
  socials,
  feature_settings: FeatureSettings,
  subscription_settings: SubscriptionSettingsView,
  customer_email_settings: CustomerEmailSettingsView,
  customer_portal_settings: CustomerPortalSettings,
};

const money = {
  default_presentment_currency: optional(currency()),
  default_tax_behavior: optional(oneOf(TAX_BEHAVIORS)),
};

export const ListOrganizationsRequest = defineRequest({
  query: { slug: optional(text()), sorting: sorting(ORGANIZATION_ORDERS, ['created_at']), ...paging },
});

export const OneOrganizationRequest = defineRequest({ path });

/** Null is the default. */
export const CreateOrganizationRequest = defineRequest({
  body: object(
    {
      name: text({ min: 3 }),
      slug: text({ min: 3, max: 64 }),
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
  ),
});

/** Null clears what can be cleared, and is refused elsewhere. */
export const UpdateOrganizationRequest = defineRequest({
  path,
  body: object(
    {
      name: optional(text({ min: 3 })),
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
  ),
});

type CreateBody = InputOf<typeof CreateOrganizationRequest>['body'];

/** The parts that are replaced as wholes. */
export const profileOf = (body: Partial<CreateBody> & { readonly embed_hosts?: string[] }) => ({
  name: body.name,
  avatarUrl: body.avatar_url,
  email: body.email,
  website: body.website,
  country: body.country,
  socials: body.socials?.map(({ url }) => url),
  embedHosts: body.embed_hosts,
  defaultPresentmentCurrency: body.default_presentment_currency,
  defaultTaxBehavior: body.default_tax_behavior,
  subscriptionSettings: body.subscription_settings ?? undefined,
  customerEmailSettings: body.customer_email_settings ?? undefined,
  customerPortalSettings: body.customer_portal_settings ?? undefined,
});
