import type { Pool, PoolClient } from 'pg';
import { closeAtOnce, expectAnswersWithin } from '#engine/connections';
import { connectionGranted, watchConnections } from '#engine/metrics';
import {
  currentContext,
  FairQueue,
  lockMsOf,
  type Place,
  requestActivity,
  STATEMENT_MS,
  type RequestContext,
} from '#engine/tenancy';
import { noteLockWaits } from './lock-waits.ts';
import { isTransactionPooled, PooledClient } from './pooled-client.ts';

/** About as many requests as a tenant completes in the time that one may wait. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;
/** Connections of a tenant with statements that may take longer than usual: the database has few cores, and all share them. */
const MAX_EXPENSIVE = 2;
/** Beside others, a tenant whose expensive statements take longer has one at a time, and pauses twice as long as it took. */
const SLOW_EXPENSIVE_MS = 10;
/** How long a connection is used before PostgreSQL is asked whether its statement waits for a lock, and how often. */
const LONG_USE_MS = 500;
/** The statements of a request with a longer body are expensive. */
const LONG_BODY = 16 * 1024;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;
type Connect = (connected: Connected) => void;

/** What a connection is used for, and the places that it takes. */
interface Use {
  readonly context: RequestContext | undefined;
  readonly places: readonly Place[];
  readonly since: number;
}

/** Only one connection: nothing can be reserved, and transactions must not nest. */
const reservedOf = (connections: number): number => (connections === 1 ? 0 : Math.max(1, Math.floor(connections / 5)));

/**
 * Forces generic plans that use indexes. Planning the prepared statements for each batch would cost more than running them, and a
 * plan made while a table was empty must not remain a sequential scan. Where there is no index, such a plan counts as very expensive
 * before PostgreSQL 18, so PostgreSQL would compile it, which takes tenths of a second.
 */
const FOR_KEYS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/** A coordinator of Citus finds the node of a statement by its values, so it has no plan without them. */
const FOR_KEYS_ON_COORDINATOR = { ...FOR_KEYS, plan_cache_mode: 'auto' };

const assignments = (scope: 'session' | 'local', settings: typeof FOR_KEYS): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ');

const FIND_BY_KEYS = assignments('session', FOR_KEYS);
const FIND_BY_KEYS_ON_COORDINATOR = assignments('session', FOR_KEYS_ON_COORDINATOR);
const FIND_BY_ANYTHING = Object.keys(FOR_KEYS)
  .map((name) => `reset ${name}`)
  .join('; ');

const BEGIN_BY_KEYS = `begin; ${assignments('local', FOR_KEYS)}`;
const BEGIN_BY_KEYS_ON_COORDINATOR = `begin; ${assignments('local', FOR_KEYS_ON_COORDINATOR)}`;

/**
 * What requests, look-ups and group commits, and subscribers do: their statements find rows by keys. The conditions of a list, and those
 * of a job, may be met by few or by many rows, so that it may pay to plan them for their values.
 */
const findsByKeys = (context: RequestContext | undefined): boolean =>
  context !== undefined && !context.readsMany && (!context.isBackground || context.eventId !== undefined);

const byKeys = new WeakSet<PoolClient>();

/** Begins a transaction whose statements find rows by keys. */
export function beginByKeys(client: PoolClient): string {
  if (byKeys.has(client)) return 'begin';
  return PooledClient.of(client).isOnCoordinator ? BEGIN_BY_KEYS_ON_COORDINATOR : BEGIN_BY_KEYS;
}

/**
 * The settings of the sessions of a pool, which depend on the work that uses the connection. They are set only if the work that used it
 * before had others, in the same packet as the first statement.
 *
 * Shared statements may also have a longer timeout, but not the longest: a timeout that changed with every look-up of credentials
 * would be one more statement for each. The client gives up a little later than PostgreSQL: then the connection is dead.
 */
class ConnectionSettings {
  private readonly timeouts = new WeakMap<PoolClient, number>();

  constructor(private readonly defaultStatementMs: number) {}

