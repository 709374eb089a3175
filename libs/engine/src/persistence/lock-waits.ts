import type { Pool, PoolClient } from 'pg';
import { type Place, RequestContext, runInContext, STATEMENT_MS } from '#engine/tenancy';

const WAIT_FOR_LOCKS = `select pid from pg_stat_activity where pid = any($1) and wait_event_type = 'Lock'`;

const pidOf = (client: PoolClient): number => (client as unknown as { readonly processID: number }).processID;

/** What a connection is used for. */
interface Use {
  readonly places: readonly Place[];
}

/** Tells the places of these connections whether they wait for a lock. PostgreSQL knows: for the process, who waits looks like who computes. */
export async function noteLockWaits(
  pool: Pool,
  clients: readonly PoolClient[],
  uses: ReadonlyMap<PoolClient, Use>,
): Promise<void> {
  const asked = clients.map((client) => [client, uses.get(client)] as const);
  const service = new RequestContext({ tenant: null, statementMs: STATEMENT_MS.interactive });
  const pids = clients.map(pidOf);
  const waiting = await runInContext(service, () => pool.query<{ pid: number }>(WAIT_FOR_LOCKS, [pids])).then(
    ({ rows }) => new Set(rows.map(({ pid }) => pid)),
    () => new Set<number>(),
  );
  for (const [client, use] of asked) {
    if (uses.get(client) !== use) continue;
    for (const place of use?.places ?? []) place.waitsForLock(waiting.has(pidOf(client)));
  }
}
