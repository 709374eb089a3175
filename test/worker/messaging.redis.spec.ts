import { Redis } from 'ioredis';
import { openBackend } from '#platform/messaging';
import { messagingContract } from './messaging.contract.ts';

/** A Redis database that only this suite uses. */
const redisUrl = Object.assign(new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'), { pathname: '/11' }).href;

messagingContract(
  (databaseUrl) => openBackend({ databaseUrl, redisUrl }),
  async () => {
    const redis = new Redis(redisUrl);
    await redis.flushdb();
    await redis.quit();
  },
);
