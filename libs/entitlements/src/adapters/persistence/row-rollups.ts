import { type Kysely, type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Stands for all products of an organization. */
const ALL_PRODUCTS = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Sums of what each order, or each subscription, counts by itself. */
export interface RowRollup {
  readonly changes: Sql;
  readonly rollups: Sql;
  /** The columns of both tables that sums differ in, but for organization, product and time. */
  readonly dimensions: readonly string[];
  readonly sums: readonly string[];
  /** The products of a change. */
  readonly products: Sql;
  /** The changes of which the sums of an organization consist. */
  readonly counted: (organizationId: string) => Sql;
}

export const ROW_ROLLUPS: readonly RowRollup[] = [
  {
    changes: sql`entitlements.order_changes`,
    rollups: sql`entitlements.order_rollups`,
    dimensions: ['currency', 'is_recurring'],
    sums: ['orders', 'amount', 'net_amount'],
    products: sql`product_ids || ${ALL_PRODUCTS}`,
    counted: (organizationId) => sql`
      select o.organization_id, c.product_ids, c.start, o.currency, c.is_recurring, 1 as orders, c.amount, c.net_amount
      from entitlements.orders o, entitlements.counted_order(o) c where o.organization_id = ${organizationId}`,
  },
  {
    changes: sql`entitlements.subscription_changes`,
    rollups: sql`entitlements.subscription_rollups`,
    dimensions: ['currency', 'is_ending', 'reason'],
    sums: ['active', 'monthly_amount', 'trial_monthly_amount', 'started', 'ended', 'canceled'],
    products: sql`array[product_id, ${ALL_PRODUCTS}]`,
    counted: (organizationId) => sql`
      select s.organization_id, s.product_id, s.currency, c.*
      from entitlements.subscriptions s, entitlements.counted_subscription(s) c where s.organization_id = ${organizationId}`,
  },
];

const list = (names: readonly string[], as: (name: string) => Sql = sql.ref): Sql => sql.join(names.map(as));

/** Adds changes to the sums of their quarter of an hour and of their day. Rows are locked in one order. */
function addToSums({ rollups, dimensions, sums, products }: RowRollup, changes: Sql): Sql {
  const key = ['organization_id', 'product_id', 'grain', 'day', 'start', ...dimensions];
  return sql`
    insert into ${rollups} as rolled (${list([...key, ...sums])})
      select ${list(key)}, ${list(sums, (name) => sql`sum(${sql.ref(name)})`)}
      from (
        select organization_id, p.product_id, g.grain, (c.start at time zone 'UTC')::date as day, g.start,
          ${list([...dimensions, ...sums])}
        from (${changes}) as c, unnest(${products}) as p (product_id),
          lateral (values ('quarter', c.start), ('day', date_trunc('day', c.start, 'UTC'))) as g (grain, start)
      ) as spread group by ${list(key)} order by ${list(key)}
    on conflict (${list(key)}) do update
      set ${list(sums, (name) => sql`${sql.ref(name)} = rolled.${sql.ref(name)} + excluded.${sql.ref(name)}`)}`;
}

/**
 * All that is counted of an organization, in parts of so many rows: a statement that adds up millions would take longer than a worker waits for
 * one. One statement reads them and deletes the recorded changes: it sees the changes of all rows that it sees, so each is either counted or left.
 */
async function* countedRows(db: Kysely<object>, rollup: RowRollup, organizationId: string, atMost: number): AsyncIterable<Sql> {
  const rows = sql`select row_number() over ()::bigint as number, c.* from (${rollup.counted(organizationId)}) as c`;
  await sql`create temporary table counted_purchases on commit drop as ${rows} with no data`.execute(db);
  await sql`with taken as (delete from ${rollup.changes} where organization_id = ${organizationId})
    insert into counted_purchases ${rows}`.execute(db);
  const { rows: counted } = await sql<{ readonly last: number }>`
    select coalesce(max(number), 0)::float8 as last from counted_purchases`.execute(db);
  for (let from = 0; from < counted[0]!.last; from += atMost) {
    yield sql`select * from counted_purchases where number > ${from} and number <= ${from + atMost}`;
  }
  await sql`drop table counted_purchases`.execute(db);
}

/** Moves at most so many recorded changes into the sums. Returns how many were moved. */
export async function moveRows(db: Kysely<object>, rollup: RowRollup, atMost: number): Promise<number> {
  const { rows } = await sql<{ readonly taken: number }>`
    with taken as (
      delete from ${rollup.changes} where (organization_id, id) in (
        select organization_id, id from ${rollup.changes} order by organization_id, id limit ${atMost}
      ) returning *
    ), added as (${addToSums(rollup, sql`select * from taken`)})
    select count(*)::integer as taken from taken`.execute(db);
  return rows[0]!.taken;
}

/** Makes the sums of an organization anew, from so many rows in a statement. */
export async function rebuildRows(db: Kysely<object>, rollup: RowRollup, organizationId: string, atMost: number): Promise<void> {
  await sql`delete from ${rollup.rollups} where organization_id = ${organizationId}`.execute(db);
  for await (const part of countedRows(db, rollup, organizationId, atMost)) await addToSums(rollup, part).execute(db);
}
