import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import {
  anyOf,
  areRowsCounted,
  type FoundByTags,
  isTagged,
  metadataMatches,
  orderByWithId,
  readDb,
  type Sorting,
  type Total,
  totalOfRows,
} from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { ORDER_TAGS } from '../adapters/persistence/sql/order-tags.ts';
import { COUNTED_ORDERS, facetsOfPurchases } from './counted-purchases.ts';
import type { OrderView } from './order.view.ts';
import { ORDER_COLUMNS, OrderLoader } from './order-loader.ts';
import { type FoundPurchases, isFoundPurchase, PurchaseFinder } from './purchase-finder.ts';

/** When an order was bought, as in its index. */
const BOUGHT = sql<Date>`coalesce(purchased_at, created_at)`;
/** What an order costs with tax, as in its index. */
const TOTAL = sql`(amount::bigint + tax_amount)`;

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
  subscription: 'subscription_id',
  purchased_at: BOUGHT,
  total_amount: TOTAL,
} as const;
type Order = keyof typeof COLUMNS;
export const ORDER_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface OrderFilter {
  readonly organization_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly product_billing_type?: readonly ('one_time' | 'recurring')[];
  readonly billing_reason?: readonly string[];
  readonly discount_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly checkout_id?: readonly string[];
  readonly subscription_id?: readonly string[];
  readonly recipient_id?: readonly string[];
  readonly external_id?: string;
  readonly external_source?: string;
  readonly status?: readonly string[];
  readonly created_after?: Date;
  readonly created_before?: Date;
  readonly purchased_after?: Date;
  readonly purchased_before?: Date;
  readonly metadata?: MetadataFilter;
  readonly tag?: readonly string[];
  /** A part of a number, of the name of the product, or of what is known of the customer. */
  readonly query?: string;
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

/** Whether no order can match: there are no discounts and no checkouts. */
const matchesNone = ({ discount_id, checkout_id }: Pick<OrderFilter, 'discount_id' | 'checkout_id'>): boolean =>
  [discount_id, checkout_id].some((ids) => ids !== undefined);

/** Orders for recurring products are payments for subscriptions. */
export const isOfType = (types: readonly ('one_time' | 'recurring')[]) =>
  sql<boolean>`case when subscription_id is null then 'one_time' else 'recurring' end = any(${types})`;

/** Orders of one of the products, be it the first or a further one. The index of further products knows `@>` only. */
export function containsProduct(ids: readonly string[]) {
  const lists = ids.map((id) => JSON.stringify([id]));
  return sql<boolean>`(${anyOf('product_id', ids)} or (further_product_ids <> '[]' and further_product_ids @> any(${lists}::jsonb[])))`;
}

@QueryHandler(ListOrders)
export class ListOrdersHandler implements IQueryHandler<ListOrders> {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrderLoader,
    private readonly finder: PurchaseFinder,
  ) {}

  async execute({ access, filter, sorting, paging }: ListOrders): Promise<Page<OrderView>> {
    const organizations = access.narrow(filter.organization_id);
    const [areCounted, resolved] = await Promise.all([
      areRowsCounted(this.em),
      this.finder.resolve('orders', organizations, filter),
    ]);
    const matching = matchingOrders(this.em, organizations, resolved);
    const order = orderByWithId(sorting, (key) => COLUMNS[key]);
    // The orders before the page are skipped in their index: only those of the page are read.
    const page = matching.select('id').orderBy(order).limit(paging.limit).offset(offsetOf(paging));
    const db = readDb<EntitlementsTables>(this.em);
    const total = totalOfRows(sql<Total>`select count(*) as total from ${matching.select('id')} as matching`, {
      counted: COUNTED_ORDERS,
      organizations,
      facets: areCounted ? facetsOfPurchases(filter) : undefined,
    });
    const [rows, { rows: totals }] = await Promise.all([
      db
        .selectFrom('entitlements.orders')
        .where(anyOf('organization_id', organizations))
        .where('id', 'in', page)
        .select(ORDER_COLUMNS)
        .orderBy(order)
        .execute(),
      total.execute(db),
    ]);
    return toPage(await this.orders.of(rows), totals[0]!.total, paging);
  }
}

/** The filter with what `PurchaseFinder` has found for it. */
interface ResolvedOrderFilter extends Omit<OrderFilter, 'customer_id' | 'external_customer_id' | 'query' | 'tag'> {
  readonly customer_id?: readonly string[] | undefined;
  readonly ids?: readonly string[];
  readonly tagged?: FoundByTags | undefined;
  readonly found?: FoundPurchases | undefined;
}

/** The orders of the organizations that match. */
export function matchingOrders(em: EntityManager, organizations: readonly string[], filter: ResolvedOrderFilter) {
  let some = readDb<EntitlementsTables>(em).selectFrom('entitlements.orders').where(anyOf('organization_id', organizations));
  if (matchesNone(filter)) some = some.where(sql<boolean>`false`);
  if (filter.ids) some = some.where(anyOf('id', filter.ids));
  if (filter.product_id) some = some.where(containsProduct(filter.product_id));
  if (filter.product_billing_type) some = some.where(isOfType(filter.product_billing_type));
  if (filter.billing_reason) some = some.where(sql<boolean>`billing_reason = any(${filter.billing_reason})`);
  if (filter.subscription_id) some = some.where(anyOf('subscription_id', filter.subscription_id));
  if (filter.recipient_id) some = some.where(anyOf('recipient_id', filter.recipient_id));
  if (filter.external_id !== undefined) some = some.where('external_id', '=', filter.external_id);
  if (filter.external_source !== undefined) some = some.where('external_source', '=', filter.external_source);
  if (filter.customer_id) some = some.where(anyOf('customer_id', filter.customer_id));
  if (filter.status) some = some.where(sql<boolean>`status = any(${filter.status})`);
  if (filter.created_after) some = some.where('created_at', '>=', filter.created_after);
  if (filter.created_before) some = some.where('created_at', '<=', filter.created_before);
  if (filter.purchased_after) some = some.where(sql<boolean>`${BOUGHT} >= ${filter.purchased_after}`);
  if (filter.purchased_before) some = some.where(sql<boolean>`${BOUGHT} <= ${filter.purchased_before}`);
  if (filter.tagged) some = some.where(isTagged(ORDER_TAGS, 'orders', filter.tagged));
  if (filter.metadata) some = some.where(metadataMatches(filter.metadata));
  const { found } = filter;
  if (found) some = some.where(isFoundPurchase('orders', found, (ids) => (ids.length > 0 ? containsProduct(ids) : sql`false`)));
  return some;
}
