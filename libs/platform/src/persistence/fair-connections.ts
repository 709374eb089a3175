import type { Pool, PoolClient } from 'pg';
import { closeAtOnce, expectAnswersWithin } from '#platform/connections';
import { connectionGranted, watchConnections } from '#platform/metrics';
import { currentWork, FairQueue, requestActivity, STATEMENT_MS, type Work } from '#platform/tenancy';
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
  readonly work: Work | undefined;
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
 *
 * A connection has the statement timeout of the work that uses it. It is set only if the work that used it before had another one, in
 * the same packet as the first statement. Statements of the service may also have a longer one, but not the longest: they read by key,
 * and a timeout that changed with every look-up of credentials would be one more statement for each. The client gives up a little
 * later than PostgreSQL: then the connection is dead.
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
  const held = new WeakMap<Work, Set<PoolClient>>();
  const timeouts = new WeakMap<PoolClient, number>();

  const setTimeoutOf = (client: PoolClient, work: Work | undefined): void => {
    const wanted = work?.statementMs ?? defaultStatementMs;
    const current = timeouts.get(client) ?? defaultStatementMs;
    const isLonger = work?.tenant === null && current > wanted && current < STATEMENT_MS.long;
    if (defaultStatementMs === 0 || current === wanted || isLonger) return;
    timeouts.set(client, wanted);
    expectAnswersWithin(client, wanted);
    // If this fails, the connection is lost, and the statement that follows fails as well.
    client.query(`set statement_timeout = ${wanted}`).catch(() => undefined);
  };

  const connectNow = (work: Work | undefined, release: () => void, connected: Connected): void =>
    connect((error, client, done) => {
      if (error || !client) {
        release();
        return connected(error, client, done);
      }
      uses.set(client, { work, release });
      if (work) held.set(work, (held.get(work) ?? new Set()).add(client));
      setTimeoutOf(client, work);
      connected(undefined, client, done);
    });

  pool.on('release', (_error, client) => {
    const use = uses.get(client);
    if (!use) return;
    uses.delete(client);
    if (use.work) held.get(use.work)?.delete(client);
    use.release();
  });

  const connectInTurn = (connected: Connected): void => {
    const asked = performance.now();
    const work = currentWork();
    const first = work !== undefined && [...(held.get(work) ?? [])].some(isInTransaction);
    const refused = (error: Error): void => connected(error, undefined, () => undefined);
    const granted = (release: () => void): void => {
      connectionGranted(performance.now() - asked);
      connectNow(work, release, connected);
    };
    if (first || !isExpensive(work)) return queue.take(work, { granted, refused }, { first });
    expensive.take(work, {
      granted: (leave) =>
        queue.take(work, {
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
const isExpensive = (work: Work | undefined): boolean =>
  work !== undefined &&
  !work.isBackground &&
  work.tenant !== null &&
  (work.statementMs > STATEMENT_MS.interactive || work.bytes > LONG_BODY);

const isInTransaction = (client: PoolClient): boolean => client.getTransactionStatus() !== 'I';
