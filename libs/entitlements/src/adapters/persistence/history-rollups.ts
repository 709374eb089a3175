import { type Kysely, type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Sums of what a subscription or a customer counts because of all its purchases: one of them changes what the others count. */
export interface HistoryRollup {
  /** The organizations whose sums are to be made anew. */
  readonly unrolled: Sql;
  readonly changes: Sql;
  /** The column of a change that names whose purchases they are. */
  readonly subject: Sql;
  /** The ids of an organization after one, in their order. */
  readonly subjects: (organizationId: string, after: string, limit: number) => Sql;
  /** What the subjects in `part` count. */
  readonly counted: (organizationId: string) => Sql;
  /** What recorded changes add, by subject. */
  readonly waiting: Sql;
  /** Adds rows to the sums of their quarters of an hour and of their days. Rows are locked in one order. */
  readonly addToSums: (source: Sql) => Sql;
  readonly rollups: Sql;
}

const columns = (...names: readonly string[]): Sql => sql.join(names.map((name) => sql.ref(name)));

const RENEWAL_KEY = columns('organization_id', 'product_id', 'grain', 'reach', 'day', 'start', 'since', 'currency');
const CUSTOMER_KEY = columns('organization_id', 'product_id', 'grain', 'kind', 'day', 'start');

const RENEWALS: HistoryRollup = {
  unrolled: sql`entitlements.unrolled_renewals`,
  changes: sql`entitlements.renewal_changes`,
  subject: sql`subscription_id`,
  subjects: (organizationId, after, limit) => sql`
    select id from entitlements.subscriptions where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`,
  counted: () => sql`
    select s.organization_id, r.* from part join entitlements.subscriptions s using (id), lateral entitlements.renewals_of(s, false) as r`,
  waiting: sql`entitlements.waiting_renewals`,
  rollups: sql`entitlements.renewal_rollups`,
  addToSums: (source) => sql`
    insert into entitlements.renewal_rollups as rolled (${RENEWAL_KEY}, since_day, amount, net_amount, repeated)
      select ${RENEWAL_KEY}, (since at time zone 'UTC')::date, sum(amount), sum(net_amount), sum(repeated)
      from (
        select organization_id, product_id, g.grain, entitlements.reach_of(c.since, c.start) as reach, (c.start at time zone 'UTC')::date as day,
          g.start, g.since, currency, amount, net_amount, repeated
        from (${source}) as c, lateral (values
          ('quarter', c.start, c.since), ('day', date_trunc('day', c.start, 'UTC'), date_trunc('day', c.since, 'UTC'))
        ) as g (grain, start, since)
      ) as spread
      group by ${RENEWAL_KEY} having sum(amount) <> 0 or sum(net_amount) <> 0 or sum(repeated) <> 0 order by ${RENEWAL_KEY}
    on conflict (${RENEWAL_KEY}) do update set amount = rolled.amount + excluded.amount, net_amount = rolled.net_amount + excluded.net_amount,
      repeated = rolled.repeated + excluded.repeated`,
};

/** The customers of a table of purchases. */
const buyers = (table: Sql, organizationId: string, after: string, limit: number): Sql => sql`
  (select distinct customer_id as id from ${table} where organization_id = ${organizationId} and customer_id > ${after}
    order by customer_id limit ${limit})`;

const CUSTOMERS: HistoryRollup = {
  unrolled: sql`entitlements.unrolled_customers`,
  changes: sql`entitlements.customer_changes`,
  subject: sql`customer_id`,
  subjects: (...page) => sql`
    ${buyers(sql`entitlements.orders`, ...page)} union ${buyers(sql`entitlements.subscriptions`, ...page)} order by id limit ${page[2]}`,
  counted: (organizationId) => sql`
    select ${organizationId}::uuid as organization_id, h.*
    from part, lateral entitlements.customer_history(${organizationId}::uuid, part.id, false) as h`,
  waiting: sql`entitlements.waiting_customers`,
  rollups: sql`entitlements.customer_rollups`,
  addToSums: (source) => sql`
    insert into entitlements.customer_rollups as rolled (${CUSTOMER_KEY}, customers)
      select ${CUSTOMER_KEY}, sum(customers)
      from (
        select organization_id, product_id, g.grain, kind, (c.start at time zone 'UTC')::date as day, g.start, customers
        from (${source}) as c, lateral (values ('quarter', c.start), ('day', date_trunc('day', c.start, 'UTC'))) as g (grain, start)
      ) as spread
      group by ${CUSTOMER_KEY} having sum(customers) <> 0 order by ${CUSTOMER_KEY}
    on conflict (${CUSTOMER_KEY}) do update set customers = rolled.customers + excluded.customers`,
};

export const HISTORY_ROLLUPS: readonly HistoryRollup[] = [RENEWALS, CUSTOMERS];

/**
 * Moves about so many recorded changes into the sums: all of each subject. The statement sees purchases and changes at one moment. Returns how
 * many were moved.
 */
export async function moveHistories(db: Kysely<object>, rollup: HistoryRollup, atMost: number): Promise<number> {
  const { changes, subject, waiting } = rollup;
  const isDue = sql`(organization_id, ${subject}) in (select organization_id, ${subject} from due)`;
  const { rows } = await sql<{ readonly taken: number }>`
    with due as (
      select distinct organization_id, ${subject} from (
        select organization_id, ${subject} from ${changes} order by organization_id, ${subject}, id limit ${atMost}
      ) as first
    ), taken as (delete from ${changes} where ${isDue} returning id),
    added as (${rollup.addToSums(sql`select * from ${waiting} where ${isDue}`)})
    select count(*)::integer as taken from taken`.execute(db);
  return rows[0]!.taken;
}

/** A statement takes longer the more purchases there are: subjects are assumed to have so many. */
const PURCHASES_OF_SUBJECT = 5;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Makes the sums of an organization anew, of subjects with about so many purchases in a statement. It forgets the changes of exactly those
 * subjects whose purchases it sees, so each change is either counted or left.
 */
export async function rebuildHistories(
  db: Kysely<object>,
  rollup: HistoryRollup,
  organizationId: string,
  atMost: number,
): Promise<void> {
  const { changes, subject } = rollup;
  const limit = Math.ceil(atMost / PURCHASES_OF_SUBJECT);
  await sql`delete from ${rollup.rollups} where organization_id = ${organizationId}`.execute(db);
  for (let after = FIRST; after !== LAST;) {
    const { rows } = await sql<{ readonly last: string }>`
      with part as materialized (${rollup.subjects(organizationId, after, limit)}),
      bound as materialized (
        select coalesce((select id from part order by id offset ${limit - 1} limit 1), ${LAST}::uuid) as last
      ), forgotten as (
        delete from ${changes} where organization_id = ${organizationId} and ${subject} > ${after} and ${subject} <= (select last from bound)
      ), added as (${rollup.addToSums(rollup.counted(organizationId))})
      select last from bound`.execute(db);
    after = rows[0]!.last;
  }
}
