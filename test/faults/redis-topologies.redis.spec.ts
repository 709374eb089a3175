import { openBackend } from '#platform/messaging/composition';
import { CounterStore } from '#platform/rate-limits/composition';
import { Keyring } from '#engine/secrets';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryCounterStore } from '../../libs/platform/src/rate-limits/memory-counter-store.ts';
import { RedisCounterStore } from '../../libs/platform/src/rate-limits/redis-counter-store.ts';
import { SECRET_KEY, startApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startLatchkey, startWorkerProcess } from '../support/processes.ts';
import { oneKeyPerGrant, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { RedisCluster, RedisServer } from '../support/redis-server.ts';
import { SettableClock } from '../support/settable-clock.ts';

/** Starts processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

let load: PurchaseLoad;
beforeEach(async () => {
  load = await openPurchaseLoad();
});
afterEach(() => load.close());

/** Sells ten times before and after a failure, with one worker that ends by itself; the keys that exist then. */
async function soldAcross(settings: Record<string, string>, fail: () => Promise<void>) {
  await using worker = await startWorkerProcess(load.databaseUrl, settings);
  await load.sell(10);
  await load.settled();
  await fail();
  await load.sell(10);
  await load.settled();
  await worker.end();
  expect(worker.child.exitCode).toBe(0);
  return load.liveKeys();
}

/** What two processes are told that count to one, each once. */
async function outcomesOfLimit(settings: Record<string, string>) {
  const [one, another] = [await startApi(settings), await startApi(settings)];
  const counting = { limit: 'topology', counters: [{ name: 'a', max: 1, seconds: 60, amount: 1 }] };
  const outcomes = [];
  for (const { app } of [one, another]) outcomes.push((await app.get(CounterStore).add(counting)).outcome);
  await one.close();
  await another.close();
  return outcomes;
}

const SHARED = ['within', 'exceeded'];

test('Sentinels name the primary, and another one when it is gone', async () => {
  await using primary = await RedisServer.start();
  await using replica = await RedisServer.start();
  await replica.follow(primary);
  await using first = await RedisServer.sentinel('queue', primary);
  await using second = await RedisServer.sentinel('queue', primary);
  await using third = await RedisServer.sentinel('queue', primary);
  const sentinels = [first, second, third].map(({ url }) => url.host).join(',');
  const settings = { REDIS_SENTINELS: sentinels, REDIS_SENTINEL_NAME: 'queue' };
  expect(await outcomesOfLimit(settings)).toEqual(SHARED);
  expect(await soldAcross(settings, () => primary.crash())).toEqual(oneKeyPerGrant(20));
  await eventually(async () => (await replica.client.info('replication')).includes('role:master'));
});

/** Each has a client for the queue, two for its worker, one for the probe and one for the limits. */
const PROCESSES = 10;
const FAILOVERS = 4;
const BUSY_MS = 40;
/** Longer than a process counts by itself after it found no Redis. */
const PAUSE_OF_LIMITS_MS = 10_000;

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Keeps the event loop of this process busy while it waits. */
async function busyUntil(work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const began = performance.now(); performance.now() - began < BUSY_MS;);
    await nextTurn();
  }
  await ended;
}

/** What a process keeps in Redis; `work` succeeds once its queue, worker, probe and limits have reached the primary. */
async function openClients(
  redis: { sentinels: { host: string; port: number }[]; primary: string; isEncrypted: boolean },
  name: string,
) {
  const backend = await openBackend({ redis, databaseUrl: '' });
  const queue = (await backend.queue<object>(name)).on('error', () => undefined);
  const processed = new Set<string>();
  const worker = await backend.worker<object>(name, async (job) => void processed.add(job.name), { runRetryDelay: 1_000 });
  worker.on('error', () => undefined);
  const running = worker.run().catch(() => undefined);
  const clock = new SettableClock();
  const keyring = new Keyring([SECRET_KEY]);
  const limits = [1, 2].map(() => new RedisCounterStore(redis, { clock, keyring, local: new MemoryCounterStore(clock) }));
  let counters = 0;
  /** What one has counted once, the other has, too. */
  const areCountedInRedis = async (): Promise<boolean> => {
    clock.pass(PAUSE_OF_LIMITS_MS);
    const counting = { limit: name, counters: [{ name: `${counters++}`, max: 1, seconds: 600, amount: 1 }] };
    const outcomes = [];
    for (const store of limits) outcomes.push((await store.add(counting)).outcome);
    return outcomes.join() === SHARED.join();
  };
  return {
    work: async (job: string): Promise<void> => {
      await eventually(() => succeeds(backend.assertWritable()));
      // A job may be lost with the server that became a replica, as its event is sent again.
      await eventually(async () => processed.has(job) || ((await succeeds(queue.add(job, {}))) && processed.has(job)));
      await eventually(areCountedInRedis);
    },
    close: async (): Promise<void> => {
      await worker.close();
      await running;
      await queue.close();
      await backend.close();
      for (const store of limits) await store.onApplicationShutdown();
    },
  };
}

