import { CounterStore } from '#platform/rate-limits/composition';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_KEY, startApi } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startLatchkey, startWorkerProcess } from '../support/processes.ts';
import { oneKeyPerGrant, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { RedisCluster, RedisServer } from '../support/redis-server.ts';

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

test('`doctor` finds a Redis that may drop jobs', async () => {
  await using redis = await RedisServer.start('--maxmemory-policy', 'allkeys-lru');
  const evictions = async () => {
    const env = { DATABASE_URL: load.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64'), REDIS_URL: redis.url.href };
    const { out } = await latchkey(['doctor', '--json'], env);
    const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly check: string; readonly state: string }[] };
    return findings.filter(({ check }) => check === 'eviction').map(({ state }) => state);
  };
  expect(await evictions()).toEqual(['problem']);
  await redis.client.config('SET', 'maxmemory-policy', 'noeviction');
  expect(await evictions()).toEqual([]);
});
