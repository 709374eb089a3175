import type { Pool, PoolClient } from 'pg';
import { type Place, RequestContext, runInContext, STATEMENT_MS } from '#engine/tenancy';

/** How long a connection is used before PostgreSQL is asked whether its statement waits for a lock, and how often, in milliseconds. */
export const ASKED_AFTER_MS = 500;

const WAIT_FOR_LOCKS = `select pid from pg_stat_activity where pid = any($1) and wait_event_type = 'Lock'`;

/** The use of a connection. */
interface Use {
  readonly places: readonly Place[];
  readonly since: number;
}

const pidOf = (client: PoolClient): number => (client as unknown as { readonly processID: number }).processID;

/**
 * Tells the places of connections that are used for long whether they wait for a lock. PostgreSQL knows: for the process, who waits looks
 * like who computes.
 */
export async function noteLockWaits(pool: Pool, uses: ReadonlyMap<PoolClient, Use>): Promise<void> {
  const since = performance.now() - ASKED_AFTER_MS;
  const long = [...uses].filter(([, use]) => use.since <= since);
  if (long.length === 0) return;
  const service = new RequestContext({ tenant: null, statementMs: STATEMENT_MS.interactive });
  const pids = long.map(([client]) => pidOf(client));
  const waiting = await runInContext(service, () => pool.query<{ pid: number }>(WAIT_FOR_LOCKS, [pids])).then(
    ({ rows }) => new Set(rows.map(({ pid }) => pid)),
    () => new Set<number>(),
  );
  for (const [client, use] of long) {
    if (uses.get(client) !== use) continue;
    for (const place of use.places) place.waitsForLock(waiting.has(pidOf(client)));
  }
}
