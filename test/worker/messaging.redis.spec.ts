import { Redis } from 'ioredis';
import { openBackend } from '#platform/messaging';
import { type LostJobs, messagingContract } from './messaging.contract.ts';

/** A Redis database that only this suite uses. */
const redisUrl = Object.assign(new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'), { pathname: '/11' }).href;

/** The keys of the jobs in each state: lists and sorted sets of their ids. */
const STATES: Readonly<Record<LostJobs, readonly string[]>> = {
  waiting: ['wait', 'prioritized'],
  active: ['active'],
  delayed: ['delayed'],
  failed: ['failed'],
};
const QUEUE = '{latchkey:queue}:events';

async function deleteJobs(_databaseUrl: string, state?: LostJobs): Promise<number> {
  const redis = new Redis(redisUrl);
  try {
    if (!state) {
      const size = await redis.dbsize();
      await redis.flushdb();
      return size;
    }
    let deleted = 0;
    for (const name of STATES[state]) {
      const key = `${QUEUE}:${name}`;
      const isList = (await redis.type(key)) === 'list';
      const ids = isList ? await redis.lrange(key, 0, -1) : await redis.zrange(key, '0', '-1');
      deleted += ids.length;
      await redis.del(key, ...ids.flatMap((id) => [`${QUEUE}:${id}`, `${QUEUE}:${id}:lock`]));
    }
    return deleted;
  } finally {
    await redis.quit();
  }
}

messagingContract((databaseUrl) => openBackend({ databaseUrl, redisUrl }), deleteJobs);
