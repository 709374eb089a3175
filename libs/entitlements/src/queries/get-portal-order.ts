import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { ORDER_COLUMNS } from './order-loader.ts';
import type { PortalOrderView } from './portal-order.view.ts';
import { PortalOrders } from './portal-orders.ts';

export class GetPortalOrder extends Query<PortalOrderView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetPortalOrder)
export class GetPortalOrderHandler implements IQueryHandler<GetPortalOrder> {
  constructor(private readonly own: PortalOrders) {}

  async execute({ access, id }: GetPortalOrder): Promise<PortalOrderView> {
    const row = await this.own.of(access).select(ORDER_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return (await this.own.toViews(access, [row]))[0]!;
  }
}
