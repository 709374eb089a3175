import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindProvidedOrders, type ProvidedOrderHere } from '../contract/find-provided-orders.ts';
import { ByProvidedId } from './by-provided-id.ts';

@QueryHandler(FindProvidedOrders)
export class FindProvidedOrdersHandler implements IQueryHandler<FindProvidedOrders> {
  private readonly orders: ByProvidedId<ProvidedOrderHere>;

  constructor(em: EntityManager) {
    this.orders = new ByProvidedId(em, 'orders', 'p.id, p.customer_id as "customerId"');
  }

  async execute({ organizationId, source, externalIds }: FindProvidedOrders) {
    return this.orders.find(organizationId, source, externalIds);
  }
}