  /** If a statement fails here, the connection is lost, and the statement that follows fails as well. */
  apply(client: PoolClient, context: RequestContext | undefined): void {
    const settings = [...this.timeout(client, context), ...this.plans(client, context)];
    if (settings.length > 0) client.query(settings.join('; ')).catch(() => undefined);
  }

  private timeout(client: PoolClient, context: RequestContext | undefined): string[] {
    const wanted = context?.statementMs ?? this.defaultStatementMs;
    const current = this.timeouts.get(client) ?? this.defaultStatementMs;
    const isLonger = context?.tenant === null && current > wanted && current < STATEMENT_MS.long;
    if (current === wanted || isLonger) return [];
    this.timeouts.set(client, wanted);
    expectAnswersWithin(client, wanted);
    return [`set statement_timeout = ${wanted}; set lock_timeout = ${lockMsOf(wanted)}`];
  }

  private plans(client: PoolClient, context: RequestContext | undefined): string[] {
    const wanted = findsByKeys(context);
    if (wanted === byKeys.has(client)) return [];
    if (wanted) byKeys.add(client);
    else byKeys.delete(client);
    if (!wanted) return [FIND_BY_ANYTHING];
    return [PooledClient.of(client).isOnCoordinator ? FIND_BY_KEYS_ON_COORDINATOR : FIND_BY_KEYS];
  }
}

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
  const connect: Connect = (connected) =>
    connectAny((error, client, done) => {
      if (!client || !PooledClient.of(client).isStale) return connected(error, client, done);
      client.release(true);
      closeAtOnce(client);
      connect(connected);
    });
  const uses = new Map<PoolClient, Use>();
  const held = new WeakMap<RequestContext, Set<PoolClient>>();
  const settings = defaultStatementMs === 0 ? undefined : new ConnectionSettings(defaultStatementMs);

  let watch: NodeJS.Timeout | undefined;
  let isAsking = false;
  const lookForLocks = async (): Promise<void> => {
    if (uses.size === 0) {
      clearInterval(watch);
      watch = undefined;
    }
    const before = performance.now() - LONG_USE_MS;
    const isLong = ({ context, since }: Use): boolean => typeof context?.tenant === 'string' && since <= before;
    const long = [...uses].filter(([, use]) => isLong(use)).map(([client]) => client);
    if (long.length === 0 || isAsking) return;
    isAsking = true;
    await noteLockWaits(pool, long, uses);
    isAsking = false;
  };
  // Behind a pooler, it is unknown which process of PostgreSQL serves a connection.
  const isWatched = !isTransactionPooled(pool);

  const connectNow = (context: RequestContext | undefined, places: readonly Place[], connected: Connected): void =>
    connect((error, client, done) => {
      if (error || !client) {
        for (const place of places) place.release();
        return connected(error, client, done);
      }
      uses.set(client, { context, places, since: performance.now() });
      if (context) held.set(context, (held.get(context) ?? new Set()).add(client));
      if (isWatched) watch ??= setInterval(() => void lookForLocks(), LONG_USE_MS).unref();
      settings?.apply(client, context);
      connected(undefined, client, done);
    });

  pool.on('release', (_error, client) => {
    const use = uses.get(client);
    if (!use) return;
    uses.delete(client);
    if (use.context) held.get(use.context)?.delete(client);
    for (const place of use.places) place.release();
  });

  const connectInTurn = (connected: Connected): void => {
    const asked = performance.now();
    const context = currentContext();
    const first = context !== undefined && [...(held.get(context) ?? [])].some(isInTransaction);
    const refused = (error: Error): void => connected(error, undefined, () => undefined);
    const connectOn = (...places: readonly Place[]): void => {
      connectionGranted(performance.now() - asked);
      connectNow(context, places, connected);
    };
    if (first || !isExpensive(context)) return queue.take(context, { granted: connectOn, refused }, { first });
    expensive.take(context, {
      granted: (expensivePlace) =>
        queue.take(context, {
          granted: (place) => connectOn(place, expensivePlace),
          refused: (error) => {
            expensivePlace.release();
            refused(error);
          },
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
