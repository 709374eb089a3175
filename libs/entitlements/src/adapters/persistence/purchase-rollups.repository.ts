import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction } from '#engine/persistence';
import { PurchaseRollups } from '../../domain/purchase-rollups.ts';
import { HISTORY_ROLLUPS, moveHistories, rebuildHistories } from './history-rollups.ts';

type Sql = RawBuilder<unknown>;

/** Whoever changes sums holds this lock: what is rebuilt is not rolled up at the same time. */
const LOCK = sql`hashtextextended('purchase-rollups', 0)`;

const UNROLLED = sql`entitlements.unrolled_organizations`;
/** The lists of organizations with sums that are to be made anew. */
const LISTS = [UNROLLED, ...HISTORY_ROLLUPS.map(({ unrolled }) => unrolled)];
/** Stands for all products of an organization. */
const ALL_PRODUCTS = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

interface Rollup {
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

const ROLLUPS: readonly Rollup[] = [
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
function addToSums({ rollups, dimensions, sums, products }: Rollup, changes: Sql): Sql {
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
async function* countedRows(db: Kysely<object>, rollup: Rollup, organizationId: string, atMost: number): AsyncIterable<Sql> {
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

async function rebuildPurchases(db: Kysely<object>, organizationId: string, atMost: number): Promise<void> {
  for (const rollup of ROLLUPS) {
    await sql`delete from ${rollup.rollups} where organization_id = ${organizationId}`.execute(db);
    for await (const part of countedRows(db, rollup, organizationId, atMost)) await addToSums(rollup, part).execute(db);
  }
}

/** Takes an organization from a list. False if it is not there. */
async function isTaken(db: Kysely<object>, organizations: Sql, organizationId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from ${organizations} where organization_id = ${organizationId} returning organization_id`.execute(db);
  return rows.length > 0;
}

@Injectable()
export class SqlPurchaseRollups extends PurchaseRollups {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async rollUp(atMost: number): Promise<number> {
    if (!(await this.hasAny(...[...ROLLUPS, ...HISTORY_ROLLUPS].map(({ changes }) => changes)))) return 0;
    return inTransaction(this.em, 'sums of purchases', async (transaction) => {
      const db = transaction.getKysely<object>();
      const { rows: tried } = await sql<{ readonly has: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as has`.execute(db);
      if (!tried[0]!.has) return 0;
      let moved = 0;
      for (const rollup of HISTORY_ROLLUPS) moved += await moveHistories(db, rollup, atMost);
      for (const rollup of ROLLUPS) {
        const { rows } = await sql<{ readonly taken: number }>`
          with taken as (
            delete from ${rollup.changes} where (organization_id, id) in (
              select organization_id, id from ${rollup.changes} order by organization_id, id limit ${atMost}
            ) returning *
          ), added as (${addToSums(rollup, sql`select * from taken`)})
          select count(*)::integer as taken from taken`.execute(db);
        moved += rows[0]!.taken;
      }
      return moved;
    });
  }

  async discard(organizationId?: string): Promise<void> {
    const some = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
    const purchased = sql`
      select organization_id from entitlements.orders where ${some} union select organization_id from entitlements.subscriptions where ${some}`;
    const listed = LISTS.map(
      (unrolled, index) => sql`${sql.ref(`list${index}`)} as (
      insert into ${unrolled} (organization_id) select organization_id from purchased on conflict do nothing)`,
    );
    await sql`with purchased as (${purchased}), ${sql.join(listed)} select from purchased limit 1`.execute(
      this.em.getKysely<object>(),
    );
  }

  async rebuildNext(atMost: number): Promise<string | null> {
    if (!(await this.hasAny(...LISTS))) return null;
    return inTransaction(this.em, 'new sums of purchases', async (transaction) => {
      const db = transaction.getKysely<object>();
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
      const { rows } = await sql<{ readonly id: string | null }>`select min(organization_id::text) as id from (
        ${sql.join(
          LISTS.map((unrolled) => sql`select organization_id from ${unrolled}`),
          sql` union all `,
        )}) as listed`.execute(db);
      const { id } = rows[0]!;
      if (id === null) return null;
      if (await isTaken(db, UNROLLED, id)) await rebuildPurchases(db, id, atMost);
      for (const rollup of HISTORY_ROLLUPS) {
        if (await isTaken(db, rollup.unrolled, id)) await rebuildHistories(db, rollup, id, atMost);
      }
      return id;
    });
  }

  private async hasAny(...tables: readonly Sql[]): Promise<boolean> {
    const has = sql.join(
      tables.map((table) => sql`exists (select from ${table})`),
      sql` or `,
    );
    const { rows } = await sql<{ readonly has: boolean }>`select ${has} as has`.execute(this.em.getKysely<object>());
    return rows[0]!.has;
  }
}
