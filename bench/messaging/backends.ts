import { Redis } from 'ioredis';

export interface QueuePlace {
  readonly name: string;
  /** Undefined: the queue is in PostgreSQL. */
  readonly redisUrl?: string;
}

/** The Redis database of the benchmark. It is flushed. */
const REDIS_URL = process.env['BENCH_REDIS_URL'] ?? 'redis://127.0.0.1:6379/14';

/** The queue backends that are available on this machine. */
export async function queuePlaces(): Promise<QueuePlace[]> {
  const postgres = { name: 'PostgreSQL' };
  if (await emptied(REDIS_URL)) return [postgres, { name: 'Redis', redisUrl: REDIS_URL }];
  console.error(`… Redis does not answer at ${REDIS_URL}; measuring the PostgreSQL queue only`);
  return [postgres];
}

async function emptied(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null }).on('error', () => undefined);
  try {
    await redis.connect();
    await redis.flushdb();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
