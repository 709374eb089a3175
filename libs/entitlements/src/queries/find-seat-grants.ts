import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindSeatGrants } from '../contract/index.ts';

@QueryHandler(FindSeatGrants)
export class FindSeatGrantsHandler implements IQueryHandler<FindSeatGrants> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, grantIds }: FindSeatGrants): Promise<ReadonlySet<string>> {
    if (grantIds.length === 0) return new Set();
    const grants = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants as g')
      .innerJoin('entitlements.seat_holders as h', (join) =>
        join
          .onRef('h.organization_id', '=', 'g.organization_id')
          .onRef('h.member_id', '=', 'g.member_id')
          .on(({ eb, fn }) => eb('h.purchase_id', '=', fn.coalesce('g.subscription_id', 'g.order_id'))),
      )
      .select('g.id')
      .where(anyOf('g.organization_id', organizations))
      .where(anyOf('g.id', grantIds))
      .execute();
    return new Set(grants.map(({ id }) => id));
  }
}
