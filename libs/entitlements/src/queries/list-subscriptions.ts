import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, areRowsCounted, fixedRead, orderByWithId, type Sorting, type Total, totalOfRows } from '#engine/persistence';
import { COUNTED_SUBSCRIPTIONS, facetsOfPurchases } from './counted-purchases.ts';
import { PurchaseFinder } from './purchase-finder.ts';
import { conditionsOf, statusesOf, type SubscriptionFilter, type WantedSubscriptions } from './subscription-filter.ts';
import { type SubscriptionColumns, SubscriptionLoader, SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';
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

interface Bounds {
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
  /** Whether the subscriptions of each status are read in the order of the list. */
  readonly isMerged: boolean;
}

const SELECTION = sql.raw(SUBSCRIPTION_COLUMNS.join(', '));
const isByStart = (criterion: Order | `-${Order}`): boolean => criterion === 'started_at' || criterion === '-started_at';

/** The subscriptions that match, as a statement. */
export const matchingSubscriptions = (wanted: WantedSubscriptions): RawBuilder<SubscriptionColumns> =>
  sql`select ${SELECTION} from entitlements.subscriptions where ${conditionsOf(wanted)}`;

/** The subscriptions before the page are skipped in their index: only those of the page are read. */
const readPage = fixedRead((_db: Kysely<object>, wanted: WantedSubscriptions, { sorting, offset, limit, isMerged }: Bounds) => {
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

const readTotal = fixedRead((_db: Kysely<object>, wanted: WantedSubscriptions) =>
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
    private readonly subscriptions: SubscriptionLoader,
    private readonly finder: PurchaseFinder,
  ) {}

  async execute({ access, filter, sorting, paging }: ListSubscriptions): Promise<Page<SubscriptionView>> {
    const { organization_id, active: _active, ...others } = filter;
    const status = statusesOf(filter);
    const asked = { ...others, ...(status ? { status } : {}) };
    const organizations = access.narrow(organization_id);
    const [areCounted, resolved] = await Promise.all([
      areRowsCounted(this.em),
      this.finder.resolve('subscriptions', organizations, asked),
    ]);
    const wanted = { ...resolved, organizations, facets: areCounted ? facetsOfPurchases(asked) : undefined };
    const isMerged =
      organizations.length === 1 && status !== undefined && status.length > 1 && sorting.length > 0 && sorting.every(isByStart);
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit, isMerged }),
      readTotal(this.em, wanted),
    ]);
    return toPage(await this.subscriptions.of(rows), counted!.total, paging);
  }
}
