import { type RawBuilder, sql } from 'kysely';
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
type Order = (typeof CUSTOMER_METER_ORDERS)[number];
export type Criterion = Order | `-${Order}`;

/** Where each key stands: with the customer meter `c`, its standing `s`, or the meter `m`, which has one value for all of its rows. */
const PLACES: Record<Order, { readonly table: 'c' | 'm' | 's'; readonly column: string }> = {
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
  /** Those of these customers; of all where it does not matter. */
  readonly customers: readonly string[] | undefined;
  readonly sorting: readonly Criterion[];
  readonly offset: number;
  readonly limit: number;
}

const isDescending = (criterion: string): boolean => criterion.startsWith('-');
const keyOf = (criterion: Criterion): Order => (isDescending(criterion) ? criterion.slice(1) : criterion) as Order;
const directed = (term: Sql, criterion: string): Sql => sql`${term} ${sql.raw(isDescending(criterion) ? 'desc' : 'asc')}`;

/** The id decides between equals, in the direction of the last criterion: so one index serves both directions. */
function orderBy(sorting: readonly Criterion[], column: (key: Order) => Sql, id: Sql): Sql {
  const last = sorting.at(-1) ?? '';
  return sql.join([...sorting.map((criterion) => directed(column(keyOf(criterion)), criterion)), directed(id, last)]);
}

const column = (key: Order): Sql => sql.ref(`${PLACES[key].table}.${PLACES[key].column}`);

/** The ids of a page, in order. */
export const pageOfIds = (wanted: PageRequest): RawBuilder<{ id: string }> =>
  wanted.customers ? found(wanted, wanted.customers) : scanRankings(wanted);

/** A customer has as many customer meters as there are meters: they are found, then sorted. */
const found = ({ meters, sorting, limit, offset }: PageRequest, customers: readonly string[]) => sql<{ id: string }>`
  select c.id from metering.customer_meters c join ${BALANCES} as s on s.subject_id = c.subject_id and s.meter_id = c.meter_id
  join (${meters}) as m on m.id = c.meter_id where c.customer_id = any(${customers}::uuid[])
  order by ${orderBy(sorting, column, sql.ref('c.id'))} limit ${limit} offset ${offset}`;

/** Each meter's rows are read in the order of an index and no further than the page; then they are merged. */
function scanRankings({ meters, sorting, limit, offset }: PageRequest): RawBuilder<{ id: string }> {
  const within = sorting.filter((criterion) => PLACES[keyOf(criterion)].table !== 'm');
  const tables = new Set(within.map((criterion) => PLACES[keyOf(criterion)].table));
  const id = sql.ref(tables.has('s') ? 's.customer_meter_id' : 'c.id');
  const keys = CUSTOMER_METER_ORDERS.filter((key) => within.some((criterion) => keyOf(criterion) === key));
  const direction = isDescending(sorting.at(-1) ?? '') ? '-id' : 'id';
  const innerOrder = sql.join([
    ...within.map((criterion) => directed(column(keyOf(criterion)), criterion)),
    directed(id, direction),
  ]);
  const selected = sql.join([sql`${id} as id`, ...keys.map((key) => sql`${column(key)} as ${sql.ref(key)}`)]);
  const outer = (key: Order): Sql => (PLACES[key].table === 'm' ? column(key) : sql.ref(`of_meter.${key}`));
  const parts = relationsOf(tables).map(
    (relation) => sql`(select ${selected} from ${relation} order by ${innerOrder} limit ${offset + limit})`,
  );
  return sql<{ id: string }>`
    select of_meter.id from (${meters}) as m cross join lateral (${sql.join(parts, sql` union all `)}) as of_meter
    order by ${orderBy(sorting, outer, sql.ref('of_meter.id'))} limit ${limit} offset ${offset}`;
}

/** Standings tell of balances that are ranked; those that have changed since stand where they are now. */
function relationsOf(tables: ReadonlySet<string>): Sql[] {
  if (!tables.has('s')) return [sql`metering.customer_meters c where c.meter_id = m.id`];
  const join = tables.has('c') ? sql`join metering.customer_meters c on c.id = s.customer_meter_id` : sql``;
  return [
    sql`metering.standings s join metering.balances b on b.subject_id = s.subject_id and b.meter_id = s.meter_id and b.is_ranked ${join}
      where s.meter_id = m.id`,
    sql`${BALANCES} as s ${join} where s.meter_id = m.id and not s.is_ranked and s.customer_meter_id is not null`,
  ];
}
