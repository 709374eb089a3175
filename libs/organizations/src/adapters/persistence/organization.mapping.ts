import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { Language } from '#support/languages';
import { renameKeys, toSnakeCase } from '#support/texts';
import { auditedAs, entityClass } from '#engine/persistence';
import { Features } from '../../domain/features.ts';
import type { CustomerEmailSettings, CustomerPortalSettings, SubscriptionSettings } from '../../domain/organization-settings.ts';
import type { Capabilities, OrganizationStatus } from '../../domain/organization-status.ts';
import type { MemberInvitation } from '../../domain/member-invitation.ts';
import { Organization } from '../../domain/organization.ts';
import { Profile, type TaxBehavior } from '../../domain/profile.ts';
import type { SocialLink } from '../../domain/social-link.ts';

const ProfileMapping = defineEntity({
  class: entityClass(Profile),
  embeddable: true,
  properties: {
    name: p.text(),
    avatarUrl: p.text().nullable(),
    accentColor: p.text().nullable(),
    language: p.text().$type<Language>().nullable(),
    email: p.text().nullable(),
    website: p.text().nullable(),
    country: p.text().nullable(),
    timeZone: p.text(),
    socials: p.json<SocialLink[]>(),
    embedHosts: p.json<string[]>(),
    defaultPresentmentCurrency: p.text(),
    defaultTaxBehavior: p.text().$type<TaxBehavior>(),
    subscriptionSettings: p.json<SubscriptionSettings>(),
    customerEmailSettings: p.json<CustomerEmailSettings>(),
    customerPortalSettings: p.json<CustomerPortalSettings>(),
  },
});

const FeaturesMapping = defineEntity({
  class: Features,
  embeddable: true,
  properties: { featureSettings: p.json<Features['featureSettings']>(), seatBasedPricing: p.boolean() },
});

/** Members are stored in their own table, see the repository. */
export const OrganizationMapping = defineEntity({
  class: entityClass(Organization),
  schema: 'organizations',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    accountId: p.uuid(),
    creatorId: p.uuid().nullable(),
    legalEntity: p.json().nullable(),
    nextReviewThreshold: p.integer(),
    profile: () => p.embedded(ProfileMapping).prefix(false),
    features: () => p.embedded(FeaturesMapping).prefix(false),
    invitations: p.json<readonly MemberInvitation[]>(),
    disputeSettings: p.json<Organization['disputeSettings']>(),
    ssoEnforced: p.boolean(),
    details: p.json().nullable(),
    detailsSubmittedAt: p.datetime(3).nullable(),
    status: p.text().$type<OrganizationStatus>(),
    capabilities: p.json<Capabilities>(),
    statusChangedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

auditedAs(Organization, OrganizationMapping, {
  type: 'organization',
  without: ['profile', 'features', 'accountId', 'creatorId', 'nextReviewThreshold'],
  organizationOf: ({ id }) => id,
  others: ({ profile, features, members, credentialsEndedAt }) => ({
    ...(renameKeys({ ...profile, ...features }, toSnakeCase) as object),
    members: { ...members },
    credentials_ended_at: { ...credentialsEndedAt },
  }),
});

export type OrganizationRow = Omit<InferKyselyTable<typeof OrganizationMapping>, 'profile' | 'features'> &
  InferKyselyTable<typeof ProfileMapping> &
  InferKyselyTable<typeof FeaturesMapping>;

export interface OrganizationsTables {
  'organizations.organizations': OrganizationRow;
}
