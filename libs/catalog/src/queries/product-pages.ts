import { type Kysely, type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/persistence';
import type { Condition } from './product-filters.ts';

export const PRODUCT_ORDERS = ['created_at', 'name', 'price_amount_type', 'price_amount'] as const;
type Order = (typeof PRODUCT_ORDERS)[number];
export type Criterion = Order | `-${Order}`;
type Key = Order | 'id';

/** The columns that are sorted by, each as an index has it. */
const KEYS: Record<Key, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  name: sql`lower(name)`,
  price_amount_type: sql`price_rank`,
  price_amount: sql`price_amount`,
  id: sql`id`,
};
const SELECTED = sql.join(Object.entries(KEYS).map(([name, key]) => sql`${key} as ${sql.ref(name)}`));

export interface PageRequest {
  readonly organizations: readonly string[];
  /** All of them where it does not matter. */
  readonly facets: readonly number[] | 'all';
  readonly conditions: readonly Condition[];
  readonly sorting: readonly Criterion[];
  readonly offset: number;
  readonly limit: number;
}

/** The id decides between equals, in the direction of the last criterion: so one index serves both directions. */
function orderBy({ sorting }: PageRequest, column: (key: Key) => RawBuilder<unknown>): RawBuilder<unknown> {
  const steps = [...sorting, sorting.at(-1)?.startsWith('-') ? '-id' : 'id'] as const;
  const terms = steps.map((step) => {
    const key = column((step.startsWith('-') ? step.slice(1) : step) as Key);
    return step.startsWith('-') ? sql`${key} desc` : sql`${key} asc`;
  });
  return sql.join(terms);
}

const indexOrder = (wanted: PageRequest) => orderBy(wanted, (key) => KEYS[key]);
const namedOrder = (wanted: PageRequest) => orderBy(wanted, (key) => sql.ref(key));

const inFacets = ({ facets: shelves }: PageRequest) => (shelves === 'all' ? [] : [sql`shelf = any(${shelves}::smallint[])`]);

const every = (...conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

const matching = (wanted: PageRequest) =>
  every(
    anyOf('organization_id', wanted.organizations),
    sql`deleted_at is null`,
    ...inFacets(wanted),
    ...wanted.conditions.map(({ indexCondition: indexed }) => indexed(wanted.organizations)),
  );

export interface Counts {
  /** How many products match. */
  readonly total: number;
  /** How many there are altogether. */
  readonly products: number;
}

/** Shelves know how many products they hold; matches of further conditions are counted. */
export async function count(db: Kysely<object>, wanted: PageRequest): Promise<Counts> {
  const shelved = sql`coalesce(sum(products) filter (where ${every(sql`true`, ...inFacets(wanted))}), 0)`;
  const counted = sql`(select count(*) from catalog.products where ${matching(wanted)})`;
  const { rows } = await sql<{ total: string; products: string }>`
    select ${wanted.conditions.length > 0 ? counted : shelved} as total, coalesce(sum(products), 0) as products
    from catalog.shelves where ${anyOf('organization_id', wanted.organizations)}`.execute(db);
  return { total: Number(rows[0]!.total), products: Number(rows[0]!.products) };
}

/** All matches are found, then sorted. */
const filterThenSort = (wanted: PageRequest) => sql<{ id: string }>`
  with found as materialized (select ${SELECTED} from catalog.products where ${matching(wanted)})
  select id from found order by ${namedOrder(wanted)} limit ${wanted.limit} offset ${wanted.offset}`;

/** Every strip is read in the order of an index and no further than the page; then they are merged. */
const scanIndexes = (wanted: PageRequest, strips: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql<{ id: string }>`
  select found.id from ${strips} as strip cross join lateral (
    select ${SELECTED} from catalog.products where deleted_at is null and ${where}
    order by ${indexOrder(wanted)} limit ${wanted.offset + wanted.limit}
  ) as found
  order by ${namedOrder(wanted)} limit ${wanted.limit} offset ${wanted.offset}`;

const scanFacets = (wanted: PageRequest) =>
  scanIndexes(
    wanted,
    sql`(select organization_id, shelf from catalog.shelves
      where ${every(anyOf('organization_id', wanted.organizations), ...inFacets(wanted))} and products > 0)`,
    sql`organization_id = strip.organization_id and shelf = strip.shelf`,
  );

const scanOrganizations = (wanted: PageRequest) =>
  scanIndexes(
    wanted,
    sql`(select * from unnest(${wanted.organizations}::uuid[]) as known (organization_id))`,
    every(
      sql`organization_id = strip.organization_id`,
      ...inFacets(wanted),
      ...wanted.conditions.map(({ rowCondition: tried }) => tried),
    ),
  );

/** Without conditions every row is a hit. With some, the way is taken on which fewer rows are read, if matches are spread evenly. */
export function pageOfIds(wanted: PageRequest, { total, products }: Counts): RawBuilder<{ id: string }> {
  if (wanted.conditions.length === 0) return wanted.facets === 'all' ? scanOrganizations(wanted) : scanFacets(wanted);
  const readOnTheWay = ((wanted.offset + wanted.limit) * products) / Math.max(total, 1);
  return total <= readOnTheWay ? filterThenSort(wanted) : scanOrganizations(wanted);
}
