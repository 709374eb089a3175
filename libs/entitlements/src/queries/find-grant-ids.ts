import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import { FindGrantIds } from '../contract/index.ts';

const MOST = 10_000;

@QueryHandler(FindGrantIds)
export class FindGrantIdsHandler implements IQueryHandler<FindGrantIds> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, wanted }: FindGrantIds): Promise<readonly string[]> {
    const { orderIds = [], subscriptionIds = [], orderExternalId = null } = wanted;
    const { rows } = await sql<{ readonly id: string }>`
      with named as (
        select organization_id, id as order_id, subscription_id from entitlements.orders
        where ${anyOf('organization_id', organizations)} and external_id = ${orderExternalId}
      )
      select id from entitlements.benefit_grants
        where ${anyOf('organization_id', organizations)} and order_id = any(${orderIds}::uuid[])
      union select id from entitlements.benefit_grants
        where ${anyOf('organization_id', organizations)} and subscription_id = any(${subscriptionIds}::uuid[])
      union select g.id from named n
        join entitlements.benefit_grants g on g.organization_id = n.organization_id and g.order_id = n.order_id
      union select g.id from named n
        join entitlements.benefit_grants g on g.organization_id = n.organization_id and g.subscription_id = n.subscription_id
      limit ${MOST}`.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}
