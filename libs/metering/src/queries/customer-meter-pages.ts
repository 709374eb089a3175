import { type RawBuilder, sql } from 'kysely';
import { orderByWithId, type Sorting } from '#engine/persistence';
import { BALANCES } from '../adapters/persistence/sql/balances.ts';

type Sql = RawBuilder<unknown>;

export const CUSTOMER_METER_ORDERS = [
  'created_at',
  'modified_at',
  'customer_id',
  'customer_name',
  'meter_id',
  'meter_name',
  'consumed_units',
  'credited_units',
  'balance',
] as const;
export type Order = (typeof CUSTOMER_METER_ORDERS)[number];

/**
 * The column of each sort key: of the customer meter `c`, of its balance or ranking `s`, or of the meter `m`, which has the same
 * value in all rows of a meter.
 */
const SORT_COLUMNS: Record<Order, { readonly table: 'c' | 'm' | 's'; readonly column: string }> = {
  created_at: { table: 'c', column: 'created_at' },
  modified_at: { table: 's', column: 'modified_at' },
  customer_id: { table: 'c', column: 'customer_id' },
  customer_name: { table: 'c', column: 'customer_name' },
  meter_id: { table: 'm', column: 'id' },
  meter_name: { table: 'm', column: 'name' },
  consumed_units: { table: 's', column: 'consumed_units' },
  credited_units: { table: 'c', column: 'credited_units' },
  balance: { table: 's', column: 'balance' },
};

export interface PageRequest {
  readonly meters: Sql;
  /** undefined for the customer meters of all customers. */
  readonly customers: readonly string[] | undefined;
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
}

const isSortedBy = (sorting: Sorting<Order>, key: Order): boolean => sorting.includes(key) || sorting.includes(`-${key}`);
const isMeterColumn = (key: Order): boolean => SORT_COLUMNS[key].table === 'm';
const column = (key: Order): string => `${SORT_COLUMNS[key].table}.${SORT_COLUMNS[key].column}`;

/** Selects the ids of a page, in order. */
export const pageOfIds = (request: PageRequest): RawBuilder<{ id: string }> =>
  request.customers ? filterThenSort(request, request.customers) : scanRankings(request);

/** A customer has at most one customer meter for each meter: few enough to select all of them, then sort. */
const filterThenSort = ({ meters, sorting, limit, offset }: PageRequest, customers: readonly string[]) => sql<{ id: string }>`
  select c.id from metering.customer_meters c join ${BALANCES} as s on s.subject_id = c.subject_id and s.meter_id = c.meter_id
  join (${meters}) as m on m.id = c.meter_id where c.customer_id = any(${customers}::uuid[])
  order by ${orderByWithId(sorting, column, 'c.id')} limit ${limit} offset ${offset}`;

/** Reads the rows of each meter in index order, no further than the end of the page, then merges them. */
function scanRankings({ meters, sorting, limit, offset }: PageRequest): RawBuilder<{ id: string }> {
  const keys = CUSTOMER_METER_ORDERS.filter((key) => !isMeterColumn(key) && isSortedBy(sorting, key));
  const tables = new Set(keys.map((key) => SORT_COLUMNS[key].table));
  const id = tables.has('s') ? 's.customer_meter_id' : 'c.id';
  const innerOrder = orderByWithId(sorting, (key) => (isMeterColumn(key) ? null : column(key)), id);
  const columns = sql.join([sql`${sql.ref(id)} as id`, ...keys.map((key) => sql`${sql.ref(column(key))} as ${sql.ref(key)}`)]);
  const outerColumn = (key: Order): string => (isMeterColumn(key) ? column(key) : `meter_rows.${key}`);
  const parts = relationsOf(tables).map(
    (relation) => sql`(select ${columns} from ${relation} order by ${innerOrder} limit ${offset + limit})`,
  );
  return sql<{ id: string }>`
    select meter_rows.id from (${meters}) as m cross join lateral (${sql.join(parts, sql` union all `)}) as meter_rows
    order by ${orderByWithId(sorting, outerColumn, 'meter_rows.id')} limit ${limit} offset ${offset}`;
}

/** Ranked balances are read from the rankings; balances that have changed since they were ranked are read as they are. */
function relationsOf(tables: ReadonlySet<string>): Sql[] {
  if (!tables.has('s')) return [sql`metering.customer_meters c where c.meter_id = m.id`];
  const join = tables.has('c') ? sql`join metering.customer_meters c on c.id = s.customer_meter_id` : sql``;
  return [
    sql`metering.customer_meter_rankings s join metering.balances b on b.subject_id = s.subject_id and b.meter_id = s.meter_id and b.is_ranked ${join}
      where s.meter_id = m.id`,
    sql`${BALANCES} as s ${join} where s.meter_id = m.id and not s.is_ranked and s.customer_meter_id is not null`,
  ];
}
