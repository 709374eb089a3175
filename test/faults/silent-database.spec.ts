import { ActivationLoad, ACTIVATED, UNAVAILABLE } from '../support/activation-load.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, startWorkerProcess } from '../support/processes.ts';
import { Relay } from '../support/relay.ts';

/** Waits for timeouts of the service. */
import.meta.jest.setTimeout(240_000);

const AT_ONCE = 8;

let database: TestDatabase;
let ofApi: Relay;
let ofWorker: Relay;
beforeEach(async () => {
  database = await freshDatabase();
  [ofApi, ofWorker] = [new Relay(new URL(database.url)), new Relay(new URL(database.url))];
  await Promise.all([ofApi.open(), ofWorker.open()]);
});
afterEach(async () => {
  await Promise.all([ofApi.cut(), ofWorker.cut()]);
  await database.drop();
});

const all = (response: object): object[] => Array<object>(AT_ONCE).fill(response);

test('no request and no event hangs on connections that fall silent, and the service replaces them', async () => {
  const load = await ActivationLoad.seed(database.url);
  const started = await Promise.all([startApiProcess(ofApi.url), startWorkerProcess(ofWorker.url)]);
  await using api = started[0];
  await using worker = started[1];
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toEqual(all(ACTIVATED));

  // Connections are forgotten, new ones work.
  for (const relay of [ofApi, ofWorker]) {
    relay.silence();
    relay.restore();
  }
  expect(await load.activateAtOnce(api.url, AT_ONCE)).toContainEqual(UNAVAILABLE);
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
