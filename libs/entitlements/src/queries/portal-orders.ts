import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindProductViews } from '#catalog/views';
import type { CustomerAccess } from '#kernel';
import { FindSeller } from '#organizations/contract';
import { readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { OrderLoader, type OrderColumns } from './order-loader.ts';
import { asPortalOrder, type PortalOrderView } from './portal-order.view.ts';

/** The orders of a customer. */
@Injectable()
export class PortalOrders {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly orders: OrderLoader,
  ) {}

  of({ organizationId, customerId }: CustomerAccess) {
    return readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.orders')
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId);
  }

  async toViews({ organizationId }: CustomerAccess, rows: readonly OrderColumns[]): Promise<PortalOrderView[]> {
    const [orders, products, seller] = await Promise.all([
      this.orders.of(rows),
      this.queries.execute(new FindProductViews([...new Set(rows.map(({ product_id }) => product_id))])),
      this.queries.execute(new FindSeller(organizationId)),
    ]);
    return orders.map((order, index) => asPortalOrder(order, products.get(rows[index]!.product_id)!, seller));
  }
}
