import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { anyOf, fixedRead, orderByWithId, readDb } from '#engine/persistence';
import type { Condition } from './product-filters.ts';

export const PRODUCT_ORDERS = ['created_at', 'name', 'price_amount_type', 'price_amount'] as const;
type Order = (typeof PRODUCT_ORDERS)[number];
export type Criterion = Order | `-${Order}`;

/** The sort keys, as the expressions that are indexed. */
const KEYS: Record<Order, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  name: sql`lower(name)`,
  price_amount_type: sql`price_rank`,
  price_amount: sql`price_amount`,
};
const SELECTED = sql.join([sql.ref('id'), ...Object.entries(KEYS).map(([name, key]) => sql`${key} as ${sql.ref(name)}`)]);

export interface PageRequest extends Page {
  readonly organizations: readonly string[];
  readonly conditions: readonly Condition[];
}

/** A page of a list without conditions. */
interface Page {
  /** `all` if products are not filtered by facet. */
  readonly facets: readonly number[] | 'all';
  readonly sorting: readonly Criterion[];
  readonly offset: number;
  readonly limit: number;
}

const indexOrder = ({ sorting }: PageRequest) => orderByWithId<Order>(sorting, (key) => KEYS[key]);
const namedOrder = ({ sorting }: PageRequest) => orderByWithId<Order>(sorting);

const inFacets = ({ facets }: PageRequest) => (facets === 'all' ? [] : [sql`facet = any(${facets}::smallint[])`]);

const every = (...conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

const matching = (request: PageRequest) =>
  every(
    anyOf('organization_id', request.organizations),
    sql`deleted_at is null`,
    ...inFacets(request),
    ...request.conditions.map(({ indexCondition }) => indexCondition(request.organizations)),
  );

export interface Counts {
  /** The number of matching products. */
  readonly total: number;
  /** The number of products in these organizations. */
  readonly products: number;
}

interface StoredCounts {
  readonly total: string;
  readonly products: string;
}

/** Without conditions the stored counters of the facets add up to the total; with conditions the matching rows are counted. */
function countsOf(request: PageRequest): RawBuilder<StoredCounts> {
  const stored = sql`coalesce(sum(products) filter (where ${every(sql`true`, ...inFacets(request))}), 0)`;
  const counted = sql`(select count(*) from catalog.products where ${matching(request)})`;
  return sql`
    select ${request.conditions.length > 0 ? counted : stored} as total, coalesce(sum(products), 0) as products
    from catalog.product_counters where ${anyOf('organization_id', request.organizations)}`;
}

const toCounts = ([row]: readonly StoredCounts[]): Counts => ({ total: Number(row!.total), products: Number(row!.products) });

export const count = async (db: Kysely<object>, request: PageRequest): Promise<Counts> =>
  toCounts((await countsOf(request).execute(db)).rows);

/** Selects all matches, then sorts them. */
const filterThenSort = (request: PageRequest) => sql<{ id: string }>`
  with found as materialized (select ${SELECTED} from catalog.products where ${matching(request)})
  select id from found order by ${namedOrder(request)} limit ${request.limit} offset ${request.offset}`;

/** Reads each part (an organization or one of its facets) in index order, no further than the end of the page, then merges them. */
const scanIndexes = (request: PageRequest, partitions: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql<{ id: string }>`
  select found.id from ${partitions} as part cross join lateral (
    select ${SELECTED} from catalog.products where deleted_at is null and ${where}
    order by ${indexOrder(request)} limit ${request.offset + request.limit}
  ) as found
  order by ${namedOrder(request)} limit ${request.limit} offset ${request.offset}`;

const scanFacets = (request: PageRequest) =>
  scanIndexes(
    request,
    sql`(select organization_id, facet from catalog.product_counters
      where ${every(anyOf('organization_id', request.organizations), ...inFacets(request))} and products > 0)`,
    sql`organization_id = part.organization_id and facet = part.facet`,
  );

const scanOrganizations = (request: PageRequest) =>
  scanIndexes(
    request,
    sql`(select * from unnest(${request.organizations}::uuid[]) as known (organization_id))`,
    every(
      sql`organization_id = part.organization_id`,
      ...inFacets(request),
      ...request.conditions.map(({ rowCondition }) => rowCondition),
    ),
  );

/** Without conditions every row of an index scan matches. */
const unfilteredPage = (request: PageRequest): RawBuilder<{ id: string }> =>
  request.facets === 'all' ? scanOrganizations(request) : scanFacets(request);

/** With conditions, the plan that reads fewer rows is chosen, assuming that matches are evenly distributed in the index. */
export function pageOfIds(request: PageRequest, { total, products }: Counts): RawBuilder<{ id: string }> {
  if (request.conditions.length === 0) return unfilteredPage(request);
  const scannedRows = ((request.offset + request.limit) * products) / Math.max(total, 1);
  return total <= scannedRows ? filterThenSort(request) : scanOrganizations(request);
}

interface PageOfIds {
  readonly ids: readonly string[];
  readonly total: number;
}

interface Organizations {
  readonly organizations: readonly string[];
}

const readUnfilteredCounts = fixedRead((_db: Kysely<object>, values: Organizations, page: Page) =>
  countsOf({ ...page, ...values, conditions: [] }),
);

const readUnfilteredPage = fixedRead((_db: Kysely<object>, values: Organizations, page: Page) =>
  unfilteredPage({ ...page, ...values, conditions: [] }),
);

async function readFilteredPage(em: EntityManager, request: PageRequest): Promise<PageOfIds> {
  const db = readDb<object>(em);
  const counts = await count(db, request);
  const { rows } = await pageOfIds(request, counts).execute(db);
  return { ids: rows.map(({ id }) => id), total: counts.total };
}

/** The page depends on the counts only if there are conditions. */
export async function readPage(em: EntityManager, request: PageRequest): Promise<PageOfIds> {
  if (request.conditions.length > 0) return readFilteredPage(em, request);
  const { organizations, conditions: _none, ...page } = request;
  const [counts, rows] = await Promise.all([
    readUnfilteredCounts(em, { organizations }, page),
    readUnfilteredPage(em, { organizations }, page),
  ]);
  return { ids: rows.map(({ id }) => id), total: toCounts(counts).total };
}
