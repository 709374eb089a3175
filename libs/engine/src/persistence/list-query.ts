import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from './kysely.ts';
import { readDb } from './reads/read-db.ts';

type Sql = RawBuilder<unknown>;

/** Sort criteria in order of precedence; a leading `-` means descending. */
export type Sorting<Key extends string> = readonly (Key | `-${Key}`)[];

/** The column or expression of a sort key; null if it has the same value in every row. */
type ColumnOf<Key> = (key: Key) => Sql | string | null;

const isDescending = (criterion: string): boolean => criterion.startsWith('-');

const keyOf = <Key extends string>(criterion: Key | `-${Key}`): Key =>
  (isDescending(criterion) ? criterion.slice(1) : criterion) as Key;

const term = (column: Sql | string, descending: boolean): Sql =>
  sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(descending ? 'desc' : 'asc')}`;

/** The terms of an `order by` clause, without a tie-break. */
export const orderTerms = <Key extends string>(sorting: Sorting<Key>, columnOf: ColumnOf<Key> = (key) => key): Sql[] =>
  sorting.flatMap((criterion) => {
    const column = columnOf(keyOf(criterion));
    return column === null ? [] : [term(column, isDescending(criterion))];
  });

/**
 * An `order by` clause in which the id breaks ties, in the direction of the last criterion: a single index on the sort column
 * and the id then serves both directions.
 */
export const orderByWithId = <Key extends string>(sorting: Sorting<Key>, columnOf?: ColumnOf<Key>, id = 'id'): Sql =>
  sql.join([...orderTerms(sorting, columnOf), term(id, isDescending(sorting.at(-1) ?? ''))]);

type MetadataCriteria = readonly { readonly key: string; readonly values: readonly string[] }[];

/** Requires one of the values for every key. Numbers and booleans are compared by their JSON text. */
export function metadataMatches(criteria: MetadataCriteria, column = 'metadata'): RawBuilder<boolean> {
  const conditions = criteria.map(({ key, values }) => sql`${sql.ref(column)} ->> ${key} = any(${values}::text[])`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The most rows that are found by their metadata before a list is read. */
const FEW_WITH_METADATA = 1_000;

/** Texts that JSON has as a truth value or a number, too. */
const OTHER_JSON = String.raw`^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$`;

/** What is left of a filter by metadata: the rows, if they are few. */
interface FoundByMetadata {
  readonly ids?: readonly string[];
  readonly metadata?: MetadataCriteria;
}

/**
 * Finds the rows of a table that have the metadata. If they are more than 1,000, the list meets some of them soon in its own order, and
 * compares. The table has an index of `organization_id` and `metadata jsonb_path_ops` for rows with metadata, which knows JSON values
 * instead of their texts.
 */
export async function findByMetadata(
  em: EntityManager,
  table: string,
  organizations: readonly string[],
  metadata: MetadataCriteria | undefined,
): Promise<FoundByMetadata> {
  const [first] = metadata ?? [];
  if (!metadata || !first) return {};
  const candidates = sql`array(
    select jsonb_build_object(${first.key}::text, value) from unnest(${first.values}::text[]) as value
    union all
    select jsonb_build_object(${first.key}::text, value::jsonb) from unnest(${first.values}::text[]) as value where value ~ ${OTHER_JSON})`;
  const { rows } = await sql<{ readonly id: string }>`select id from ${sql.table(table)}
    where ${anyOf('organization_id', organizations)} and metadata <> '{}' and metadata @> any(${candidates})
      and ${metadataMatches(metadata)} limit ${FEW_WITH_METADATA + 1}`.execute(readDb<object>(em));
  return rows.length > FEW_WITH_METADATA ? { metadata } : { ids: rows.map(({ id }) => id) };
}
