import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPublicOrganization, FindSeller, type SellerSnapshot } from '../contract/organizations.ts';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';

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
const publicRows = (em: EntityManager) =>
  readDb<OrganizationsTables>(em).selectFrom('organizations.organizations').select(COLUMNS);

type Row = Pick<OrganizationsTables['organizations.organizations'], (typeof COLUMNS)[number]>;

const toPublicView = ({ subscription_settings, feature_settings, ...row }: Row): SellerSnapshot => ({
  ...row,
  proration_behavior: subscription_settings.proration_behavior,
  allow_customer_updates: row.customer_portal_settings.subscription.update_plan,
  organization_features: {
    member_model_enabled: feature_settings.member_model_enabled,
    checkout_localization_enabled: feature_settings.checkout_localization_enabled,
  },
});

@QueryHandler(FindSeller)
export class FindSellerHandler implements IQueryHandler<FindSeller> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindSeller): Promise<SellerSnapshot> {
    return toPublicView(await publicRows(this.em).where('id', '=', organizationId).executeTakeFirstOrThrow());
  }
}

@QueryHandler(FindPublicOrganization)
export class FindPublicOrganizationHandler implements IQueryHandler<FindPublicOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ slug }: FindPublicOrganization): Promise<SellerSnapshot | undefined> {
    const known = publicRows(this.em).where('slug', '=', slug).where('status', '<>', 'blocked');
    const row = await known.executeTakeFirst();
    return row && toPublicView(row);
  }
}
