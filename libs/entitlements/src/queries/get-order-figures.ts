import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { matchingOrders, type OrderFilter } from './list-orders.ts';
import type { OrderFiguresView } from './order-figures.view.ts';

type Counted = Exclude<keyof OrderFiguresView, 'total'>;

/** How many orders there are of each status. */
export class GetOrderFigures extends Query<OrderFiguresView> {
  constructor(
    readonly access: Access,
    readonly filter: Pick<OrderFilter, 'organization_id' | 'purchased_after' | 'purchased_before'>,
  ) {
    super();
  }
}

@QueryHandler(GetOrderFigures)
export class GetOrderFiguresHandler implements IQueryHandler<GetOrderFigures> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter }: GetOrderFigures): Promise<OrderFiguresView> {
    const counted = await matchingOrders(this.em, access.narrow(filter.organization_id), filter)
      .select(['status', sql<number>`count(*)`.as('orders')])
      .groupBy('status')
      .execute();
    const of = (status: Counted): number => counted.find((each) => each.status === status)?.orders ?? 0;
    return {
      total: counted.reduce((sum, { orders }) => sum + orders, 0),
      pending: of('pending'),
      paid: of('paid'),
      refunded: of('refunded'),
      partially_refunded: of('partially_refunded'),
      void: of('void'),
    };
  }
}
