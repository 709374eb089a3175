import { Redis } from 'ioredis';
import { webhookKindsContract } from './webhook-kinds.contract.ts';
import { webhooksContract } from './webhooks.contract.ts';

/** A Redis database that only this suite uses. */
const redisUrl = Object.assign(new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'), { pathname: '/9' }).href;

beforeAll(async () => {
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  await redis.quit();
});

describe('sending', () => {
  webhooksContract({ REDIS_URL: redisUrl });
});
describe('kinds', () => {
  webhookKindsContract({ REDIS_URL: redisUrl });
});
