import type { Pool, PoolClient } from 'pg';
import { closeAtOnce } from '#platform/connections';
import { connectionGranted, watchConnections } from '#platform/metrics';
import { currentContext, FairQueue, requestActivity, STATEMENT_MS, type RequestContext } from '#platform/tenancy';
import { ConnectionSettings } from './connection-settings.ts';
import { watchForStaleConnections } from './lost-connections.ts';

/** About as many requests as a tenant completes in the time that one may wait. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;
/** Connections of a tenant with statements that may take longer than usual: the database has few cores, and all share them. */
const MAX_EXPENSIVE = 2;
/** Beside others, a tenant whose expensive statements take longer has one at a time, and pauses twice as long as it took. */
const SLOW_EXPENSIVE_MS = 10;
/** The statements of a request with a longer body are expensive. */
const LONG_BODY = 16 * 1024;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;
type Connect = (connected: Connected) => void;

/** What a connection is used for, and how its place is given back. */
interface Use {
  readonly context: RequestContext | undefined;
  readonly release: () => void;
}

/** Only one connection: nothing can be reserved, and transactions must not nest. */
const reservedOf = (connections: number): number => (connections === 1 ? 0 : Math.max(1, Math.floor(connections / 5)));

/**
 * Shares the connections of a pool between tenants, see `FairQueue`. Every statement of the process gets its connection through
 * `pool.connect`. Work of the service itself, such as a group commit, which several tenants share, goes before work of tenants.
 *
 * So does work that has an open transaction and asks for a second connection: it would otherwise wait for others of its tenant that
 * do the same.
 */
export function shareConnections(pool: Pool, connections: number, defaultStatementMs: number): void {
  watchConnections(pool);
  const queue = new FairQueue({
    places: connections,
    reserved: reservedOf(connections),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  const expensive = new FairQueue({
    places: Math.ceil(connections / 2),
    reserved: 0,
    maxPerTenant: MAX_EXPENSIVE,
    slowMs: SLOW_EXPENSIVE_MS,
    activity: requestActivity,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  const connectAny = pool.connect.bind(pool) as unknown as Connect;
  const isStale = watchForStaleConnections(pool);
  const connect: Connect = (connected) =>
    connectAny((error, client, done) => {
      if (!client || !isStale(client)) return connected(error, client, done);
      client.release(true);
      closeAtOnce(client);
      connect(connected);
    });
  const uses = new WeakMap<PoolClient, Use>();
  const held = new WeakMap<RequestContext, Set<PoolClient>>();
  const settings = defaultStatementMs === 0 ? undefined : new ConnectionSettings(defaultStatementMs);

  const connectNow = (context: RequestContext | undefined, release: () => void, connected: Connected): void =>
    connect((error, client, done) => {
      if (error || !client) {
        release();
        return connected(error, client, done);
      }
      uses.set(client, { context, release });
      if (context) held.set(context, (held.get(context) ?? new Set()).add(client));
      settings?.apply(client, context);
      connected(undefined, client, done);
    });

  pool.on('release', (_error, client) => {
    const use = uses.get(client);
    if (!use) return;
    uses.delete(client);
    if (use.context) held.get(use.context)?.delete(client);
    use.release();
  });

  const connectInTurn = (connected: Connected): void => {
    const asked = performance.now();
    const context = currentContext();
    const first = context !== undefined && [...(held.get(context) ?? [])].some(isInTransaction);
    const refused = (error: Error): void => connected(error, undefined, () => undefined);
    const granted = (release: () => void): void => {
      connectionGranted(performance.now() - asked);
      connectNow(context, release, connected);
    };
    if (first || !isExpensive(context)) return queue.take(context, { granted, refused }, { first });
    expensive.take(context, {
      granted: (leave) =>
        queue.take(context, {
          granted: (release) => granted(() => [release, leave].forEach((each) => each())),
          refused: (error) => [leave, () => refused(error)].forEach((each) => each()),
        }),
      refused,
    });
  };

  const promised = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => connectInTurn((error, client) => (client ? resolve(client) : reject(error))));
  Object.assign(pool, { connect: (connected?: Connected) => (connected ? connectInTurn(connected) : promised()) });
}

/** Whether the statements of a request may take longer than usual. */
const isExpensive = (context: RequestContext | undefined): boolean =>
  context !== undefined &&
  !context.isBackground &&
  context.tenant !== null &&
  (context.statementMs > STATEMENT_MS.interactive || context.bytes > LONG_BODY);

export const isInTransaction = (client: PoolClient): boolean => client.getTransactionStatus() !== 'I';
