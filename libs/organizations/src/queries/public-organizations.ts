import type { EntityManager } from '@mikro-orm/postgresql';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import type { SellerSnapshot } from '../contract/find-seller.ts';

const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'name',
  'slug',
  'avatar_url',
  'subscription_settings',
  'customer_portal_settings',
  'feature_settings',
] as const;

/** The public columns of all organizations, including blocked ones. */
export const publicRows = (em: EntityManager) =>
  readDb<OrganizationsTables>(em).selectFrom('organizations.organizations').select(COLUMNS);

type Row = Pick<OrganizationsTables['organizations.organizations'], (typeof COLUMNS)[number]>;

export const toPublicView = ({ subscription_settings, feature_settings, ...row }: Row): SellerSnapshot => ({
  ...row,
  proration_behavior: subscription_settings.proration_behavior,
  allow_customer_updates: row.customer_portal_settings.subscription.update_plan,
  organization_features: {
    member_model_enabled: feature_settings.member_model_enabled,
    checkout_localization_enabled: feature_settings.checkout_localization_enabled,
  },
});
