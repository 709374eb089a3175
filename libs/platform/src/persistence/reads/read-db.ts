import type { EntityManager } from '@mikro-orm/postgresql';
import { type Dialect, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import { pgPool, replicaPool } from '../kysely.ts';
import { ReadBatches } from './read-batches.ts';
import { ReadCompiler } from './read-compiler.ts';
import { ReadExecutor } from './read-executor.ts';
import { Replica } from './replica.ts';
import { RoutedReads } from './routed-reads.ts';

/** The executor sends queries, so there is no driver. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new ReadCompiler(),
};

function readsOf(em: EntityManager): RoutedReads {
  const primary = new ReadBatches(() => pgPool(em));
  const poolOfReplica = replicaPool(em);
  return new RoutedReads(primary, poolOfReplica && new Replica(primary, new ReadBatches(poolOfReplica)));
}

const databases = new WeakMap<object, Kysely<unknown>>();

/**
 * The query builder for reads outside of transactions. Everything that queries read goes through it:
 *
 * - Statements are prepared: PostgreSQL parses a text once for each connection, and plans it anew only while that pays
 *   (`PreparedStatements`). Make few texts: pass a list as one array parameter, never as `in ($1, $2, …)`. But a value that few
 *   rows have, such as a rare status, belongs into the text (`sql.lit`) if an index should be chosen by it: one plan serves all values of
 *   a parameter. Limits and offsets are written into the text (`ReadCompiler`).
 * - A query whose text depends only on the order, the bounds and the filters that are given is declared with `fixedRead`: each text is
 *   built once.
 * - Reads that are started at the same time, as by `Promise.all`, are sent in one packet on one connection, and so
 *   are their results (`ReadBatches`).
 * - Reads of a request for a list are sent to the replica, if there is one and it is current (`RoutedReads`).
 * - Rows are built from the values of a result by position (`compileRow`), and have the names of the select list. A value has the type
 *   of its column: `timestamptz` is a `Date`, 64-bit integers are numbers, `numeric` is text, `jsonb` is what was stored.
 */
export function readDb<Tables>(em: EntityManager): Kysely<Tables> {
  const connection = em.getConnection();
  let database = databases.get(connection);
  if (!database) {
    const executor = new ReadExecutor(new ReadCompiler(), DIALECT.createAdapter(), readsOf(em));
    database = new Kysely<unknown>({ config: { dialect: DIALECT }, dialect: DIALECT, driver: DIALECT.createDriver(), executor });
    databases.set(connection, database);
  }
  return database as Kysely<Tables>;
}
