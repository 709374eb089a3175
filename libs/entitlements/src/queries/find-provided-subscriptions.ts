import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindProvidedSubscriptions, type FollowedSubscription } from '../contract/index.ts';
import { ByProvidedId } from './by-provided-id.ts';

@QueryHandler(FindProvidedSubscriptions)
export class FindProvidedSubscriptionsHandler implements IQueryHandler<FindProvidedSubscriptions> {
  private readonly subscriptions: ByProvidedId<FollowedSubscription>;

  constructor(em: EntityManager) {
    const columns = `p.id, p.customer_id as "customerId", p.product_id as "productId", p.status = 'canceled' as "hasEnded",
      p.provider_customer as "customerRef"`;
    this.subscriptions = new ByProvidedId(em, 'subscriptions', columns);
  }

  async execute({ organizationId, source, externalIds }: FindProvidedSubscriptions) {
    return this.subscriptions.find(organizationId, source, externalIds);
  }
}
