import type { Pool, PoolClient } from 'pg';
import { type Place, RequestContext, runInContext, STATEMENT_MS } from '#engine/tenancy';

/** How long a connection is used before it is asked whether its statement waits for a lock, and how often, in milliseconds. */
const ASKED_AFTER_MS = 500;

const WAIT_FOR_LOCKS = `select pid from pg_stat_activity where pid = any($1) and wait_event_type = 'Lock'`;

interface Use {
  readonly places: readonly Place[];
  readonly since: number;
}

const pidOf = (client: PoolClient): number => (client as unknown as { readonly processID: number }).processID;

/**
 * Tells places of connections whether they wait for a lock. PostgreSQL is asked about connections that are used for long: who waits looks
 * like who computes until the server says otherwise.
 */
export class LockWaits {
  private readonly uses = new Map<PoolClient, Use>();
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(private readonly pool: Pool) {}

  begin(client: PoolClient, places: readonly Place[]): void {
    this.uses.set(client, { places, since: performance.now() });
    this.timer ??= setInterval(() => void this.look(), ASKED_AFTER_MS).unref();
  }

  end(client: PoolClient): void {
    this.uses.delete(client);
  }

  private async look(): Promise<void> {
    if (this.uses.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    const since = performance.now() - ASKED_AFTER_MS;
    const long = [...this.uses].filter(([, use]) => use.since <= since);
    if (long.length === 0 || this.isAsking) return;
    this.isAsking = true;
    const service = new RequestContext({ tenant: null, statementMs: STATEMENT_MS.interactive });
    const pids = long.map(([client]) => pidOf(client));
    const waiting = await runInContext(service, () => this.pool.query<{ pid: number }>(WAIT_FOR_LOCKS, [pids])).then(
      ({ rows }) => new Set(rows.map(({ pid }) => pid)),
      () => new Set<number>(),
    );
    this.isAsking = false;
    for (const [client, use] of long) {
      if (this.uses.get(client) !== use) continue;
      for (const place of use.places) place.waitsForLock(waiting.has(pidOf(client)));
    }
  }
}
