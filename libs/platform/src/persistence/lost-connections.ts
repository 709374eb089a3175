import type { Pool, PoolClient } from 'pg';

const RELEASE_WAIT_MS = 1_000;

/**
 * A transaction whose connection is lost can neither commit nor roll back, and then the layers above the driver keep the client
 * for good: the pool would have a place less after every outage, and never end. So the pool takes back whoever died while
 * away, once those who hold it had the time to give it back themselves.
 */
export function reclaimLostConnections(pool: Pool): void {
  const known = new WeakSet<PoolClient>();
  const away = new WeakSet<PoolClient>();
  const takeBack = (client: PoolClient): void => {
    if (away.has(client)) client.release(true);
  };
  pool.on('acquire', (client) => {
    away.add(client);
    if (known.has(client)) return;
    known.add(client);
    client.once('end', () => setTimeout(takeBack, RELEASE_WAIT_MS, client).unref());
  });
  pool.on('release', (_error, client) => away.delete(client));
}
