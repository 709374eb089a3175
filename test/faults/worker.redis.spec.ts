import { Redis } from 'ioredis';
import { startWorkerProcess } from '../support/processes.ts';
import { oneKeyPerGrant, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { Relay } from '../support/relay.ts';
import { redisUrl } from '../support/redis-url.ts';

/** Starts processes; lost queue entries are redelivered only after some seconds. */
import.meta.jest.setTimeout(240_000);

let load: PurchaseLoad;
let redis: Redis;
beforeEach(async () => {
  redis = new Redis(redisUrl.href);
  await redis.flushdb();
  load = await openPurchaseLoad();
});
afterEach(async () => {
  await load.close();
  await redis.flushdb();
  await redis.quit();
});

test('flushing Redis during purchases loses no key', async () => {
  await using worker = await startWorkerProcess(load.databaseUrl, { REDIS_URL: redisUrl.href });
  await load.sell(100, async (sold) => void (sold % 20 === 0 && (await redis.flushdb())));
  await load.settled();
  expect(await load.liveKeys()).toEqual(oneKeyPerGrant(100));
  await worker.end();
});

test('purchases succeed while Redis is unreachable; once it is back, empty, every key is issued', async () => {
  const relay = new Relay(redisUrl);
  await relay.open();
  await using worker = await startWorkerProcess(load.databaseUrl, { REDIS_URL: relay.url });
  try {
    await load.sell(20);
    await relay.cut();
    await redis.flushdb();
    await load.sell(20);
    await relay.open();
    await load.sell(20);
    await load.settled();
    expect(await load.liveKeys()).toEqual(oneKeyPerGrant(60));
    await worker.end();
    expect(worker.child.exitCode).toBe(0);
  } finally {
    await relay.cut();
  }
});
