import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, Selectable } from 'kysely';
import type { Access } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { OrganizationRow, OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import type { OrganizationView } from './organization.view.ts';

export const ORGANIZATION_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'name',
  'slug',
  'avatar_url',
  'email',
  'website',
  'socials',
  'status',
  'details_submitted_at',
  'default_presentment_currency',
  'default_tax_behavior',
  'feature_settings',
  'subscription_settings',
  'customer_email_settings',
  'customer_portal_settings',
  'dispute_settings',
  'embed_hosts',
  'account_id',
  'capabilities',
  'country',
  'time_zone',
  'sso_enforced',
  'sandbox_of',
] as const;

/** The organizations visible to the caller. */
export const visibleOrganizations = (em: EntityManager, access: Access) =>
  visibleIn(readDb<OrganizationsTables>(em), access.visible);

/** The same for the ids of the organizations. */
export const visibleIn = (db: Kysely<OrganizationsTables>, organizations: readonly string[]) =>
  db.selectFrom('organizations.organizations').where(anyOf('id', organizations));

/** Payouts do not exist here; their fields are constant. */
export const toOrganizationView = ({
  sandbox_of,
  ...row
}: Pick<Selectable<OrganizationRow>, (typeof ORGANIZATION_COLUMNS)[number]>): OrganizationView => ({
  ...row,
  ...(sandbox_of !== null && { sandbox_of }),
  proration_behavior: row.subscription_settings.proration_behavior,
  allow_customer_updates: row.customer_portal_settings.subscription.update_plan,
  onboarding_resubmission_requested_at: null,
  payout_account_id: null,
});
