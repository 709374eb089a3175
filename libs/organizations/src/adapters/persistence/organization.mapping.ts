import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { Language } from '#support/languages';
import { aggregateRows } from '#engine/persistence';
import type { FeaturesState } from '../../domain/features.ts';
import type { MemberInvitation } from '../../domain/member-invitation.ts';
import type { CustomerEmailSettings, CustomerPortalSettings, SubscriptionSettings } from '../../domain/organization-settings.ts';
import type { Capabilities, OrganizationStatus } from '../../domain/organization-status.ts';
import { Organization, type OrganizationState } from '../../domain/organization.ts';
import type { TaxBehavior, SocialLink } from '../../domain/profile.ts';

/** Members are stored in their own table, see the repository. */
export const OrganizationMapping = defineEntity({
  name: 'OrganizationRow',
  schema: 'organizations',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    slug: p.text(),
    accountId: p.uuid(),
    creatorId: p.uuid().nullable(),
    sandboxOf: p.uuid().nullable(),
    deletedAt: p.datetime(3).nullable(),
    legalEntity: p.json<OrganizationState['legalEntity']>().nullable(),
    nextReviewThreshold: p.integer(),
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
    featureSettings: p.json<FeaturesState['featureSettings']>(),
    seatBasedPricing: p.boolean(),
    invitations: p.json<readonly MemberInvitation[]>(),
    disputeSettings: p.json<OrganizationState['disputeSettings']>(),
    ssoEnforced: p.boolean(),
    details: p.json<OrganizationState['details']>().nullable(),
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

export const organizationRows = aggregateRows(Organization, OrganizationMapping, 'members', 'credentialsEndedAt').auditedAs({
  type: 'organization',
  without: ['accountId', 'creatorId', 'nextReviewThreshold'],
  organizationOf: ({ id }) => id,
  others: ({ snapshot: { members, credentialsEndedAt } }) => ({
    members: { ...members },
    credentials_ended_at: { ...credentialsEndedAt },
  }),
});

export type OrganizationRow = InferKyselyTable<typeof OrganizationMapping>;

export interface OrganizationsTables {
  'organizations.organizations': OrganizationRow;
}
