import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import type { OrderView } from './order.view.ts';
import { ORDER_COLUMNS, OrderLoader } from './order-loader.ts';

export class GetOrder extends Query<OrderView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrderLoader,
  ) {}

  async execute({ access, id }: GetOrder): Promise<OrderView> {
    const row = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.orders')
      .select(ORDER_COLUMNS)
      .where(anyOf('organization_id', access.visible))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return (await this.orders.of([row]))[0]!;
  }
}
