import { Redis } from 'ioredis';
import { webhookKindsContract } from './webhook-kinds.contract.ts';
import { webhooksContract } from './webhooks.contract.ts';
import { redisUrl } from '../support/redis-url.ts';

beforeAll(async () => {
  const redis = new Redis(redisUrl.href);
  await redis.flushdb();
  await redis.quit();
});

describe('sending', () => {
  webhooksContract({ REDIS_URL: redisUrl.href });
});
describe('kinds', () => {
  webhookKindsContract({ REDIS_URL: redisUrl.href });
});
