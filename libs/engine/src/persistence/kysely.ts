import type { EntityManager, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';

/**
 * Matches rows whose `column` is one of the ids. A single id is compared with `=`, because only then can an index that starts with
 * this column return rows in the order of its other columns.
 */
export const anyOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${ids[0]}::uuid` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

const poolOf = (connection: ReturnType<EntityManager['getConnection']>): Promise<Pool> =>
  (connection as unknown as PostgreSqlConnection).getNativeClient();

/** The connection pool of MikroORM, for statements sent to `pg` directly. */
export const pgPool = (em: EntityManager): Promise<Pool> => poolOf(em.getConnection());

/** Opens the pool of the replica; undefined if there is none. */
export function replicaPool(em: EntityManager): (() => Promise<Pool>) | undefined {
  const replica = em.getConnection('read');
  return replica === em.getConnection() ? undefined : () => poolOf(replica);
}
