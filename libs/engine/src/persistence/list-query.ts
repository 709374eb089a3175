import { type RawBuilder, sql } from 'kysely';

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

/** Requires one of the values for every key. Numbers and booleans are compared by their JSON text. */
export function metadataMatches(
  criteria: readonly { readonly key: string; readonly values: readonly string[] }[],
  column = 'metadata',
): RawBuilder<boolean> {
  const conditions = criteria.map(({ key, values }) => sql`${sql.ref(column)} ->> ${key} = any(${values}::text[])`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
