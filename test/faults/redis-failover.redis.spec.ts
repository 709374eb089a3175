import { eventually } from '../support/eventually.ts';
import { SECRET_KEY } from '../support/api.ts';
import { startLatchkey, startWorkerProcess } from '../support/processes.ts';
import { oneKeyPerGrant, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { RedisServer } from '../support/redis-server.ts';
import { Relay } from '../support/relay.ts';

/** Starts processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

let load: PurchaseLoad;
beforeEach(async () => {
  load = await openPurchaseLoad();
});
afterEach(() => load.close());

const statusAt = async (url: string): Promise<number> => (await fetch(url)).status;

test('when the primary becomes a replica and its name moves, open connections follow, and every key is issued', async () => {
  await using first = await RedisServer.start();
  await using second = await RedisServer.start();
  const name = new Relay(first.url);
  await name.open();
  await second.follow(first);
  await using worker = await startWorkerProcess(load.databaseUrl, { REDIS_URL: name.url });
  const [, ready] = await worker.line(/Health check: (http:[^\s"]+)/);
  await load.sell(20);
  await load.settled();

  await second.lead();
  name.retarget(second.url);
  await first.follow(second);
  await load.sell(20);
  await load.settled();
  expect(await load.liveKeys()).toEqual(oneKeyPerGrant(40));
  expect(await statusAt(ready!)).toBe(200);
  await worker.end();
  expect(worker.child.exitCode).toBe(0);
  await name.cut();
});

test('a worker whose queue takes no writes is not ready, says so once, and is ready again by itself', async () => {
  await using primary = await RedisServer.start();
  await using replica = await RedisServer.start();
  const name = new Relay(primary.url);
  await name.open();
  await replica.follow(primary);
  await using worker = await startWorkerProcess(load.databaseUrl, { REDIS_URL: name.url });
  const [, ready] = await worker.line(/Health check: (http:[^\s"]+)/);
  expect(await statusAt(ready!)).toBe(200);

  await name.cut();
  name.retarget(replica.url);
  await name.open();
  await load.sell(5);
  await eventually(async () => (await statusAt(ready!)) === 503);
  await replica.lead();
  await load.settled();
  await eventually(async () => (await statusAt(ready!)) === 200);
  expect(await load.liveKeys()).toEqual(oneKeyPerGrant(5));
  await worker.end();
  await name.cut();
});

test('a worker ends when it is told to, whether Redis is gone, silent or was never there', async () => {
  await using redis = await RedisServer.start();
  for (const fault of ['gone', 'silent'] as const) {
    const relay = new Relay(redis.url);
    await relay.open();
    await using worker = await startWorkerProcess(load.databaseUrl, { REDIS_URL: relay.url });
    if (fault === 'gone') await relay.cut();
    else relay.silence();
    await worker.end();
    expect([fault, worker.child.exitCode]).toEqual([fault, 0]);
    await relay.cut();
  }
  const nowhere = new Relay(redis.url);
  await nowhere.open();
  await nowhere.cut();
  const settings = { DATABASE_URL: load.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64'), WORKER_PORT: '0' };
  await using worker = startLatchkey(['worker'], { ...settings, REDIS_URL: nowhere.url });
  await worker.line(/Redis at REDIS_URL fails/);
  await worker.end();
  expect(worker.child.exitCode).toBe(0);
});
