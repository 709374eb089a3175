import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { Features } from '../../domain/features.ts';
import type { CustomerEmailSettings, CustomerPortalSettings, SubscriptionSettings } from '../../domain/organization-settings.ts';
import type { Capabilities, OrganizationStatus } from '../../domain/organization-status.ts';
import { Organization } from '../../domain/organization.ts';
import { Profile, type TaxBehavior } from '../../domain/profile.ts';
import type { SocialLink } from '../../domain/social-link.ts';

/** The row as queries see it: what is shown, and what it is sorted by. */
export interface OrganizationsTable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly country: string | null;
  readonly socials: SocialLink[];
  readonly embed_hosts: string[];
  readonly default_presentment_currency: string;
  readonly default_tax_behavior: TaxBehavior;
  readonly subscription_settings: SubscriptionSettings;
  readonly customer_email_settings: CustomerEmailSettings;
  readonly customer_portal_settings: CustomerPortalSettings;
  readonly feature_settings: Features['featureSettings'];
  readonly seat_based_pricing: boolean;
  readonly dispute_settings: Organization['disputeSettings'];
  readonly details_submitted_at: Date | null;
  readonly account_id: string;
  readonly status: OrganizationStatus;
  readonly capabilities: Capabilities;
  readonly status_changed_at: Date | null;
  readonly next_review_threshold: number;
  readonly created_at: Date;
  readonly modified_at: Date | null;
}

export interface OrganizationsTables {
  readonly 'organizations.organizations': OrganizationsTable;
}

const ProfileMapping = defineEntity({
  class: entityClass(Profile),
  embeddable: true,
  properties: {
    name: p.text(),
    avatarUrl: p.text().nullable(),
    email: p.text().nullable(),
    website: p.text().nullable(),
    country: p.text().nullable(),
    socials: p.json(),
    embedHosts: p.json(),
    defaultPresentmentCurrency: p.text(),
    defaultTaxBehavior: p.text(),
    subscriptionSettings: p.json(),
    customerEmailSettings: p.json(),
    customerPortalSettings: p.json(),
  },
});

const FeaturesMapping = defineEntity({
  class: Features,
  embeddable: true,
  properties: { featureSettings: p.json(), seatBasedPricing: p.boolean() },
});

/** The members are rows of their own, see the repository. */
export const OrganizationMapping = defineEntity({
  class: entityClass(Organization),
  schema: 'organizations',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    accountId: p.uuid(),
    legalEntity: p.json().nullable(),
    nextReviewThreshold: p.integer(),
    profile: () => p.embedded(ProfileMapping).prefix(false),
    features: () => p.embedded(FeaturesMapping).prefix(false),
    disputeSettings: p.json(),
    details: p.json().nullable(),
    detailsSubmittedAt: p.datetime(3).nullable(),
    status: p.text(),
    capabilities: p.json(),
    statusChangedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});
