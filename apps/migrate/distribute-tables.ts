import type { Client } from 'pg';
import { type Placement, placementsOf } from '#engine/persistence';
import { contexts } from '../contexts.ts';

/** A table of the service, and where it is or would be. */
export interface PlacedTable {
  readonly name: string;
  readonly placement: Placement;
  readonly reason: string;
  readonly isDone: boolean;
}

interface TableRow {
  readonly name: string;
  readonly hasOrganization: boolean;
  /** Unique keys without the organization. */
  readonly keys: readonly string[];
  /** The tables of foreign keys that have the organization, and of those that do not. */
  readonly refersWithin: readonly string[];
  readonly refersTo: readonly string[];
  /** Triggers that see all rows of a statement at once, but for those that count rows: they are dropped. */
  readonly triggers: readonly string[];
  /** How Citus has the table; null for a table that it does not know. */
  readonly citusType: string | null;
}

const TABLES = `
  select n.nspname || '.' || t.relname as name, coalesce(o.attnotnull, false) as "hasOrganization", c.citus_table_type as "citusType",
    array(select i.indexrelid::regclass::text from pg_index i
      where i.indrelid = t.oid and i.indisunique and not coalesce(o.attnum = any(i.indkey), false) order by 1) as keys,
    array(select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = t.oid and f.contype = 'f' and o.attnum = any(f.conkey) order by 1) as "refersWithin",
    array(select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = t.oid and f.contype = 'f' and not coalesce(o.attnum = any(f.conkey), false) order by 1) as "refersTo",
    array(select g.tgname::text from pg_trigger g
      where g.tgrelid = t.oid and not g.tgisinternal and (g.tgnewtable is not null or g.tgoldtable is not null)
        and g.tgname not like '%are\\_counted' order by 1) as triggers
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  left join pg_attribute o on o.attrelid = t.oid and o.attname = 'organization_id' and not o.attisdropped
  left join citus_tables c on c.table_name = t.oid
  where t.relkind in ('r', 'p') and not t.relispartition and n.nspname = any($1) order by 1`;

const NODES = `select count(*)::int as workers from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive`;
const OWN_GROUP = 'select groupid from pg_dist_local_group';
const IS_CITUS = `select from pg_extension where extname = 'citus'`;

/** Sentences that say why the server does not distribute tables; none if it does. */
async function problemsOfServer(client: Client): Promise<string[]> {
  if ((await client.query(IS_CITUS)).rowCount === 0) {
    return [
      'The database has no extension citus. Install Citus on all nodes, and run `create extension citus` in the database of each.',
    ];
  }
  const [{ rows: own }, { rows: nodes }] = [
    await client.query<{ groupid: number }>(OWN_GROUP),
    await client.query<{ workers: number }>(NODES),
  ];
  if (own[0]!.groupid !== 0) return ['DATABASE_URL leads to a worker node. It must lead to the coordinator.'];
  if (nodes[0]!.workers === 0) return ['The coordinator has no nodes. Add them with `select citus_add_node(host, port)`.'];
  return [];
}

/** Why a table cannot be distributed by organization. */
function obstaclesOf(
  { hasOrganization, keys, refersWithin, refersTo, triggers }: TableRow,
  wanted: ReadonlyMap<string, Placement>,
): string[] {
  const isElsewhere = (table: string): boolean => wanted.get(table) !== 'every node';
  return [
    ...(hasOrganization ? [] : ['its rows do not name their organization']),
    ...(keys.length > 0 && hasOrganization ? [`these unique keys do not have the organization: ${keys.join(', ')}`] : []),
    ...refersWithin
      .filter((table) => wanted.get(table) !== 'organization' && isElsewhere(table))
      .map((table) => `it refers to ${table}`),
    ...refersTo.filter(isElsewhere).map((table) => `it refers to ${table} without the organization`),
    ...triggers.map((trigger) => `the trigger ${trigger} sees the rows of a whole statement`),
  ];
}

const CITUS_TYPES: Readonly<Record<Placement, string>> = {
  organization: 'distributed',
  'every node': 'reference',
  coordinator: 'local',
};

const REASONS: Readonly<Record<Placement, string>> = {
  organization: 'divided by organization',
  'every node': 'read together with divided tables, and rarely written',
  coordinator: 'known to Citus, so that it commits the coordinator and the nodes together',
};

