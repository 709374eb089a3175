import type { EntityManager, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';

/**
 * Matches rows whose `column` is one of the ids. A single id is compared with `=`, because only then can an index that starts with
 * this column return rows in the order of its other columns.
 */
export const anyOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${ids[0]}::uuid` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** The connection pool of MikroORM, for statements sent to `pg` directly. */
export const pgPool = (em: EntityManager): Promise<Pool> =>
  (em.getConnection() as unknown as PostgreSqlConnection).getNativeClient();
