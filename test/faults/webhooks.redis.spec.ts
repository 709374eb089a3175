import { Redis } from 'ioredis';
import { violationsOf } from '../support/webhook-checker.ts';
import { createDuringFaults, withPlantedLosses } from '../support/webhook-faults.ts';
import { WebhookLoad } from '../support/webhook-load.ts';

/** Starts and kills processes, on a machine that may be busy. */
import.meta.jest.setTimeout(180_000);

const SEED = 20_261_123;
const CUSTOMERS = 667;
/** Each customer has three events. */
const EVENTS = 3 * CUSTOMERS;
/** A Redis database used by this suite only. */
const redisUrl = Object.assign(new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'), { pathname: '/13' });

test('no webhook event is lost or invented while Redis is flushed and API, worker and PostgreSQL are killed', async () => {
  const redis = new Redis(redisUrl.href);
  try {
    await redis.flushdb();
    await using load = await WebhookLoad.open(SEED, { REDIS_URL: redisUrl.href });
    const faults = [
      () => redis.flushdb(),
      () => redis.flushdb(),
      () => redis.flushdb(),
      () => load.killWorker(),
      () => load.killWorker(),
      () => load.killApi(),
      () => load.crashPostgres(),
    ];
    await createDuringFaults(load, CUSTOMERS, faults, SEED);
    const history = await load.settled();
    expect(history.committed).toHaveLength(EVENTS);
    expect(violationsOf(history)).toEqual([]);
    const { expected, found } = withPlantedLosses(history);
    expect(found).toEqual(expected);
  } finally {
    await redis.flushdb();
    await redis.quit();
  }
});
