import { type RawBuilder, sql } from 'kysely';

/** `column` is one of the ids. A single id is compared by equality: only then does an index on more columns keep its order. */
export const anyOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${ids[0]}::uuid` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
