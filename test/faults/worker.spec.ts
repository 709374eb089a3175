import { randomness } from '../races/randomness.ts';
import { type RunningProcess, startWorkerProcess } from '../support/processes.ts';
import { oneEach, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { Relay } from '../support/relay.ts';

/** Processes start here, and do the work of several seconds, on a machine that does other things too. */
import.meta.jest.setTimeout(180_000);

const SEED = 20_261_120;

let rush: PurchaseLoad;
beforeEach(async () => {
  rush = await openPurchaseLoad();
});
afterEach(() => rush.close());

test('workers that are killed while 500 purchases arrive leave exactly one key for each grant', async () => {
  const COUNT = 500;
  const random = randomness(SEED);
  const moments = new Set([random(), random()].map((moment) => 1 + Math.floor(moment * COUNT)));
  const killed: RunningProcess[] = [];
  let worker = startWorkerProcess(rush.databaseUrl);
  try {
    await worker;
    await rush.sell(COUNT, async (sold) => {
      if (!moments.has(sold)) return;
      const doomed = await worker;
      await doomed.end('SIGKILL');
      killed.push(doomed);
      worker = startWorkerProcess(rush.databaseUrl);
    });
    await rush.settled();
    expect(killed.map(({ child }) => child.signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
    expect(await rush.liveKeys()).toEqual(oneEach(COUNT));
  } finally {
    await (await worker).end();
  }
});

test('a worker whose database goes away for a while comes back to its work', async () => {
  const relay = new Relay(new URL(rush.databaseUrl));
  await relay.open();
  await using worker = await startWorkerProcess(relay.url);
  try {
    await rush.sell(5);
    await relay.cut();
    await rush.sell(5);
    await relay.open();
    await rush.sell(5);
    await rush.settled();
    expect(await rush.liveKeys()).toEqual(oneEach(15));
    await worker.end();
    expect(worker.child.exitCode).toBe(0);
  } finally {
    await relay.cut();
  }
});

test('an event that is overtaken by what revokes it leaves no live key', async () => {
  const { id } = await rush.subscription();
  await using held = await rush.hold(`name in ('subscription.created', 'subscription.active') and aggregate_id = '${id}'`);
  await using worker = await startWorkerProcess(rush.databaseUrl);
  expect((await rush.counter.seller('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
  await rush.done(`name = 'subscription.revoked' and aggregate_id = '${id}'`);
  await held.release();
  await rush.settled();
  expect(await rush.liveKeys()).toEqual(oneEach(0));
  await worker.end();
});
