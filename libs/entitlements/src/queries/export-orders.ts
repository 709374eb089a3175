import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { streamList } from '#engine/persistence';
import { matchingOrders, type OrderFilter } from './list-orders.ts';
import type { OrderView } from './order.view.ts';
import { ORDER_COLUMNS, OrderLoader } from './order-loader.ts';
import { PurchaseFinder } from './purchase-finder.ts';

/** All orders that match, by organization and oldest first, read in pages while they are taken. */
export class ExportOrders extends Query<AsyncGenerator<OrderView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: OrderFilter,
  ) {
    super();
  }
}

@QueryHandler(ExportOrders)
export class ExportOrdersHandler implements IQueryHandler<ExportOrders> {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrderLoader,
    private readonly finder: PurchaseFinder,
  ) {}

  execute({ access, filter }: ExportOrders): Promise<AsyncGenerator<OrderView, void>> {
    return Promise.resolve(this.read(access.narrow(filter.organization_id), filter));
  }

  private async *read(organizations: readonly string[], filter: OrderFilter): AsyncGenerator<OrderView, void> {
    for (const organization of organizations) {
      const resolved = await this.finder.resolve('orders', [organization], filter);
      const query = matchingOrders(this.em, [organization], resolved).select(ORDER_COLUMNS);
      for await (const page of streamList(this.em, { query, large: ['items', 'metadata'] })) yield* await this.orders.of(page);
    }
  }
}
