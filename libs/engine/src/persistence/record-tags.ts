import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { anyOf } from './kysely.ts';
import { readDb } from './reads/read-db.ts';

type Table = `${string}.${string}`;

/** Where a context has the tags of its records. */
export interface TagTable {
  /** Has the columns `organization_id`, `tag` and the one of the record, which are its key in this order, and an index of records. */
  readonly table: Table;
  readonly column: string;
  readonly records: Table;
  /** The column of a record with whose it is. */
  readonly customer: string;
  /** Which records can have tags, if not all. */
  readonly where?: string;
  /** The type of the record in the audit log. */
  readonly type: string;
}

type Db = Kysely<object>;

/** Further records with a tag are not counted. */
const MOST_COUNTED = 1_000;

/** The lock of whoever adds tags of a kind in an organization, so that their number is limited. */
export const lockOfTags = ({ table }: TagTable, organizationId: string): string => `${table}/${organizationId}`;

/** A statement with the different tags of an organization, `$1`: it reads the index once for each of them. */
export const usedTagsIn = ({ table }: Pick<TagTable, 'table'>): string => `
  with recursive used (tag) as (
    (select t.tag from ${table} t where t.organization_id = $1 order by t.tag limit 1)
    union all
    select (select t.tag from ${table} t where t.organization_id = $1 and t.tag > used.tag order by t.tag limit 1)
    from used where used.tag is not null
  ) select used.tag from used where used.tag is not null`;

export const usedBy = (table: TagTable, organizationId: string): RawBuilder<unknown> =>
  sql.join(
    usedTagsIn(table)
      .split('$1')
      .map((part) => sql.raw(part)),
    sql`${organizationId}::uuid`,
  );

/** More records with tags are not listed, but compared. */
export const FEW_TAGGED = 1_000;

/** The records that have one of the tags, if they are few. */
export interface FoundByTags {
  readonly tags: readonly string[];
  readonly ids: readonly string[] | undefined;
}

/** Finds records by their tags. If they are more than 1,000, a list meets some of them soon in its own order. */
export async function findByTags(
  em: EntityManager,
  { table, column }: TagTable,
  organizations: readonly string[],
  tags: readonly string[] | undefined,
): Promise<FoundByTags | undefined> {
  if (!tags) return undefined;
  const { rows } = await sql<{ readonly id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${anyOf('organization_id', organizations)} and tag = any(${tags}::text[]) limit ${FEW_TAGGED + 1}`.execute(
    readDb<object>(em),
  );
  return { tags, ids: rows.length > FEW_TAGGED ? undefined : [...new Set(rows.map(({ id }) => id))] };
}

/** The condition that a row of a table, or with an alias, has one of the tags. */
export const isTagged = ({ table, column }: TagTable, row: string, { tags, ids }: FoundByTags): RawBuilder<boolean> =>
  ids
    ? anyOf(`${row}.id`, ids)
    : sql<boolean>`exists (select from ${sql.table(table)} t where t.organization_id = ${sql.ref(`${row}.organization_id`)}
        and ${sql.ref(`t.${column}`)} = ${sql.ref(`${row}.id`)} and t.tag = any(${tags}::text[]))`;

export const readTags = async (
  db: Db,
  { table, column }: TagTable,
  organizations: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ readonly id: string; readonly tags: string[] }>`
    select ${sql.ref(column)} as id, array_agg(tag order by tag collate "C") as tags from ${sql.table(table)}
    where ${anyOf('organization_id', organizations)} and ${anyOf(column, ids)} group by 1`.execute(db);
  return new Map(rows.map(({ id, tags }) => [id, tags]));
};

/** The tags of records by their ids. Those without tags are left out. */
export const tagsOfRecords = (
  em: EntityManager,
  table: TagTable,
  organizations: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => readTags(readDb<object>(em), table, organizations, ids);

/** The tags of those of several records that have any and that can have some. */
export async function tagsOfEach(
  em: EntityManager,
  { table, column, records, where = 'true' }: TagTable,
  organizations: readonly string[],
  ids: readonly string[],
): Promise<{ readonly id: string; readonly tags: string[] }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ readonly id: string; readonly tags: string[] }>`
    select r.id, array_agg(t.tag order by t.tag collate "C") as tags from ${sql.table(table)} t
    join ${sql.table(records)} r on r.organization_id = t.organization_id and r.id = ${sql.ref(`t.${column}`)}
    where ${anyOf('t.organization_id', organizations)} and ${anyOf(`t.${column}`, ids)} and ${sql.raw(where)} group by r.id`.execute(
    readDb<object>(em),
  );
  return rows;
}

/** The tags of one record. Throws `ResourceNotFound`. */
export async function tagsOfRecord(
  em: EntityManager,
  table: TagTable,
  organizations: readonly string[],
  id: string,
): Promise<string[]> {
  const where = table.where ? sql.raw(`and ${table.where}`) : sql``;
  const [{ rows }, tags] = await Promise.all([
    sql`select from ${sql.table(table.records)} where ${anyOf('organization_id', organizations)} and id = ${id}::uuid ${where}`.execute(
      readDb<object>(em),
    ),
    tagsOfRecords(em, table, organizations, [id]),
  ]);
  if (rows.length === 0) throw new ResourceNotFound();
  return [...(tags.get(id.toLowerCase()) ?? [])];
}

/** How many records have a tag. */
interface UsedTag {
  readonly tag: string;
  readonly records: number;
  /** Whether no more than these have it. */
  readonly is_exact: boolean;
}

/** The tags of organizations, in alphabetical order. It takes as long with many records as with 1,000 of each tag. */
export async function usedTags(em: EntityManager, table: TagTable, organizations: readonly string[]): Promise<UsedTag[]> {
  const found = await Promise.all(organizations.map((id) => tagsOfOrganization(em, table, id)));
  const records = new Map<string, number>();
  for (const each of found.flat()) records.set(each.tag, (records.get(each.tag) ?? 0) + each.records);
  return [...records]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, count]) => ({ tag, records: Math.min(count, MOST_COUNTED), is_exact: count <= MOST_COUNTED }));
}

async function tagsOfOrganization(em: EntityManager, table: TagTable, organizationId: string) {
  const counted = sql`select from ${sql.table(table.table)} t
    where t.organization_id = ${organizationId}::uuid and t.tag = u.tag limit ${MOST_COUNTED + 1}`;
  const { rows } = await sql<{ readonly tag: string; readonly records: number }>`
    select u.tag, (select count(*)::int from (${counted}) as c) as records from (${usedBy(table, organizationId)}) as u`.execute(
    readDb<object>(em),
  );
  return rows;
}
