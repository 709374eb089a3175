import { type RedisServers, connectRedis, type RedisClient, RedisUnavailable } from '#engine/connections';
import { type Backend, loadBullMq } from './backend.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import type { Processor, Queue, Worker } from 'bullmq';

/** Before the keys of the queue. Braces make all of them belong to one slot of a Redis Cluster, as scripts with several keys need. */
const PREFIX = '{latchkey:queue}';

/** A connection without a reply for so long is made again: its server is gone without a word, or a firewall has forgotten it. */
const SILENCE_MS = 5_000;
/** The same for a worker, which waits up to ten seconds for its next job. */
const SILENCE_OF_WORKER_MS = 15_000;
/** While Redis is down, adding a job fails at once: the event stays in the outbox and is queued later. */
const FAIL_FAST = { socketTimeout: SILENCE_MS, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: SILENCE_MS };
const WAIT = { socketTimeout: SILENCE_OF_WORKER_MS, maxRetriesPerRequest: null };
/** Written to see whether writing is possible. Seconds. */
const PROBE = { key: `${PREFIX}:probe`, seconds: 60 } as const;

const NO_EVICTION = 'noeviction';

async function openRedisBackend(servers: RedisServers): Promise<Backend> {
  const { createRedisBackend, withBackend } = await loadBullMq();
  const { Queue: RedisQueue, Worker: RedisWorker } = withBackend(createRedisBackend);
  const connections: RedisClient[] = [];
  const connect = async (options: object): Promise<RedisClient> => {
    const connection = await connectRedis(servers, options);
    connections.push(connection);
    return connection;
  };
  let probing: Promise<RedisClient> | undefined;
  const probe = () => (probing ??= connect({ ...FAIL_FAST, enableOfflineQueue: true }));
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
      await (await probe()).set(PROBE.key, '', 'EX', PROBE.seconds);
    },
    evicts: async () => {
      const [, policy = NO_EVICTION] = /^maxmemory_policy:(\S+)/m.exec(await (await probe()).info('memory')) ?? [];
      return policy === NO_EVICTION ? null : policy;
    },
    reported: (error) => new RedisUnavailable(servers, error as Error),
    close: async () => connections.forEach((connection) => connection.disconnect()),
  };
}

export interface QueuePlace {
  readonly databaseUrl: string;
  /** The queue is there instead, if it is given. */
  readonly redis?: RedisServers;
}

export const openBackend = async ({ redis: servers, databaseUrl }: QueuePlace): Promise<Backend> =>
  servers ? openRedisBackend(servers) : openPostgresBackend(databaseUrl);
