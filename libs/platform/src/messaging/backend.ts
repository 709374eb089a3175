import {
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type Processor,
  type Queue,
  type QueueBase,
  runMigrations,
  withBackend,
  type Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { isDatabaseUnavailable } from '#platform/persistence';

/** Where jobs wait: in the service's own PostgreSQL, or in Redis where there is one. */
export interface Backend {
  queue<D>(name: string): Promise<Queue<D>>;
  /** Takes no jobs before it is told to run. */
  worker<D>(name: string, process: Processor<D>, options: Omit<WorkerOptions, 'connection'>): Promise<Worker<D>>;
  /** Ends connections that queues and workers do not end themselves. */
  close(): Promise<void>;
}

const CONNECTIONS = 10;

/**
 * The pool is ours, not BullMQ's: BullMQ takes its listeners off a connection before it ends it, and the last word of a
 * database that goes away at that moment would end the process. Here every connection has someone who listens for as long
 * as it lives; whoever waits for a query hears of the failure there.
 */
async function postgres(connectionString: string): Promise<Backend> {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  const pool = new pg.Pool({
    connectionString,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    max: CONNECTIONS,
    keepAlive: true,
  });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  tellOutages(pool);
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const connection = pool as never;
  return {
    queue: <D>(name: string) => opened(new PgQueue<D>(name, { connection }) as unknown as Queue<D>),
    worker: <D>(name: string, process: Processor<D>, settings: object) =>
      opened(new PgWorker<D>(name, process as never, { ...settings, connection, autorun: false }) as unknown as Worker<D>),
    close: () => pool.end(),
  };
}

/**
 * What fails before it is ready never recovers: BullMQ keeps the first answer for ever, and a worker that runs would ask again and
 * again without a pause.
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

/** BullMQ waits before it tries again exactly where it reads that a connection was refused. */
function tellOutages(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  const told: Query = (...statement) =>
    query(...statement).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? Object.assign(error as Error, { code: 'ECONNREFUSED' }) : error;
    });
  Object.assign(pool, { query: told });
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client as never);
  } finally {
    client.release();
  }
}

/** While Redis is away, adding a job fails at once: the event stays in the outbox and is carried later. */
const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 1 };
const WAIT = { maxRetriesPerRequest: null };

function redis(url: string): Backend {
  const { Queue: RedisQueue, Worker: RedisWorker } = withBackend(createRedisBackend);
  const connections: Redis[] = [];
  const connect = (options: object): Redis => {
    const connection = new Redis(url, options).on('error', () => undefined);
    connections.push(connection);
    return connection;
  };
  return {
    queue: async <D>(name: string) => new RedisQueue<D>(name, { connection: connect(FAIL_FAST) }) as unknown as Queue<D>,
    worker: async <D>(name: string, process: Processor<D>, settings: object) =>
      new RedisWorker<D>(name, process as never, {
        ...settings,
        connection: connect(WAIT),
        autorun: false,
      }) as unknown as Worker<D>,
    close: async () => connections.forEach((connection) => connection.disconnect()),
  };
}

export const openBackend = async ({ redisUrl, databaseUrl }: { redisUrl?: string; databaseUrl: string }): Promise<Backend> =>
  redisUrl ? redis(redisUrl) : postgres(databaseUrl);