test('however often the primary changes while processes are busy, none of their clients ends for good', async () => {
  await using one = await RedisServer.start();
  await using other = await RedisServer.start();
  await other.follow(one);
  await using first = await RedisServer.sentinel('queue', one);
  await using second = await RedisServer.sentinel('queue', one);
  await using third = await RedisServer.sentinel('queue', one);
  const sentinels = [first, second, third];
  const nodes = sentinels.map(({ url }) => ({ host: url.hostname, port: Number(url.port) }));
  const redis = { sentinels: nodes, primary: 'queue', isEncrypted: false };
  const clients = await Promise.all(Array.from({ length: PROCESSES }, (_, n) => openClients(redis, `process${n}`)));
  const work = (job: string) => Promise.all(clients.map((each) => each.work(job)));
  await work('before');
  for (let failover = 0; failover < FAILOVERS; failover++) {
    const [primary, replica] = failover % 2 === 0 ? [one, other] : [other, one];
    const isNamed = async ({ client }: RedisServer): Promise<boolean> =>
      Number(((await client.call('SENTINEL', 'get-master-addr-by-name', 'queue')) as string[])[1]) === Number(replica.url.port);
    const isFollowing = async (): Promise<boolean> =>
      (await primary.client.info('replication')).includes('master_link_status:up');
    await eventually(() => succeeds(first.client.call('SENTINEL', 'FAILOVER', 'queue')));
    await busyUntil(eventually(async () => (await Promise.all(sentinels.map(isNamed))).every(Boolean) && (await isFollowing())));
    await expect(work(`after ${failover}`)).resolves.toHaveLength(PROCESSES);
  }
  await Promise.all(clients.map((each) => each.close()));
});

test('a cluster loses the node that has the queue', async () => {
  await using cluster = await RedisCluster.start();
  const settings = { REDIS_CLUSTER: cluster.nodes.map(({ url }) => url.host).join(',') };
  expect(await outcomesOfLimit(settings)).toEqual(SHARED);
  const owner = await cluster.ownerOf('{latchkey:queue}');
  expect(await soldAcross(settings, () => owner.crash())).toEqual(oneKeyPerGrant(20));
});

test('a node of a cluster is refused as REDIS_URL', async () => {
  await using node = await RedisServer.start('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()));
  const settings = { DATABASE_URL: load.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64'), REDIS_URL: node.url.href };
  for (const [command, port] of [
    ['api', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ] as const) {
    await using process = startLatchkey([command], { ...settings, [port]: '0' });
    await process.line(/REDIS_URL names a node of a Redis Cluster\. Set REDIS_CLUSTER/);
    await eventually(() => Promise.resolve(process.child.exitCode !== null));
    expect([command, process.child.exitCode]).toEqual([command, 1]);
  }
});

test('an encrypted connection with certificates of its own, and a user who may use the keys of this service only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...request, ...subject], { stdio: 'ignore' });
  const port = String(await freePort());
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
  await using redis = await RedisServer.start('--tls-port', port, ...files, '--tls-auth-clients', 'no');
  await redis.client.call('ACL', 'SETUSER', 'default', 'on', 'nopass', 'resetkeys', '~none', '+@all');
  await redis.client.call('ACL', 'SETUSER', 'latchkey', 'on', '>secret', ...ACL_RULES);
  const settings = { REDIS_URL: `rediss://latchkey:secret@127.0.0.1:${port}`, REDIS_CA_FILE: certificate };
  expect(await outcomesOfLimit(settings)).toEqual(SHARED);
  expect(await soldAcross(settings, async () => undefined)).toEqual(oneKeyPerGrant(20));
  rmSync(folder, { recursive: true });
});

/** What docs/configuration.md recommends. */
const ACL_RULES = ['~{latchkey:*', '&{latchkey:*', '+@all', '-@admin', '-@dangerous', '+info', '+client'];
