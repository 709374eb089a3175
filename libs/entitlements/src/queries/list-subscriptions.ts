import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { customerIdsFilter } from '#customer-portal/contract';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import {
  anyOf,
  areRowsCounted,
  findByMetadata,
  fixedRead,
  metadataMatches,
  orderByWithId,
  type Sorting,
  type Total,
  totalOfRows,
} from '#engine/persistence';
import { COUNTED_SUBSCRIPTIONS, facetsOfPurchases } from './counted-purchases.ts';
import { type FoundPurchases, isFoundPurchase, PurchaseFinder } from './purchase-finder.ts';
import { type SubscriptionColumns, SubscriptionLoader, SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';
import { SUBSCRIPTION_STATUSES } from '../views/purchase-statuses.view.ts';
import type { SubscriptionView } from './subscription.view.ts';

/** Customers and products are ordered by their ids. Keys without a column have the same value in every subscription. */
const COLUMNS = {
  customer: 'customer_id',
  status: 'status',
  started_at: 'started_at',
  current_period_end: 'current_period_end',
  ended_at: 'ended_at',
  ends_at: 'ends_at',
  amount: 'amount',
  product: 'product_id',
  discount: null,
} as const;
type Order = keyof typeof COLUMNS;
export const SUBSCRIPTION_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface SubscriptionFilter {
  readonly organization_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly recipient_id?: readonly string[];
  readonly external_id?: string;
  readonly external_source?: string;
  readonly discount_id?: readonly string[];
  readonly active?: boolean;
  readonly status?: readonly string[];
  readonly cancel_at_period_end?: boolean;
  readonly customer_cancellation_reason?: readonly string[];
  readonly canceled_at_after?: Date;
  readonly canceled_at_before?: Date;
  readonly started_after?: Date;
  readonly started_before?: Date;
  readonly metadata?: MetadataFilter;
  /** A part of the number, of the name of the product, or of what is known of the customer. */
  readonly query?: string;
}

export class ListSubscriptions extends Query<Page<SubscriptionView>> {
  constructor(
    readonly access: Access,
    readonly filter: SubscriptionFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** The filter with the organizations that the caller may see, and with the customers of both of its filters by customer. */
interface Wanted extends Omit<SubscriptionFilter, 'organization_id' | 'customer_id' | 'external_customer_id' | 'query'> {
  readonly organizations: readonly string[];
  readonly customer_id: readonly string[] | undefined;
  readonly found?: FoundPurchases | undefined;
  /** The subscriptions with the metadata, if they are few. */
  readonly ids?: readonly string[];
  /** What counts have of the subscriptions, if they have all that is asked. */
  readonly facets?: readonly string[] | undefined;
}

interface Bounds {
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
  /** Whether the subscriptions of each status are read in the order of the list. */
  readonly isMerged: boolean;
}

const SELECTION = sql.raw(SUBSCRIPTION_COLUMNS.join(', '));
const CURRENT_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing']);
const CURRENT = sql`status in ('active', 'trialing')`;

function conditionsOf(filter: Wanted): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [anyOf('organization_id', filter.organizations)];
  if (filter.ids) all.push(anyOf('id', filter.ids));
  if (filter.product_id) all.push(anyOf('product_id', filter.product_id));
  if (filter.customer_id) all.push(anyOf('customer_id', filter.customer_id));
  if (filter.recipient_id) all.push(anyOf('recipient_id', filter.recipient_id));
  if (filter.external_id !== undefined) all.push(sql`external_id = ${filter.external_id}`);
  if (filter.external_source !== undefined) all.push(sql`external_source = ${filter.external_source}`);
  if (filter.discount_id) all.push(sql`false`);
  if (filter.active !== undefined) all.push(filter.active ? CURRENT : sql`not (${CURRENT})`);
  if (filter.status) all.push(sql`status = any(${filter.status}::text[])`);
  if (filter.cancel_at_period_end !== undefined) all.push(sql`cancel_at_period_end = ${filter.cancel_at_period_end}`);
  const reasons = filter.customer_cancellation_reason;
  if (reasons) all.push(sql`customer_cancellation_reason = any(${reasons}::text[])`);
  if (filter.canceled_at_after) all.push(sql`canceled_at >= ${filter.canceled_at_after}`);
  if (filter.canceled_at_before) all.push(sql`canceled_at <= ${filter.canceled_at_before}`);
  if (filter.started_after) all.push(sql`started_at >= ${filter.started_after}`);
  if (filter.started_before) all.push(sql`started_at <= ${filter.started_before}`);
  if (filter.metadata) all.push(metadataMatches(filter.metadata));
  if (filter.found) all.push(isFoundPurchase('subscriptions', filter.found, (ids) => anyOf('product_id', ids)));
  return sql.join(all, sql` and `);
}

const isByStart = (criterion: Order | `-${Order}`): boolean => criterion === 'started_at' || criterion === '-started_at';

/** The statuses that are asked for, by themselves or by activity; undefined for all. */
function statusesOf({ active, status }: SubscriptionFilter): readonly string[] | undefined {
  if (active === undefined) return status && [...new Set(status)];
  return SUBSCRIPTION_STATUSES.filter((each) => CURRENT_STATUSES.has(each) === active && (!status || status.includes(each)));
}

/** The subscriptions that match, as a statement. */
export const matchingSubscriptions = (wanted: Wanted): RawBuilder<SubscriptionColumns> =>
  sql`select ${SELECTION} from entitlements.subscriptions where ${conditionsOf(wanted)}`;

/** The subscriptions before the page are skipped in their index: only those of the page are read. */
const readPage = fixedRead((_db: Kysely<object>, wanted: Wanted, { sorting, offset, limit, isMerged }: Bounds) => {
  const order = orderByWithId(sorting, (key) => COLUMNS[key]);
  const ofStatus = sql`select id, started_at from entitlements.subscriptions
    where ${conditionsOf(wanted)} and status = one.status order by ${order} limit ${offset + limit}`;
  const found = isMerged
    ? sql`(select s.* from unnest(${wanted.status}::text[]) as one (status) cross join lateral (${ofStatus}) as s) as found`
    : sql`entitlements.subscriptions where ${conditionsOf(wanted)}`;
  return sql<SubscriptionColumns>`select ${SELECTION} from entitlements.subscriptions
    where ${anyOf('organization_id', wanted.organizations)} and id in (
      select id from ${found} order by ${order} limit ${limit} offset ${offset}
    ) order by ${order}`;
});

const readTotal = fixedRead((_db: Kysely<object>, wanted: Wanted) =>
  totalOfRows(sql<Total>`select count(*) as total from entitlements.subscriptions where ${conditionsOf(wanted)}`, {
    counted: COUNTED_SUBSCRIPTIONS,
    organizations: wanted.organizations,
    facets: wanted.facets,
  }),
);

@QueryHandler(ListSubscriptions)
export class ListSubscriptionsHandler implements IQueryHandler<ListSubscriptions> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly subscriptions: SubscriptionLoader,
    private readonly finder: PurchaseFinder,
  ) {}

  async execute({ access, filter, sorting, paging }: ListSubscriptions): Promise<Page<SubscriptionView>> {
    const { active: _active, ...withoutActivity } = filter;
    const { organization_id, external_customer_id, query, metadata, ...others } = withoutActivity;
    const status = statusesOf(filter);
    const organizations = access.narrow(organization_id);
    const [areCounted, customer_id, found, byMetadata] = await Promise.all([
      areRowsCounted(this.em),
      customerIdsFilter(this.queries, organizations, filter.customer_id, external_customer_id),
      this.finder.find('subscriptions', organizations, query),
      findByMetadata(this.em, 'entitlements.subscriptions', organizations, metadata),
    ]);
    const facets = areCounted ? facetsOfPurchases({ ...withoutActivity, status }) : undefined;
    const wanted: Wanted = { ...others, ...byMetadata, organizations, customer_id, found, facets, ...(status ? { status } : {}) };
    const isMerged =
      organizations.length === 1 && status !== undefined && status.length > 1 && sorting.length > 0 && sorting.every(isByStart);
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit, isMerged }),
      readTotal(this.em, wanted),
    ]);
    return toPage(await this.subscriptions.of(rows), counted!.total, paging);
  }
}
