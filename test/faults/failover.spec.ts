import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { ActivationLoad, ACTIVATED, UNAVAILABLE } from '../support/activation-load.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { startApiProcess, startWorkerProcess } from '../support/processes.ts';
import { Relay } from '../support/relay.ts';

/** Starts two servers and two processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

test('a restart of PostgreSQL and a failover to its standby are 503 until they are over, and lose nothing acknowledged', async () => {
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
});
