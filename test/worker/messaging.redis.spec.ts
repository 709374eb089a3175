import { Redis } from 'ioredis';
import { openBackend } from '#platform/messaging/composition';
import { type LostJobs, messagingContract } from './messaging.contract.ts';
import { redisUrl } from '../support/redis-url.ts';

/** The keys of the jobs in each state: lists and sorted sets of their ids. */
const STATES: Readonly<Record<LostJobs, readonly string[]>> = {
  waiting: ['wait', 'prioritized'],
  active: ['active'],
  delayed: ['delayed'],
  failed: ['failed'],
};
const QUEUE = '{latchkey:queue}:events:';

/**
 * Deletes the jobs of a list or sorted set, KEYS[1], and that set, and returns their number. A script, so that no worker moves a job
 * in between: the job would be in no set any more, and would stay there.
 */
const DELETE_JOBS = `
  local isList = redis.call('type', KEYS[1]).ok == 'list'
  local ids = redis.call(isList and 'lrange' or 'zrange', KEYS[1], 0, -1)
  for _, id in ipairs(ids) do redis.call('del', ARGV[1] .. id, ARGV[1] .. id .. ':lock') end
  redis.call('del', KEYS[1])
  return #ids`;

async function deleteJobs(_databaseUrl: string, state?: LostJobs): Promise<number> {
  const redis = new Redis(redisUrl.href);
  try {
    if (!state) {
      const size = await redis.dbsize();
      await redis.flushdb();
      return size;
    }
    let deleted = 0;
    for (const name of STATES[state]) deleted += Number(await redis.eval(DELETE_JOBS, 1, QUEUE + name, QUEUE));
    return deleted;
  } finally {
    await redis.quit();
  }
}

messagingContract((databaseUrl) => openBackend({ databaseUrl, redis: { url: redisUrl.href } }), deleteJobs);
