import { Client, type Pool, type PoolClient } from 'pg';

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

type Answered = (error: Error | null, result: unknown) => void;
type Query = (statement: unknown, values?: unknown, answered?: Answered) => unknown;

const isSubmitted = (statement: unknown): boolean => typeof (statement as { submit?: unknown } | null)?.submit === 'function';
/** `pg` writes the callback into what it is given. */
const copyOf = (statement: unknown): object =>
  typeof statement === 'string' ? { text: statement } : { ...(statement as object) };

function keepYoung(client: PoolClient): void {
  const query: Query = (...sent) => Reflect.apply(Client.prototype.query, client, sent);
  const answerTo = (statement: unknown, values: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const answered: Answered = (error, result) => (error ? reject(error) : resolve(result));
      query(copyOf(statement), values, answered);
    }).catch((error: Error) => {
      // As `pg` does: the stack leads to the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  const young: Query = (statement, values, answered) => {
    const hasCallback = isSubmitted(statement) || typeof values === 'function' || answered !== undefined;
    return hasCallback ? query(statement, values, answered) : answerTo(statement, values);
  };
  Object.assign(client, { query: young });
}

/**
 * The queries of a pool are collected while they are young.
 *
 * V8 takes a function expression that is assigned to a property for a method and allocates it in the old generation, so all that it
 * refers to stays until the next full collection. `pg` does so for each promise that it returns (`query.callback = …`): the query stays with
 * its parameters and rows, and what waits for them. These queries have a callback, and their promise is made here.
 */
export const keepQueriesYoung = (pool: Pool): void => void pool.on('connect', keepYoung);
