import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { endConnection, noticingSilence } from '#engine/connections';

/** How long an answer may take until it is looked up whether PostgreSQL still works on it. */
const CHECK_MS = 30_000;

/**
 * Runs a statement that maintains a table beside its writers and may take hours, such as `create index concurrently`, on a connection of its
 * own: those of the pool end statements that take long. Rejects if the answer does not come although no session works on the table, because
 * the connection is silent.
 */
export async function maintainTable(
  pool: pg.Pool,
  table: string,
  statement: string,
  nextCheck: () => Promise<unknown> = () => setTimeout(CHECK_MS, undefined, { ref: false }),
): Promise<void> {
  // A copy of the options has no password.
  const { password } = pool.options;
  const client = new pg.Client({ ...pool.options, ...noticingSilence(0), password, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = client.query(statement).then(() => true);
    answer.catch(() => undefined);
    const isAnswered = (): Promise<boolean> => Promise.race([answer, nextCheck().then(() => false)]);
    let isWorking = true;
    while (!(await isAnswered())) {
      // An answer may be on its way when the lock is released.
      if (!isWorking) throw new Error(`The connection that maintains ${table} is silent.`);
      isWorking = await isLocked(pool, table);
    }
  } finally {
    await endConnection(client);
  }
}

/** Whether a session maintains the table, or waits to. */
async function isLocked(pool: pg.Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ isLocked: boolean }>(
    `select exists (
       select from pg_locks where relation = to_regclass($1) and mode = 'ShareUpdateExclusiveLock'
         and database = (select oid from pg_database where datname = current_database())
     ) as "isLocked"`,
    [table],
  );
  return rows[0]!.isLocked;
}
