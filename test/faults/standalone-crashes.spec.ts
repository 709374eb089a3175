import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LATCHKEY } from '../support/processes.ts';
import {
  copyOf,
  demoIn,
  supervisorsOf,
  newDataFolder,
  postmasterOf,
  processesOf,
  removeDataFolder,
  Standalone,
  until,
} from '../support/standalone.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const folders: string[] = [];
const tracked = (folder: string): string => {
  folders.push(folder);
  return folder;
};
let used: string;
beforeAll(async () => {
  used = tracked(newDataFolder());
  await using first = Standalone.start(used);
  await first.ready();
  await first.interrupt();
});
afterAll(() => folders.forEach(removeDataFolder));

/** Starts again: whether the demo data exists, the exit code after SIGINT, and the processes left running. */
async function nextStart(folder: string): Promise<{ status: number; exitCode: number | null; left: number[] }> {
  await using latchkey = Standalone.start(folder);
  const address = await latchkey.ready();
  const { license_keys, tokens } = demoIn(folder);
  const headers = { authorization: `Bearer ${tokens.oat}` };
  const { status } = await fetch(`${address}/v1/license-keys/${license_keys.active.id}`, { headers });
  const exitCode = await latchkey.interrupt();
  return { status, exitCode, left: processesOf(folder) };
}
const HEALTHY = { status: 200, exitCode: 0, left: [] };

test('after a kill, its database stops too', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  await latchkey.kill();
  await until(() => processesOf(latchkey.folder).length === 0);
  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test('started immediately after a kill, it waits for the previous database to stop', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  await latchkey.kill();
  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test('the next start stops a database that outlived its process and its supervisor', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  const orphan = postmasterOf(latchkey.folder);
  latchkey.freeze();
  for (const supervisor of supervisorsOf(latchkey.folder)) process.kill(supervisor, 'SIGKILL');
  await latchkey.kill();
  expect(processesOf(latchkey.folder)).toContain(orphan);

  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test('when the database dies, the service exits with a message', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  process.kill(postmasterOf(latchkey.folder), 'SIGKILL');
  expect(await latchkey.exitCode).toBe(1);
  expect(latchkey.output).toMatch(/PostgreSQL stopped unexpectedly: /);
  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test('an unrelated process with the process id of a dead database is not killed', async () => {
  const folder = tracked(copyOf(used));
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n${folder}/postgres\n0\n5432\n/nowhere\n\n\nready\n`);
  expect(await nextStart(folder)).toEqual(HEALTHY);
});

test('the next start completes a first start that was killed', async () => {
  const folder = tracked(newDataFolder());
  await using latchkey = Standalone.start(folder);
  await until(() => existsSync(join(folder, 'demo.wanted')));
  await latchkey.kill();
  expect(existsSync(join(folder, 'demo.json'))).toBe(false);
  expect(await nextStart(folder)).toEqual(HEALTHY);
});

test('killing npm stops the service, too', async () => {
  const folder = tracked(copyOf(used));
  const env = { PATH: process.env['PATH'], LATCHKEY_DATA: folder, PORT: '0', npm_lifecycle_event: 'start' };
  const npm = spawn('sh', ['-c', '"$@"; exit', 'npm', process.execPath, ...LATCHKEY, 'start'], {
    env,
    stdio: 'ignore',
  });
  await until(() => existsSync(join(folder, 'runtime.json')));
  npm.kill('SIGKILL');
  await until(() => processesOf(folder).length === 0);
  expect(existsSync(join(folder, 'runtime.json'))).toBe(false);
});
