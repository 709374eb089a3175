import type { Client, Pool } from 'pg';

/** What pg's pool keeps to itself. */
interface Inside {
  readonly _clients: readonly Client[];
  _remove(client: Client): void;
  _pulseQueue(): void;
}

/**
 * Lets go of connections that died in the hands of someone who never gives them back, as Kysely does when BEGIN or COMMIT
 * fails: the pool would count them for ever, have room for fewer with every outage, and never end.
 */
export function letGoOfDeadConnections(pool: Pool): void {
  const inside = pool as unknown as Inside;
  pool.on('connect', (client) =>
    client.once('end', () => {
      const dead = client as unknown as Client;
      if (!inside._clients.includes(dead)) return;
      inside._remove(dead);
      inside._pulseQueue();
    }),
  );
}
