import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindProvidedSubscriptions, type FollowedSubscription } from '../contract/index.ts';

@QueryHandler(FindProvidedSubscriptions)
export class FindProvidedSubscriptionsHandler implements IQueryHandler<FindProvidedSubscriptions> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, source, externalIds }: FindProvidedSubscriptions) {
    if (externalIds.length === 0) return new Map<string, FollowedSubscription>();
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(['id', 'external_id', 'customer_id', 'product_id', 'status'])
      .where('organization_id', '=', organizationId)
      .where('external_source', '=', source)
      .where('external_id', 'in', externalIds)
      .execute();
    return new Map(
      rows.map(({ id, external_id, customer_id: customerId, product_id: productId, status }): [string, FollowedSubscription] => [
        external_id!,
        { id, customerId, productId, hasEnded: status === 'canceled' },
      ]),
    );
  }
}
