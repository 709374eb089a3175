import type { Pool, PoolClient } from 'pg';

const RELEASE_WAIT_MS = 1_000;

/**
 * When a connection is lost in a transaction, commit and rollback both fail and the layers above the driver never release the
 * client. After every outage the pool would be smaller, and `pool.end()` would never finish. So a client that is lost while
 * checked out is released here, after its holder had time to release it.
 */
export function reclaimLostConnections(pool: Pool): void {
  const watched = new WeakSet<PoolClient>();
  const checkedOut = new WeakSet<PoolClient>();
  const releaseLost = (client: PoolClient): void => {
    if (checkedOut.has(client)) client.release(true);
  };
  pool.on('acquire', (client) => {
    checkedOut.add(client);
    if (watched.has(client)) return;
    watched.add(client);
    client.once('end', () => setTimeout(releaseLost, RELEASE_WAIT_MS, client).unref());
  });
  pool.on('release', (_error, client) => checkedOut.delete(client));
}
