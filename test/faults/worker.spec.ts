import { randomness } from '../races/randomness.ts';
import { type RunningProcess, startWorkerProcess } from '../support/processes.ts';
import { oneKeyPerGrant, openPurchaseLoad, type PurchaseLoad } from '../support/purchase-load.ts';
import { Relay } from '../support/relay.ts';

/** Starts processes that work for several seconds, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const SEED = 20_261_120;

/** Runs a test on a seller of its own. */
const withLoad = (work: (load: PurchaseLoad) => Promise<void>) => async (): Promise<void> => {
  const load = await openPurchaseLoad();
  try {
    await work(load);
  } finally {
    await load.close();
  }
};

test(
  'killing workers during 500 purchases leaves exactly one key per grant',
  withLoad(async (load) => {
    const COUNT = 500;
    const random = randomness(SEED);
    const moments = new Set([random(), random()].map((moment) => 1 + Math.floor(moment * COUNT)));
    const killed: RunningProcess[] = [];
    let worker = startWorkerProcess(load.databaseUrl);
    try {
      await worker;
      await load.sell(COUNT, async (sold) => {
        if (!moments.has(sold)) return;
        const victim = await worker;
        await victim.end('SIGKILL');
        killed.push(victim);
        worker = startWorkerProcess(load.databaseUrl);
      });
      await load.settled();
      expect(killed.map(({ child }) => child.signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
      expect(await load.liveKeys()).toEqual(oneKeyPerGrant(COUNT));
    } finally {
      await (await worker).end();
    }
  }),
);

test.concurrent(
  'a worker resumes after its database was unreachable',
  withLoad(async (load) => {
    const relay = new Relay(new URL(load.databaseUrl));
    await relay.open();
    await using worker = await startWorkerProcess(relay.url);
    try {
      await load.sell(5);
      await relay.cut();
      await load.sell(5);
      await relay.open();
      await load.sell(5);
      await load.settled();
      expect(await load.liveKeys()).toEqual(oneKeyPerGrant(15));
      await worker.end();
      expect(worker.child.exitCode).toBe(0);
    } finally {
      await relay.cut();
    }
  }),
);

test.concurrent(
  'an event processed after the revocation of its subscription leaves no live key',
  withLoad(async (load) => {
    const { id } = await load.subscription();
    await using held = await load.lock(`name in ('subscription.created', 'subscription.active') and aggregate_id = '${id}'`);
    await using worker = await startWorkerProcess(load.databaseUrl);
    expect((await load.fixture.seller('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
    await load.processed(`name = 'subscription.revoked' and aggregate_id = '${id}'`);
    await held.release();
    await load.settled();
    expect(await load.liveKeys()).toEqual(oneKeyPerGrant(0));
    await worker.end();
  }),
);
