import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { ACTIVATED, ActivationLoad, UNAVAILABLE } from '../support/activation-load.ts';
import { eventually } from '../support/eventually.ts';
import { hasPatroni, PatroniCluster } from '../support/patroni.ts';
import { startApiProcess, startWorkerProcess } from '../support/processes.ts';

/** Starts servers and processes, and waits for elections, on a machine that may be busy. */
import.meta.jest.setTimeout(600_000);

const isThere = hasPatroni();
if (!isThere)
  process.stderr.write('Skipped: test/scaling/patroni.spec.ts, because Patroni, etcd, HAProxy or PostgreSQL 15 is not there.\n');

(isThere ? describe : describe.skip)('PostgreSQL under Patroni', () => {
  test('loses its primary, hands over, crashes and loses a standby, and nothing acknowledged is lost', async () => {
    await using resources = new AsyncDisposableStack();
    const cluster = resources.use(await PatroniCluster.start());
    expect(await (await cluster.primary()).refusesStrangers()).toBe(true);
    await migrateDatabase(cluster.url);
    const load = await ActivationLoad.seed(cluster.url);
    const [api, worker] = await Promise.all([
      startApiProcess(cluster.url, { DATABASE_REPLICA_URL: cluster.replicaUrl }),
      startWorkerProcess(cluster.url),
    ]);
    resources.use(api);
    resources.use(worker);
    const writers = load.run(api.url);
    const readers = load.runLists(api.url);
    const areStandbysRead = (): boolean =>
      [...api.output().matchAll(/Lists are read from the (primary|replica again)/g)].at(-1)?.[1] === 'replica again';
    /** Requests succeed before and after what happens; then all machines are there again. */
    const survives = async (what: string, happen: () => Promise<void>): Promise<void> => {
      for (const requests of [writers, readers]) {
        await requests.another(ACTIVATED);
        requests.takeLongestGap();
      }
      const before = load.acknowledged.length;
      await happen();
      await writers.another(ACTIVATED);
      await readers.another(ACTIVATED);
      const seconds = [writers, readers].map((requests) => (requests.takeLongestGap() / 1_000).toFixed(1));
      const writes = load.acknowledged.length - before;
      process.stdout.write(`${what}: no write for ${seconds[0]} s, no list for ${seconds[1]} s, ${writes} writes meanwhile\n`);
    };

    await survives('the machine of the primary is lost', async () => {
      const primary = await cluster.primary();
      await primary.fail();
      await cluster.hasMovedFrom(primary);
      await writers.another(ACTIVATED);
      primary.start();
      await cluster.isWhole();
    });
    await survives('switchover', async () => {
      const primary = await cluster.primary();
      await cluster.switchOver();
      await cluster.hasMovedFrom(primary);
      await cluster.isWhole();
    });
    await survives('the postmaster is killed', async () => {
      await (await cluster.primary()).crashPostmaster();
      await cluster.isWhole();
    });
    await survives('the standby that lists are read from is lost', async () => {
      await eventually(areStandbysRead);
      const standby = await cluster.standby();
      await standby.fail();
      expect((await cluster.standby()).name).not.toBe(standby.name);
      await writers.another(ACTIVATED);
      await eventually(areStandbysRead);
      standby.start();
      await cluster.isWhole();
    });

    for (const response of [...(await writers.stop()), ...(await readers.stop())]) {
      expect([ACTIVATED, UNAVAILABLE]).toContainEqual(response);
    }
    await load.eventsAreProcessed(cluster.url);
    expect(await load.missingIn(cluster.url)).toEqual([]);
    await Promise.all([worker.end(), api.end()]);
    expect([worker.child.exitCode, api.child.exitCode]).toEqual([0, 0]);
    process.stdout.write(`${load.acknowledged.length} acknowledged writes, none lost\n`);
  });
});
