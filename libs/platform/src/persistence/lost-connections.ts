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

/** What `pg` reads from the server. */
interface ServerConnection {
  on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): void;
}

/** What a server says that has become a standby, or has not become the primary yet. */
const READ_ONLY = '25006';

/**
 * What loses one connection (a restart, a failover, a firewall that forgets) has probably lost the others of the pool as well. Those
 * that are as old as a connection that was lost, or that says that its database is read-only, are stale: they should be replaced,
 * instead of letting a request wait for each of them.
 */
export function watchForStaleConnections(pool: Pool): (client: PoolClient) => boolean {
  const generations = new WeakMap<PoolClient, number>();
  let current = 0;
  pool.on('connect', (client) => {
    generations.set(client, current);
    const doubt = (): void => {
      if (generations.get(client) === current) current++;
    };
    client.on('error', doubt);
    const { connection } = client as unknown as { readonly connection: ServerConnection };
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) doubt();
    });
  });
  return (client) => generations.get(client) !== current;
}
