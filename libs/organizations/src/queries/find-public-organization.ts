import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { reading } from '#platform/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import { FindPublicOrganization, type PublicOrganizationView } from '../contract/index.ts';

@QueryHandler(FindPublicOrganization)
export class FindPublicOrganizationHandler implements IQueryHandler<FindPublicOrganization> {
  constructor(private readonly em: EntityManager) {}

  async execute({ by }: FindPublicOrganization): Promise<PublicOrganizationView | undefined> {
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['slug', by.slug] as const);
    const row = await reading<OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations')
      .select(['id', 'created_at', 'modified_at', 'name', 'slug', 'avatar_url'])
      .select(['subscription_settings', 'customer_portal_settings', 'feature_settings'])
      .where(column, '=', value)
      .where('status', '<>', 'blocked')
      .executeTakeFirst();
    if (!row) return undefined;
    const { subscription_settings, feature_settings, ...shown } = row;
    const { member_model_enabled, checkout_localization_enabled } = feature_settings;
    return {
      ...shown,
      proration_behavior: subscription_settings.proration_behavior,
      allow_customer_updates: row.customer_portal_settings.subscription.update_plan,
      organization_features: { member_model_enabled, checkout_localization_enabled },
    };
  }
}
