import type { Processor, Queue, QueueBase, Worker, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { connectRedis, IDLE_CONNECTION_MS, noticingSilence, RedisUnavailable } from '#platform/connections';
import { ASSERT_WRITABLE, isDatabaseUnavailable } from '#platform/persistence';
import { STATEMENT_MS } from '#platform/tenancy';

/** The storage of the queue: the service's own PostgreSQL, or Redis if configured. */
export interface Backend {
  queue<D>(name: string): Promise<Queue<D>>;
  /** Takes no jobs before `run()` is called. */
  worker<D>(name: string, process: Processor<D>, options: Omit<WorkerOptions, 'connection'>): Promise<Worker<D>>;
  /** Rejects unless the storage takes writes. */
  assertWritable(): Promise<void>;
  /** The error as it is reported: says that it was Redis, if it was. */
  reported(error: unknown): unknown;
  /** Closes the connections that queues and workers do not close themselves. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;

/** Several megabytes that only processes with a queue need: every context has subscribers, but the API runs none of them. */
const loadBullMq = () => import('bullmq');

/**
 * Uses a pool of our own. BullMQ removes its error listeners from a connection before it closes it; an error that arrives
 * in between, for instance because the database is shutting down, would end the process. Here each connection keeps an error
 * listener for its lifetime. Errors of queries still reach their callers.
 */
async function postgres(connectionString: string): Promise<Backend> {
  const { createPostgresBackend, DEFAULT_SCHEMA, withBackend } = await loadBullMq();
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  const pool = new pg.Pool({
    connectionString,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    ...noticingSilence(STATEMENT_MS.long),
    connectionTimeoutMillis: STATEMENT_MS.long,
  });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  markOutages(pool);
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const connection = pool as never;
  return {
    queue: <D>(name: string) => opened(new PgQueue<D>(name, { connection }) as unknown as Queue<D>),
    worker: <D>(name: string, process: Processor<D>, settings: object) =>
      opened(new PgWorker<D>(name, process as never, { ...settings, connection, autorun: false }) as unknown as Worker<D>),
    assertWritable: async () => void (await pool.query(ASSERT_WRITABLE)),
    reported: (error) => error,
    close: () => pool.end(),
  };
}

/**
 * Waits until the queue is ready. One that failed before it was ready does not recover: BullMQ caches the first result, and a
 * running worker would poll without a pause.
 */
async function opened<Q extends QueueBase>(queue: Q): Promise<Q> {
  queue.on('error', () => undefined);
  try {
    await queue.waitUntilReady();
  } catch (error) {
    await queue.close();
    throw error;
  }
  return queue;
}

type Query = (...statement: unknown[]) => Promise<unknown>;

/** BullMQ pauses before it retries only if the error code says that the connection was refused. */
function markOutages(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  const marked: Query = (...statement) =>
    query(...statement).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? Object.assign(error as Error, { code: 'ECONNREFUSED' }) : error;
    });
  Object.assign(pool, { query: marked });
}

async function migrate(pool: pg.Pool): Promise<void> {
  const { runMigrations } = await loadBullMq();
  const client = await pool.connect();
  try {
    await runMigrations(client as never);
  } finally {
    client.release();
  }
}

/** Before the keys of the queue. Braces make all of them belong to one slot of a Redis Cluster, as scripts with several keys need. */
const PREFIX = '{latchkey:queue}';

/** More than a worker waits for its next job. A connection without a reply for so long is made again: a firewall has forgotten it. */
const SILENCE = { socketTimeout: 30_000 };
/** While Redis is down, adding a job fails at once: the event stays in the outbox and is queued later. */
const FAIL_FAST = { ...SILENCE, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000 };
const WAIT = { ...SILENCE, maxRetriesPerRequest: null };
/** Written to see whether writing is possible. Seconds. */
const PROBE = { key: `${PREFIX}:probe`, seconds: 60 } as const;

async function redis(url: string): Promise<Backend> {
  const { createRedisBackend, withBackend } = await loadBullMq();
  const { Queue: RedisQueue, Worker: RedisWorker } = withBackend(createRedisBackend);
  const connections: Redis[] = [];
  const connect = async (options: object): Promise<Redis> => {
    const connection = await connectRedis(url, options);
    connections.push(connection);
    return connection;
  };
  let probing: Promise<Redis> | undefined;
  return {
    queue: async <D>(name: string) =>
      new RedisQueue<D>(name, { connection: await connect(FAIL_FAST), prefix: PREFIX }) as unknown as Queue<D>,
    worker: async <D>(name: string, process: Processor<D>, settings: object) =>
      new RedisWorker<D>(name, process as never, {
        ...settings,
        connection: await connect(WAIT),
        prefix: PREFIX,
        autorun: false,
      }) as unknown as Worker<D>,
    assertWritable: async () => {
      const connection = await (probing ??= connect({ ...FAIL_FAST, enableOfflineQueue: true }));
      await connection.set(PROBE.key, '', 'EX', PROBE.seconds);
    },
    reported: (error) => new RedisUnavailable(error as Error),
    close: async () => connections.forEach((connection) => connection.disconnect()),
  };
}

export const openBackend = async ({ redisUrl, databaseUrl }: { redisUrl?: string; databaseUrl: string }): Promise<Backend> =>
  redisUrl ? redis(redisUrl) : postgres(databaseUrl);
