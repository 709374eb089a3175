import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_KEY } from '../support/api.ts';
import { ActivationLoad, ACTIVATED } from '../support/activation-load.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { ROOT, type RunningProcess, startApiProcess, startLatchkey, startWorkerProcess } from '../support/processes.ts';

/** Starts processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let folder: string;
let file: string;
beforeEach(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-clock-'));
  file = join(folder, 'ahead');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test('when the clocks of API and worker are set, requests and events go on, and the start says that they differ', async () => {
  writeFileSync(file, String(2 * HOUR_MS));
  const env = { NODE_OPTIONS: `--import=${join(ROOT, 'test/support/settable-process-clock.mjs')}`, CLOCK_FILE: file };
  const load = await ActivationLoad.seed(database.url);
  const started = await Promise.all([startApiProcess(database.url, env), startWorkerProcess(database.url, env)]);
  await using api = started[0];
  await using worker = started[1];
  for (const { output } of [api, worker])
    expect(output()).toMatch(
      /The clock of this machine is 7\d{3} seconds ahead of that of PostgreSQL\. Synchronize both with NTP/,
    );

  await using doctor = startLatchkey(['doctor'], {
    DATABASE_URL: database.url,
    SECRET_KEY: SECRET_KEY.toString('base64'),
    ...env,
  });
  await doctor.line(/^PROBLEM  clock: The clocks differ$/m);

  const set = async ({ child, line }: RunningProcess, ahead: number): Promise<void> => {
    child.kill('SIGUSR2');
    await line(new RegExp(`The clock is ${ahead} milliseconds ahead`));
  };
  const running = load.run(api.url);
  for (const ahead of [HOUR_MS, -HOUR_MS, 0]) {
    writeFileSync(file, String(ahead));
    await Promise.all([set(api, ahead), set(worker, ahead)]);
    await running.another(ACTIVATED);
    expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
  }
  expect(await running.stop()).toEqual([ACTIVATED]);
  await load.eventsAreProcessed(database.url);
  expect(await load.missingIn(database.url)).toEqual([]);
  await Promise.all([worker.end(), api.end()]);
  expect([worker.child.exitCode, api.child.exitCode]).toEqual([0, 0]);
});
