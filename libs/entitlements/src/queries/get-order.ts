import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { RowLoader } from '#engine/persistence';
import type { OrderView } from './order.view.ts';
import { type NamesInOrders, ORDER_COLUMNS, type OrderColumns, OrderLoader } from './order-loader.ts';

const ORDERS = {
  text: `select o.organization_id, ${ORDER_COLUMNS.map((column) => `o.${column}`).join(', ')}
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join entitlements.orders o on o.id = w.id and o.organization_id = w.organization_id`,
  by: ['organization_id', 'id'],
};

export class GetOrder extends Query<OrderView> {
  constructor(
    readonly access: Access,
    readonly id: string,
    /** What the order names, if the caller knows it: then that is read at the same time. */
    readonly names?: NamesInOrders,
  ) {
    super();
  }
}

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  /** Orders that are read at the same time share statements. */
  private readonly rows: RowLoader<OrderColumns & { readonly organization_id: string }>;

  constructor(
    em: EntityManager,
    private readonly orders: OrderLoader,
  ) {
    this.rows = new RowLoader(em, ORDERS);
  }

  async execute({ access, id, names }: GetOrder): Promise<OrderView> {
    const [read, ...found] = await Promise.all([
      names && this.orders.named(names),
      ...access.visible.map((organizationId) => this.rows.read(organizationId, id)),
    ]);
    const row = found.find((each) => each !== undefined);
    if (!row) throw new ResourceNotFound();
    const { organization_id: _organization, ...order } = row;
    return (await this.orders.of([order], read))[0]!;
  }
}
