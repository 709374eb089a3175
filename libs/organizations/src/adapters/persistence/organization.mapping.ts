import { defineEntity, p } from '@mikro-orm/postgresql';
import { Features } from '../../domain/features.ts';
import { Organization } from '../../domain/organization.ts';
import { Profile } from '../../domain/profile.ts';

const ProfileMapping = defineEntity({
  class: Profile,
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

export const OrganizationMapping = defineEntity({
  class: Organization,
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
    members: p.json(),
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
