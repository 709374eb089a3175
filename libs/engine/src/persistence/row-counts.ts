import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { anyOf, pgPool } from './kysely.ts';
import { isCoordinator } from './pooled-client.ts';
import { inTransaction } from './unit-of-work.ts';

type Sql = RawBuilder<unknown>;

export interface Total {
  readonly total: number;
}

/** A view that counts rows of a table: `organization_id`, `facets` and `rows`. Triggers of the table record changes under its name. */
export type CountedRows = `${string}.${string}`;

const COUNTS = sql`platform.row_counts`;
const CHANGES = sql`platform.row_count_changes`;
const UNCOUNTED = sql`platform.uncounted_rows`;

/** Whoever changes counts holds this lock: what is counted anew is not added up at the same time. */
const LOCK = sql`hashtextextended('row-counts', 0)`;

/** The number of recorded changes that one transaction adds up. */
const BATCH = 5_000;

interface WantedRows {
  readonly counted: CountedRows;
  readonly organizations: readonly string[];
  /** The facets of the wanted rows, or which of them are; undefined if no facets say it. A row has no more than one of them. */
  readonly facets: readonly string[] | ((facet: Sql) => Sql) | undefined;
}

/**
 * A statement with the `total` of some rows, exact in its snapshot. `counting` is one that counts them: for organizations whose rows have
 * no counts yet, and where no facets say which rows are wanted.
 */
export function totalOfRows(counting: RawBuilder<Total>, { counted, organizations, facets }: WantedRows): RawBuilder<Total> {
  if (facets === undefined) return counting;
  const facet = sql`facet collate "C"`;
  const isWanted = typeof facets === 'function' ? facets(facet) : sql`${facet} = any(${facets}::text[])`;
  const ofTable = sql`${anyOf('organization_id', organizations)} and counted = ${sql.lit(counted)}`;
  return sql<Total>`select case when exists (select from ${UNCOUNTED} where ${ofTable}) then (${counting}) else (
      coalesce((select sum(rows) from ${COUNTS} where ${ofTable} and ${isWanted}), 0)
      + coalesce((select sum(rows) from ${CHANGES}, unnest(facets) as f (facet) where ${ofTable} and ${isWanted}), 0)
    )::bigint end as total`;
}

/** The filters of a list that are given, but for organizations. */
export const givenFilters = (filter: object): readonly string[] =>
  Object.entries(filter).flatMap(([name, value]) => (name === 'organization_id' || value === undefined ? [] : [name]));

/** Whether rows are counted by triggers. Tables that Citus divides have none. */
export const areRowsCounted = async (em: EntityManager): Promise<boolean> => !(await isCoordinator(await pgPool(em)));

const areThereAny = async (em: EntityManager, table: Sql): Promise<boolean> => {
  const { rows } = await sql<{ readonly has: boolean }>`select exists (select from ${table}) as has`.execute(
    em.getKysely<object>(),
  );
  return rows[0]!.has;
};

/** Counts what is not counted yet, and adds up recorded changes, in batches, until done or aborted by `stop`. */
export async function addUpRows(em: EntityManager, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await countNext(em)));
  while (!stop.aborted && (await addUpChanges(em)) > 0);
}

/** Counts rows anew, of one organization or of all, beside all other work. Workers count, too. Lists count rows themselves meanwhile. */
export async function recountRows(em: EntityManager, counted: readonly CountedRows[], organizationId?: string): Promise<void> {
  const some = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
  for (const view of counted) {
    const organizations = [sql.table(view), COUNTS, CHANGES].map(
      (table) => sql`select organization_id from ${table} where ${some}`,
    );
    await sql`insert into ${UNCOUNTED} (organization_id, counted)
      select organization_id, ${view} from (${sql.join(organizations, sql` union `)}) as o on conflict do nothing`.execute(
      em.getKysely<object>(),
    );
  }
  while (await countNext(em));
}

async function addUpChanges(em: EntityManager): Promise<number> {
  if (!(await areThereAny(em, CHANGES))) return 0;
  return inTransaction(em, 'numbers of rows', async (transaction) => {
    const db = transaction.getKysely<object>();
    const { rows: tried } = await sql<{ readonly has: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as has`.execute(db);
    if (!tried[0]!.has) return 0;
    const { rows } = await sql<{ readonly taken: number }>`
      with taken as (
        delete from ${CHANGES} where (organization_id, id) in (
          select organization_id, id from ${CHANGES} order by organization_id, id limit ${BATCH}
        ) returning *
      ), added as (
        insert into ${COUNTS} as c (organization_id, counted, facet, rows)
          select organization_id, counted, facet, sum(rows) from taken, unnest(facets) as f (facet)
          group by 1, 2, 3 having sum(rows) <> 0 order by 1, 2, 3
        on conflict (organization_id, counted, facet) do update set rows = c.rows + excluded.rows
      ) select count(*)::integer as taken from taken`.execute(db);
    return rows[0]!.taken;
  });
}

/** Counts rows of one organization that are not counted yet. Returns whether there were any. */
async function countNext(em: EntityManager): Promise<boolean> {
  if (!(await areThereAny(em, UNCOUNTED))) return false;
  return inTransaction(em, 'new numbers of rows', async (transaction) => {
    const db = transaction.getKysely<object>();
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    const { rows } = await sql<{ readonly organization_id: string; readonly counted: CountedRows }>`
      delete from ${UNCOUNTED} where (organization_id, counted) in (
        select organization_id, counted from ${UNCOUNTED} order by organization_id, counted limit 1
      ) returning organization_id, counted`.execute(db);
    if (!rows[0]) return false;
    await countRows(db, rows[0].organization_id, rows[0].counted);
    return true;
  });
}

/** One statement counts and deletes recorded changes: it sees the changes of all rows that it sees, so each is either counted or left. */
async function countRows(db: Kysely<object>, organizationId: string, counted: CountedRows): Promise<void> {
  const ofTable = sql`organization_id = ${organizationId} and counted = ${counted}`;
  await sql`delete from ${COUNTS} where ${ofTable}`.execute(db);
  await sql`with taken as (delete from ${CHANGES} where ${ofTable})
    insert into ${COUNTS} (organization_id, counted, facet, rows)
      select organization_id, ${counted}, facet, sum(rows) from ${sql.table(counted)}, unnest(facets) as f (facet)
      where organization_id = ${organizationId} group by organization_id, facet`.execute(db);
}
