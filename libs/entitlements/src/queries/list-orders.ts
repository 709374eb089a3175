import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, metadataMatches, orderByWithId, readDb, type Sorting } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { customerIdsFilter } from './list-filters.ts';
import type { OrderView } from './order.view.ts';
import { ORDER_COLUMNS, OrderLoader } from './order-loader.ts';

/** Customers and products are ordered by their ids. Keys without a column have the same value in every order. */
const COLUMNS = {
  created_at: 'created_at',
  status: 'status',
  invoice_number: null,
  amount: 'amount',
  net_amount: 'amount',
  customer: 'customer_id',
  product: 'product_id',
  discount: null,
  subscription: null,
} as const;
type Order = keyof typeof COLUMNS;
export const ORDER_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface OrderFilter {
  readonly organization_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly product_billing_type?: readonly ('one_time' | 'recurring')[];
  readonly discount_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly checkout_id?: readonly string[];
  readonly subscription_id?: readonly string[];
  readonly status?: readonly string[];
  readonly created_after?: Date;
  readonly created_before?: Date;
  readonly metadata?: MetadataFilter;
}

export class ListOrders extends Query<Page<OrderView>> {
  constructor(
    readonly access: Access,
    readonly filter: OrderFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Whether no order can match: all orders are for one-time products, without discount, checkout or subscription. */
const matchesNone = ({ product_billing_type: types, discount_id, checkout_id, subscription_id }: OrderFilter): boolean =>
  [discount_id, checkout_id, subscription_id].some((ids) => ids !== undefined) || (types && !types.includes('one_time')) === true;

@QueryHandler(ListOrders)
export class ListOrdersHandler implements IQueryHandler<ListOrders> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly orders: OrderLoader,
  ) {}

  async execute({ access, filter, sorting, paging }: ListOrders): Promise<Page<OrderView>> {
    const organizations = access.narrow(filter.organization_id);
    const customers = await customerIdsFilter(this.queries, organizations, filter.customer_id, filter.external_customer_id);
    const matching = this.matching(organizations, { ...filter, customer_id: customers });
    const [rows, { total }] = await Promise.all([
      matching
        .select(ORDER_COLUMNS)
        .orderBy(orderByWithId(sorting, (key) => COLUMNS[key]))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      matching.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await this.orders.of(rows), Number(total), paging);
  }

  private matching(organizations: readonly string[], filter: OrderFilter) {
    let some = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.orders')
      .where(anyOf('organization_id', organizations));
    if (matchesNone(filter)) some = some.where(sql<boolean>`false`);
    if (filter.product_id) some = some.where(anyOf('product_id', filter.product_id));
    if (filter.customer_id) some = some.where(anyOf('customer_id', filter.customer_id));
    if (filter.status) some = some.where(sql<boolean>`status = any(${filter.status})`);
    if (filter.created_after) some = some.where('created_at', '>=', filter.created_after);
    if (filter.created_before) some = some.where('created_at', '<=', filter.created_before);
    if (filter.metadata) some = some.where(metadataMatches(filter.metadata));
    return some;
  }
}
