import type { Pool, PoolClient } from 'pg';

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
