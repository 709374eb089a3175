import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindPrices } from '#catalog/contract';
import { readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindMeterEntitlements, type MeterEntitlements } from '../contract/find-meter-entitlements.ts';

@QueryHandler(FindMeterEntitlements)
export class FindMeterEntitlementsHandler implements IQueryHandler<FindMeterEntitlements> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute(query: FindMeterEntitlements): Promise<MeterEntitlements> {
    const [paidMeterIds, benefitIds] = await Promise.all([this.paidMeters(query), this.benefits(query)]);
    return { paidMeterIds, benefitIds };
  }

  private async paidMeters({ organizationId, customerId }: FindMeterEntitlements): Promise<string[]> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(sql<string>`jsonb_array_elements_text(price_ids)`.as('price_id'))
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['active', 'trialing'])
      .execute();
    if (rows.length === 0) return [];
    const prices = await this.queries.execute(new FindPrices(rows.map(({ price_id }) => price_id)));
    return [...new Set([...prices.values()].flatMap((price) => (price.amountType === 'metered_unit' ? price.meterId : [])))];
  }

  private async benefits({ organizationId, customerId }: FindMeterEntitlements): Promise<string[]> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select('benefit_id')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('granted_at', 'is not', null)
      .execute();
    return rows.map(({ benefit_id }) => benefit_id);
  }
}
