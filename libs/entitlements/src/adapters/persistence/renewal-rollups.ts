import { type Kysely, type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const CHANGES = sql`entitlements.renewal_changes`;
const ROLLUPS = sql`entitlements.renewal_rollups`;

/** A statement takes longer the more orders there are: subscriptions are assumed to have so many. */
const ORDERS_OF_SUBSCRIPTION = 5;

const KEY = sql.join(
  ['organization_id', 'product_id', 'grain', 'reach', 'day', 'start', 'since', 'currency'].map((name) => sql.ref(name)),
);

/** Adds rows that have two times each to the sums of their quarters of an hour and of their days. Rows are locked in one order. */
const addToSums = (source: Sql): Sql => sql`
  insert into ${ROLLUPS} as rolled (${KEY}, since_day, amount, net_amount, repeated)
    select ${KEY}, (since at time zone 'UTC')::date, sum(amount), sum(net_amount), sum(repeated)
    from (
      select organization_id, product_id, g.grain, entitlements.reach_of(c.since, c.start) as reach, (c.start at time zone 'UTC')::date as day,
        g.start, g.since, currency, amount, net_amount, repeated
      from (${source}) as c, lateral (values
        ('quarter', c.start, c.since), ('day', date_trunc('day', c.start, 'UTC'), date_trunc('day', c.since, 'UTC'))
      ) as g (grain, start, since)
    ) as spread
    group by ${KEY} having sum(amount) <> 0 or sum(net_amount) <> 0 or sum(repeated) <> 0 order by ${KEY}
  on conflict (${KEY}) do update set amount = rolled.amount + excluded.amount, net_amount = rolled.net_amount + excluded.net_amount,
    repeated = rolled.repeated + excluded.repeated`;

/**
 * Moves about so many recorded changes into the sums: all of each subscription, because an order changes what the next one of it counts. The
 * statement sees orders and changes at one moment. Returns how many were moved.
 */
export async function moveRenewals(db: Kysely<object>, atMost: number): Promise<number> {
  const { rows } = await sql<{ readonly taken: number }>`
    with due as (
      select distinct organization_id, subscription_id from (
        select organization_id, subscription_id from ${CHANGES} order by organization_id, subscription_id, id limit ${atMost}
      ) as first
    ), taken as (
      delete from ${CHANGES} where (organization_id, subscription_id) in (select organization_id, subscription_id from due) returning id
    ), added as (${addToSums(sql`
      select w.* from entitlements.waiting_renewals w
      where (w.organization_id, w.subscription_id) in (select organization_id, subscription_id from due)`)})
    select count(*)::integer as taken from taken`.execute(db);
  return rows[0]!.taken;
}

/**
 * Makes the sums of an organization anew, of subscriptions with about so many orders in a statement. It forgets the changes of exactly those subscriptions
 * whose orders it sees, so each change is either counted or left.
 */
export async function rebuildRenewals(db: Kysely<object>, organizationId: string, atMost: number): Promise<void> {
  const atOnce = Math.ceil(atMost / ORDERS_OF_SUBSCRIPTION);
  await sql`delete from ${ROLLUPS} where organization_id = ${organizationId}`.execute(db);
  let done: string | null = null;
  for (;;) {
    const rest: Sql = done === null ? sql`true` : sql`id > ${done}`;
    const { rows }: { rows: { readonly last: string | null }[] } = await sql<{ readonly last: string | null }>`
      with part as materialized (
        select s from entitlements.subscriptions s where organization_id = ${organizationId} and ${rest} order by id limit ${atOnce}
      ), forgotten as (
        delete from ${CHANGES} where organization_id = ${organizationId} and subscription_id in (select (s).id from part)
      ), added as (${addToSums(sql`
        select (p.s).organization_id, r.* from part p, lateral entitlements.renewals_of(p.s, false) as r`)})
      select (s).id as last from part order by 1 desc limit 1`.execute(db);
    if (rows.length === 0) return;
    done = rows[0]!.last;
  }
}
