import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { ActivationLoad, ACTIVATED, UNAVAILABLE } from '../support/activation-load.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { startApiProcess } from '../support/processes.ts';
import { SmallDisk } from '../support/small-disk.ts';

/** Starts a server and a process, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const MEGABYTES = 96;

const disk = SmallDisk.make(MEGABYTES);
if (!disk) process.stderr.write('Skipped: the test of a full disk, because only root may mount a small one.\n');
afterAll(() => disk?.[Symbol.dispose]());

(disk ? describe : describe.skip)('on a small disk', () => {
  test('while the disk of the database is full, changes are 503 and reads work', async () => {
    await using postgres = await OwnPostgres.start({ autovacuum: 'off' });
    await postgres.query(`create tablespace small location '${disk!.folder}'`);
    await postgres.query('create database small tablespace small');
    const url = postgres.url.replace(/postgres$/, 'small');
    await migrateDatabase(url);
    const load = await ActivationLoad.seed(url);

    // What PostgreSQL deletes later would be room.
    await postgres.query('checkpoint');
    disk!.fill();
    await using api = await startApiProcess(url);
    await api.line(/Not ready: The disk of the database is full\. Free some space: /);
    disk!.free();
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
});
