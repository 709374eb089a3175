import { Redis } from 'ioredis';

export interface QueuePlace {
  readonly name: string;
  /** Undefined: the service's own PostgreSQL. */
  readonly redisUrl?: string;
}

/** A database of Redis for the bench alone, unless it is told of another one. It is emptied. */
const REDIS_URL = process.env['BENCH_REDIS_URL'] ?? 'redis://127.0.0.1:6379/14';

/** Where jobs can wait on this machine. */
export async function queuePlaces(): Promise<QueuePlace[]> {
  const postgres = { name: 'PostgreSQL' };
  if (await emptied(REDIS_URL)) return [postgres, { name: 'Redis', redisUrl: REDIS_URL }];
  console.error(`… no Redis answers at ${REDIS_URL}: nothing is measured on it`);
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
