import type { Pool, PoolClient } from 'pg';

/**
 * Gives back connections that died in the hands of someone who never does, as Kysely when BEGIN or COMMIT fails: the pool
 * would count them for ever, have room for fewer with every outage, and never end. Whoever gives one back after all does nothing.
 */
export function giveBackDeadConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) =>
    client.once('end', () => {
      if (!held.has(client)) return;
      client.release(true);
      client.release = () => undefined;
    }),
  );
}
