import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { pgPool } from './kysely.ts';

type TableName = `${string}.${string}`;

/**
 * Rows of an organization in a table. A name alone stands for those whose `organization_id` it is. In SQL, `$1` is the organization.
 */
export type OrganizationRows =
  | TableName
  | {
      readonly table: TableName;
      readonly where: string;
      /** What is changed in the rows instead of deleting them, so that `where` is true of them no longer. */
      readonly set?: string;
      /** Which rows a job of the context deletes some time after that. */
      readonly awaited?: string;
    };

/** What the engine has of an organization. It goes last: what is done for the organization until then is in it. */
const OWN: readonly OrganizationRows[] = [
  'platform.row_count_changes',
  'platform.row_counts',
  'platform.uncounted_rows',
  'platform.quotas',
  // Others are being delivered.
  { table: 'platform.outbox', where: 'organization_id = $1 and done_at is not null' },
];

const OF_ORGANIZATION = 'organization_id = $1';
/** The rows that one statement deletes, and those that one looks at where no index finds those of an organization. */
const BATCH = 1_000;
const WINDOW = 20_000;

interface Table {
  readonly name: TableName;
  /** The columns of the primary key. Empty for a table without one, whose rows are found by their place. */
  readonly key: readonly string[];
  readonly types: readonly string[];
  /** Whether an index of all rows begins with the organization. */
  readonly isIndexed: boolean;
}

const TABLES = `
  select t.name, coalesce(k.columns, '{}') as key, coalesce(k.types, '{}') as types,
    exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = t.name::regclass and i.indpred is null and i.indisvalid and a.attname = 'organization_id'
    ) as "isIndexed"
  from unnest($1::text[]) as t(name)
  left join lateral (
    select array_agg(quote_ident(a.attname) order by c.number) as columns,
      array_agg(format_type(a.atttypid, null) order by c.number) as types
    from pg_index i
    cross join lateral unnest(i.indkey::int2[]) with ordinality as c(attribute, number)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = c.attribute
    where i.indrelid = t.name::regclass and i.indisprimary
  ) k on true`;

/**
 * Deletes the data of an organization, in the order of the tables, by statements that each change few rows. What is written meanwhile stays
 * for the next call. Returns whether there was nothing.
 */
export async function deleteOrganizationData(
  em: EntityManager,
  organizationId: string,
  data: readonly OrganizationRows[],
  stop: AbortSignal,
): Promise<boolean> {
  const pool = await pgPool(em);
  const all = [...data, ...OWN].map((each) => (typeof each === 'string' ? { table: each, where: OF_ORGANIZATION } : each));
  const { rows } = await pool.query<Table>(TABLES, [[...new Set(all.map(({ table }) => table))]]);
  const tables = new Map(rows.map((row) => [row.name, row]));
  let isEmpty = true;
  for (const { table: name, awaited, ...which } of all) {
    if (stop.aborted) return false;
    const table = tables.get(name)!;
    const isWalked = !table.isIndexed && which.where.startsWith(OF_ORGANIZATION) && table.key.length > 0;
    const change = isWalked ? changeByWindows : changeByBatches;
    if ((await change(pool, { organizationId, table, stop, ...which })) > 0) isEmpty = false;
    else if (awaited !== undefined && (await hasRows(pool, `${name} where ${awaited}`, organizationId))) isEmpty = false;
  }
  return isEmpty && !stop.aborted;
}

const hasRows = async (pool: Pool, which: string, organizationId: string): Promise<boolean> =>
  (await pool.query(`select from ${which} limit 1`, [organizationId])).rowCount === 1;

interface Change {
  readonly organizationId: string;
  readonly table: Table;
  readonly where: string;
  readonly set?: string;
  readonly stop: AbortSignal;
}

const identityOf = ({ key }: Table): string => (key.length > 0 ? key.join(', ') : 'ctid');

const changing = ({ table, set }: Change): string =>
  set === undefined ? `delete from ${table.name}` : `update ${table.name} set ${set}`;

/** The place of a row is its own in one partition only, so what is changed has to be of the organization as well. */
async function changeByBatches(pool: Pool, change: Change): Promise<number> {
  const { organizationId, table, where, stop } = change;
  const identity = identityOf(table);
  const order = table.key.length > 0 ? `order by ${identity}` : '';
  const text = `${changing(change)} where (${identity}) in (
    select ${identity} from ${table.name} where ${where} ${order} limit ${BATCH}) and ${where}`;
  let changed = 0;
  for (let last = 1; last > 0 && !stop.aborted; changed += last) last = (await pool.query(text, [organizationId])).rowCount ?? 0;
  return changed;
}

/** Looks at the whole table in the order of its primary key. */
async function changeByWindows(pool: Pool, change: Change): Promise<number> {
  const { organizationId, table, where, stop } = change;
  const key = table.key.join(', ');
  const after = table.key.map((_, index) => `$${index + 2}::${table.types[index]}`).join(', ');
  const textFor = (isFirst: boolean): string => `
    with seen as materialized (
      select ${key}, ${where} as concerned from ${table.name}
      ${isFirst ? 'where $1::uuid is not null' : `where (${key}) > (${after})`} order by ${key} limit ${WINDOW}
    ), changed as (
      ${changing(change)} where (${key}) in (select ${key} from seen where concerned) and ${where} returning 1
    )
    select (select count(*) from changed)::int as changed, array[${table.key.map((column) => `${column}::text`).join(', ')}] as last
    from (select ${key} from seen order by ${table.key.map((column) => `${column} desc`).join(', ')} limit 1) as furthest`;
  let changed = 0;
  let last: readonly string[] = [];
  while (!stop.aborted) {
    const { rows } = await pool.query<{ changed: number; last: string[] }>(textFor(last.length === 0), [organizationId, ...last]);
    if (!rows[0]) return changed;
    changed += rows[0].changed;
    ({ last } = rows[0]);
  }
  return changed;
}
