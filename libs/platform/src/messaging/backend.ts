import {
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type Processor,
  type Queue,
  runMigrations,
  withBackend,
  type Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Where jobs wait: in the service's own PostgreSQL, or in Redis where there is one. */
export interface Backend {
  queue<D>(name: string): Queue<D>;
  worker<D>(name: string, process: Processor<D>, options: Omit<WorkerOptions, 'connection'>): Worker<D>;
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
  const options = `-c search_path=${DEFAULT_SCHEMA}`;
  const pool = new pg.Pool({ connectionString, options, max: CONNECTIONS, keepAlive: true });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const connection = pool as never;
  return {
    queue: <D>(name: string) => new PgQueue<D>(name, { connection }) as unknown as Queue<D>,
    worker: <D>(name: string, process: Processor<D>, options: object) =>
      new PgWorker<D>(name, process as never, { ...options, connection }) as unknown as Worker<D>,
    close: () => pool.end(),
  };
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
    queue: <D>(name: string) => new RedisQueue<D>(name, { connection: connect(FAIL_FAST) }) as unknown as Queue<D>,
    worker: <D>(name: string, process: Processor<D>, options: object) =>
      new RedisWorker<D>(name, process as never, { ...options, connection: connect(WAIT) }) as unknown as Worker<D>,
    close: async () => connections.forEach((connection) => connection.disconnect()),
  };
}

export const openBackend = async ({ redisUrl, databaseUrl }: { redisUrl?: string; databaseUrl: string }): Promise<Backend> =>
  redisUrl ? redis(redisUrl) : postgres(databaseUrl);
