import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { ActivationLoad, ACTIVATED, UNAVAILABLE } from '../support/activation-load.ts';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { startApiProcess, startLatchkey, startWorkerProcess } from '../support/processes.ts';
import { SmallDisk } from '../support/small-disk.ts';

/** Starts a server and a process, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const MEGABYTES = 96;

const disks = [SmallDisk.make(MEGABYTES), SmallDisk.make(MEGABYTES)];
const [disk, logDisk] = disks;
if (!disk) process.stderr.write('Skipped: the tests of full disks, because only root may mount small ones.\n');
afterAll(() => disks.forEach((each) => each?.[Symbol.dispose]()));

/** More than is free in the files of a log of this size. */
const FILL_LOG = `select pg_logical_emit_message(false, 'ballast', repeat('x', 50000000))`;

(disk ? describe : describe.skip)('on a small disk', () => {
  test.concurrent('while the disk of the database is full, changes are 503 and reads work', async () => {
    await using postgres = await OwnPostgres.start({ autovacuum: 'off' });
    await postgres.query(`create tablespace small location '${disk!.folder}'`);
    await postgres.query('create database small tablespace small');
    const url = postgres.url.replace(/postgres$/, 'small');
    await migrateDatabase(url);
    const load = await ActivationLoad.seed(url);

    // What PostgreSQL deletes later would be room.
    await postgres.query('checkpoint');
    disk!.fill();
    const settings = { DATABASE_URL: url, SECRET_KEY: SECRET_KEY.toString('base64'), WORKER_PORT: '0' };
    await using worker = startLatchkey(['worker'], settings);
    await using api = await startApiProcess(url);
    for (const { line } of [api, worker]) await line(/Not ready: The disk of the database is full\. Free some space: /);
    expect((await latchkey(['doctor'], settings)).out).toMatch(/^PROBLEM  database disk: Nothing can be stored$/m);
    disk!.free();
    await worker.line(/is processing events/);
    const running = load.run(api.url);
    await running.another(ACTIVATED);

    disk!.fill();
    await running.another(UNAVAILABLE);
    expect(await load.read(api.url)).toBe(200);
    disk!.free();
    await running.another(ACTIVATED);

    for (const response of await running.stop()) expect([ACTIVATED, UNAVAILABLE]).toContainEqual(response);
    expect(await load.missingIn(url)).toEqual([]);
    await api.end();
    expect(api.output()).toMatch(/failed: The disk of the database is full\./);
  });

  test.concurrent(
    'while the volume of the write-ahead log is full, requests are 503, and API and worker recover with PostgreSQL',
    async () => {
      await using postgres = await OwnPostgres.startWithLogIn(logDisk!.folder, { min_wal_size: '32MB', max_wal_size: '32MB' });
      await migrateDatabase(postgres.url);
      const load = await ActivationLoad.seed(postgres.url);
      // From here on, PostgreSQL keeps its log for a standby that is not there.
      await postgres.query(`select pg_create_physical_replication_slot('gone', true)`);
      await using api = await startApiProcess(postgres.url);
      await using worker = await startWorkerProcess(postgres.url);
      const running = load.run(api.url);
      await running.another(ACTIVATED);

      logDisk!.fill();
      await expect(postgres.query(FILL_LOG)).rejects.toBeInstanceOf(Error);
      await running.another(UNAVAILABLE);
      expect(await load.read(api.url)).toBe(503);
      expect((await fetch(`${api.url}/health/ready`)).status).toBe(503);
      logDisk!.free();
      await postgres.revive();
      await running.another(ACTIVATED);

      for (const response of await running.stop()) expect([ACTIVATED, UNAVAILABLE]).toContainEqual(response);
      await load.eventsAreProcessed(postgres.url);
      expect(await load.missingIn(postgres.url)).toEqual([]);
      await Promise.all([worker.end(), api.end()]);
      expect([worker.child.exitCode, api.child.exitCode]).toEqual([0, 0]);
    },
  );
});
