import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { CustomerAccess } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, type Sorting } from '#engine/persistence';
import { containsProduct, isOfType } from './list-orders.ts';
import { ORDER_COLUMNS } from './order-loader.ts';
import type { PortalOrderView } from './portal-order.view.ts';
import { PortalOrders } from './portal-orders.ts';

/** The description of an order names its products. */
const COLUMNS = {
  created_at: 'created_at',
  amount: 'amount',
  net_amount: 'amount',
  product: 'description',
  subscription: 'subscription_id',
} as const;
type Order = keyof typeof COLUMNS;
export const OWN_ORDER_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface PortalOrderFilter {
  readonly product_id?: readonly string[];
  readonly product_billing_type?: readonly ('one_time' | 'recurring')[];
  readonly subscription_id?: readonly string[];
  /** A part of the description; case-insensitive. */
  readonly query?: string;
}

export class ListPortalOrders extends Query<Page<PortalOrderView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly filter: PortalOrderFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListPortalOrders)
export class ListPortalOrdersHandler implements IQueryHandler<ListPortalOrders> {
  constructor(private readonly own: PortalOrders) {}

  async execute({ access, filter, sorting, paging }: ListPortalOrders): Promise<Page<PortalOrderView>> {
    let some = this.own.of(access);
    if (filter.product_id) some = some.where(containsProduct(filter.product_id));
    if (filter.product_billing_type) some = some.where(isOfType(filter.product_billing_type));
    if (filter.subscription_id) some = some.where(anyOf('subscription_id', filter.subscription_id));
    if (filter.query !== undefined) {
      some = some.where(sql<boolean>`strpos(lower(description), lower(${filter.query}::text)) > 0`);
    }
    const order = orderByWithId(sorting, (key) => COLUMNS[key]);
    const [rows, { total }] = await Promise.all([
      some.select(ORDER_COLUMNS).orderBy(order).limit(paging.limit).offset(offsetOf(paging)).execute(),
      some.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await this.own.toViews(access, rows), total, paging);
  }
}
