import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import { FindOrganizations, type OrganizationSnapshot } from '../contract/index.ts';

const COLUMNS = [
  'id',
  'name',
  'slug',
  'avatar_url',
  'accent_color',
  'language',
  'time_zone',
  'sandbox_of',
  'status',
  'sso_enforced',
  'default_presentment_currency',
  'seat_based_pricing',
  'feature_settings',
  'subscription_settings',
] as const;

@QueryHandler(FindOrganizations)
export class FindOrganizationsHandler implements IQueryHandler<FindOrganizations> {
  private readonly organizations = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindOrganizations): Promise<ReadonlyMap<string, OrganizationSnapshot>> {
    return this.organizations.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, OrganizationSnapshot>> {
    const rows = await readDb<OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations')
      .select(COLUMNS)
      .where(anyOf('id', ids))
      .execute();
    return new Map(rows.map((row) => [row.id, facts(row)]));
  }
}

type Row = Pick<OrganizationsTables['organizations.organizations'], (typeof COLUMNS)[number]>;

const facts = (row: Row): OrganizationSnapshot => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  sender: {
    name: row.name,
    logoUrl: row.avatar_url,
    color: row.accent_color,
    language: row.language,
    timeZone: row.time_zone,
    organizationId: row.id,
    sandboxId: row.sandbox_of === null ? null : row.id,
  },
  timeZone: row.time_zone,
  isBlocked: row.status === 'blocked',
  ssoEnforced: row.sso_enforced,
  defaultPresentmentCurrency: row.default_presentment_currency,
  seatBasedPricing: row.seat_based_pricing,
  meterCycling: row.feature_settings.meter_cycling_enabled,
  allowMultipleSubscriptions: row.subscription_settings.allow_multiple_subscriptions,
  benefitRevocationGracePeriod: row.subscription_settings.benefit_revocation_grace_period,
  dunningDays: row.subscription_settings.dunning_days,
  prorationBehavior: row.subscription_settings.proration_behavior,
  preventTrialAbuse: row.subscription_settings.prevent_trial_abuse,
});
