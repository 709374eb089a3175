import { Redis } from 'ioredis';
import { NOTHING_LOST, webhooksDuring } from '../support/webhook-faults.ts';
import { redisUrl } from '../support/redis-url.ts';

/** Starts and kills processes, on a machine that may be busy. */
import.meta.jest.setTimeout(600_000);

let redis: Redis;
beforeAll(async () => {
  redis = new Redis(redisUrl.href);
  await redis.flushdb();
});
afterAll(async () => {
  await redis.flushdb();
  await redis.quit();
});

test('no webhook event is lost or invented while Redis is flushed and API, worker and PostgreSQL are killed', async () => {
  const outcome = await webhooksDuring({
    seed: 20_261_123,
    env: { REDIS_URL: redisUrl.href },
    faults: (load) => [
      () => redis.flushdb(),
      () => redis.flushdb(),
      () => redis.flushdb(),
      () => load.killWorker(),
      () => load.killWorker(),
      () => load.killApi(),
      () => load.crashPostgres(),
    ],
  });
  expect(outcome).toEqual(NOTHING_LOST);
});
