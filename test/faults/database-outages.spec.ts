import { isDeepStrictEqual } from 'node:util';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { ActivationLoad, ACTIVATED, UNAVAILABLE } from '../support/activation-load.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { startApiProcess, startWorkerProcess } from '../support/processes.ts';
import { Relay } from '../support/relay.ts';

/** Waits for timeouts of the service, and starts servers and processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const AT_ONCE = 8;

const all = (response: object): object[] => Array<object>(AT_ONCE).fill(response);

test.concurrent('no request and no event hangs on connections that fall silent, and the service replaces them', async () => {
  await using resources = new AsyncDisposableStack();
  const database = await freshDatabase();
  resources.defer(() => database.drop());
  const [ofApi, ofWorker] = [new Relay(new URL(database.url)), new Relay(new URL(database.url))];
  for (const relay of [ofApi, ofWorker]) {
    await relay.open();
    resources.defer(() => relay.cut());
  }
  const load = await ActivationLoad.seed(database.url);
  const [api, worker] = await Promise.all([startApiProcess(ofApi.url), startWorkerProcess(ofWorker.url)]);
  resources.use(api);
  resources.use(worker);
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toEqual(all(ACTIVATED));

  // Connections are forgotten, new ones work. On a busy machine the pool may just have closed the idle ones that would have been forgotten.
  let responses = all(ACTIVATED);
  await eventually(async () => {
    for (const relay of [ofApi, ofWorker]) {
      relay.silence();
      relay.restore();
    }
    responses = await load.activateAtOnce(api.url, AT_ONCE);
    return !isDeepStrictEqual(responses, all(ACTIVATED));
  });
  expect(responses).toContainEqual(UNAVAILABLE);
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toEqual(all(ACTIVATED));

  // Nothing works.
  ofApi.silence();
  const ready = fetch(`${api.url}/health/ready`);
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toEqual(all(UNAVAILABLE));
  expect((await ready).status).toBe(503);
  ofApi.restore();
  await eventually(async () => (await load.activate(api.url)).status === 200);
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toEqual(all(ACTIVATED));

  await load.eventsAreProcessed(database.url);
  expect(await load.missingIn(database.url)).toEqual([]);
  await Promise.all([worker.end(), api.end()]);
  expect([worker.child.exitCode, api.child.exitCode]).toEqual([0, 0]);
});

test.concurrent(
  'a restart of PostgreSQL and a failover to its standby are 503 until they are over, and lose nothing acknowledged',
  async () => {
    const { primary, standby } = await OwnPostgres.startPair();
    await using resources = new AsyncDisposableStack();
    for (const server of [primary, standby]) resources.use(server);
    await migrateDatabase(primary.url);
    const load = await ActivationLoad.seed(primary.url);
    const relay = new Relay(primary.socket);
    await relay.open();
    resources.defer(() => relay.cut());
    const [api, worker] = await Promise.all([startApiProcess(relay.url), startWorkerProcess(relay.url)]);
    resources.use(api);
    resources.use(worker);
    const running = load.run(api.url);
    await running.another(ACTIVATED);

    await primary.crash();
    await primary.isFollowed();
    await running.another(ACTIVATED);

    await primary.kill();
    await running.another(UNAVAILABLE);
    relay.retarget(standby.socket);
    await api.line(/The database is read-only/);
    expect((await fetch(`${api.url}/health/ready`)).status).toBe(503);
    await standby.promote();
    await running.another(ACTIVATED);

    for (const { status, retryAfter } of await running.stop())
      expect([ACTIVATED, UNAVAILABLE]).toContainEqual({ status, retryAfter });
    await load.eventsAreProcessed(standby.url);
    expect(await load.missingIn(standby.url)).toEqual([]);
    await Promise.all([worker.end(), api.end()]);
    expect([worker.child.exitCode, api.child.exitCode]).toEqual([0, 0]);
  },
);
