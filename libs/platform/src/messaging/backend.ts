import {
  createPostgresBackend,
  createRedisBackend,
  type Processor,
  type Queue,
  withBackend,
  type Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';

/** Where jobs wait: in the service's own PostgreSQL, or in Redis where there is one. */
export interface Backend {
  queue<D>(name: string): Queue<D>;
  worker<D>(name: string, process: Processor<D>, options: Omit<WorkerOptions, 'connection'>): Worker<D>;
  /** Ends connections that queues and workers do not end themselves. */
  close(): Promise<void>;
}

const SCHEMA = 'bullmq';

function postgres(connectionString: string): Backend {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  const connection = { connectionString, schema: SCHEMA, migrate: true };
  return {
    queue: <D>(name: string) => new PgQueue<D>(name, { connection }) as unknown as Queue<D>,
    worker: <D>(name: string, process: Processor<D>, options: object) =>
      new PgWorker<D>(name, process as never, { ...options, connection }) as unknown as Worker<D>,
    close: async () => undefined,
  };
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

export const backendFor = ({ redisUrl, databaseUrl }: { redisUrl?: string; databaseUrl: string }): Backend =>
  redisUrl ? redis(redisUrl) : postgres(databaseUrl);
