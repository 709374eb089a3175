import type { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import { pgPool } from '../kysely.ts';
import { ReadBatches } from './read-batches.ts';
import { ReadCompiler } from './read-compiler.ts';
import { ReadDriver } from './read-driver.ts';

const databases = new WeakMap<object, Kysely<unknown>>();

/**
 * The query builder for reads outside of transactions. Everything that queries read goes through it:
 *
 * - Statements are prepared: PostgreSQL parses a text once for each connection, and plans it anew only while that pays
 *   (`PreparedStatements`). Make few texts: pass a list as one array parameter, never as `in ($1, $2, …)`. But a value that few
 *   rows have, such as a rare status, belongs into the text (`sql.lit`) if an index should be chosen by it: one plan serves all values of
 *   a parameter. Limits and offsets are written into the text (`ReadCompiler`).
 * - A query whose text never changes is declared with `fixedRead`, and built once.
 * - Reads that are started at the same time, as by `Promise.all`, are sent in one packet on one connection (`ReadBatches`).
 * - Rows are built from the values of a result by position (`compileRow`), and have the names of the select list. A value has the type
 *   of its column: `timestamptz` is a `Date`, 64-bit integers are numbers, `numeric` is text, `jsonb` is what was stored.
 */
export function readDb<Tables>(em: EntityManager): Kysely<Tables> {
  const connection = em.getConnection();
  let database = databases.get(connection);
  if (!database) {
    const batches = new ReadBatches(() => pgPool(em));
    database = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new ReadDriver(batches),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new ReadCompiler(),
      },
    });
    databases.set(connection, database);
  }
  return database as Kysely<Tables>;
}