/** Where all tables are to be, and what keeps those that are to be divided from it. */
export async function planDistribution(client: Client): Promise<{ tables: PlacedTable[]; problems: string[] }> {
  const problems = await problemsOfServer(client);
  if (problems.length > 0) return { tables: [], problems };
  const wanted = placementsOf(contexts);
  const schemas = [
    ...new Set([...wanted.keys(), ...contexts.flatMap(({ entities }) => entities.flatMap(schemaOf))].map(schemaPart)),
  ];
  const { rows } = await client.query<TableRow>(TABLES, [schemas]);
  const tables = rows.map((row): PlacedTable => {
    const { name, citusType } = row;
    const placement = wanted.get(name);
    if (placement) return { name, placement, reason: REASONS[placement], isDone: citusType === CITUS_TYPES[placement] };
    const [obstacle = 'its statements also use tables that stay'] = obstaclesOf(row, wanted);
    return { name, placement: 'coordinator', reason: obstacle, isDone: true };
  });
  const divided = rows.filter(({ name }) => wanted.get(name) === 'organization');
  return {
    tables,
    problems: divided.flatMap((row) => obstaclesOf(row, wanted).map((obstacle) => `${row.name} cannot be divided: ${obstacle}.`)),
  };
}

const schemaPart = (name: string): string => name.split('.')[0]!;
const schemaOf = (entity: unknown): string[] => {
  const schema = (entity as { readonly meta?: { readonly schema?: string } }).meta?.schema;
  return schema === undefined ? [] : [schema];
};

const STATEMENTS: Readonly<Record<Placement, string>> = {
  'every node': 'select create_reference_table($1)',
  coordinator: 'select citus_add_local_table_to_metadata($1)',
  organization: `select create_distributed_table($1, 'organization_id', colocate_with => $2)`,
};

/** Functions that statements about divided tables call where the rows are. Citus creates them there if it was installed before them. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1) and p.provolatile = 'i' and not exists (
    select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) order by 1`;

/** Triggers for the last release, which does not run on divided tables, and those that count rows, which lists do on a coordinator. */
const TRIGGERS = `
  select g.tgrelid::regclass::text as table, g.tgname as name from pg_trigger g
  where g.tgrelid = any($1::regclass[]) and not g.tgisinternal`;

/** Copies are made first: divided tables may refer to them. */
const ORDER: readonly Placement[] = ['every node', 'coordinator', 'organization'];

/**
 * Places the tables that are not yet where they are to be, with their rows. A table is moved by a transaction of its own, so an
 * interrupted run can be repeated. The tables of one organization are on one node, with those that were divided before.
 */
export async function distributeTables(
  client: Client,
  tables: readonly PlacedTable[],
  report: (name: string) => void,
): Promise<void> {
  let together = tables.find(({ placement, isDone }) => placement === 'organization' && isDone)?.name ?? 'none';
  const due = tables.filter(({ isDone }) => !isDone);
  const dividedSchemas = tables.filter(({ placement }) => placement === 'organization').map(({ name }) => schemaPart(name));
  const { rows: functions } = await client.query<{ name: string }>(FUNCTIONS, [[...new Set([...dividedSchemas, 'platform'])]]);
  for (const { name } of functions) await client.query('select create_distributed_function($1::regprocedure)', [name]);
  const divided = due.filter(({ placement }) => placement === 'organization').map(({ name }) => name);
  const moved = due.filter(({ placement }) => placement !== 'coordinator').map(({ name }) => name);
  const { rows: triggers } = await client.query<{ table: string; name: string }>(TRIGGERS, [moved]);
  for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`);
  for (const { name, placement } of ORDER.flatMap((each) => due.filter((table) => table.placement === each))) {
    await client.query(STATEMENTS[placement], placement === 'organization' ? [name, together] : [name]);
    if (placement === 'organization' && together === 'none') together = name;
    report(name);
  }
  // What they had on the coordinator. Not before, because they refer to each other.
  for (const name of divided) {
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
  }
  // Without statistics, statements would read all rows of an organization until PostgreSQL makes some.
  for (const { name } of due.filter(({ placement }) => placement !== 'coordinator')) await client.query(`analyze ${name}`);
}
