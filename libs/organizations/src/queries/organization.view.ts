import { boolean, country, type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import {
  CapabilitiesView,
  CustomerEmailSettingsView,
  CustomerPortalSettingsView,
  DisputeSettingsView,
  FeatureSettingsView,
  PRORATIONS,
  SubscriptionSettingsView,
} from './organization-settings.view.ts';

const STATUSES = ['created', 'review', 'snoozed', 'denied', 'active', 'blocked', 'offboarding', 'offboarded'] as const;
const PLATFORMS = [
  'x',
  'github',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'linkedin',
  'threads',
  'discord',
  'other',
] as const;
export const TAX_BEHAVIORS = ['location', 'inclusive', 'exclusive'] as const;

export const OrganizationView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    name: text(),
    slug: text(),
    avatar_url: nullable(text()),
    email: nullable(text()),
    website: nullable(text()),
    proration_behavior: oneOf(PRORATIONS),
    allow_customer_updates: boolean(),
    socials: list(object({ platform: oneOf(PLATFORMS), url: text() }, 'OrganizationSocialLink')),
    status: oneOf(STATUSES),
    details_submitted_at: nullable(timestamp()),
    onboarding_resubmission_requested_at: nullable(timestamp()),
    sso_enforced: boolean(),
    default_presentment_currency: text(),
    default_tax_behavior: oneOf(TAX_BEHAVIORS),
    feature_settings: FeatureSettingsView,
    subscription_settings: SubscriptionSettingsView,
    customer_email_settings: CustomerEmailSettingsView,
    customer_portal_settings: CustomerPortalSettingsView,
    dispute_settings: DisputeSettingsView,
    embed_hosts: list(text()),
    account_id: uuid4(),
    payout_account_id: nullable(uuid4()),
    capabilities: CapabilitiesView,
    country: nullable(country()),
  },
  'Organization',
);
export type OrganizationView = Infer<typeof OrganizationView>;
