import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { latchkeyProgram } from '../support/processes.ts';
import {
  copyOf,
  demoIn,
  supervisorsOf,
  newDataFolder,
  postmasterOf,
  processesOf,
  removeDataFolder,
  Standalone,
} from '../support/standalone.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const folders: string[] = [];
const tracked = (folder: string): string => {
  folders.push(folder);
  return folder;
};
/** A data folder with a complete first start. */
let used: string;
/** The first start was killed, and another one completed it. */
let completed: { readonly hadDemo: boolean; readonly next: Awaited<ReturnType<typeof nextStart>> };
beforeAll(async () => {
  used = tracked(newDataFolder());
  await using first = Standalone.start(used);
  await eventually(() => existsSync(join(used, 'demo.wanted')));
  await first.kill();
  const hadDemo = existsSync(join(used, 'demo.json'));
  completed = { hadDemo, next: await nextStart(used) };
});
afterAll(() => folders.forEach(removeDataFolder));

/** The status of a request for the demo data. */
async function statusOf(latchkey: Standalone): Promise<number> {
  const address = await latchkey.ready();
  const { license_keys, tokens } = demoIn(latchkey.folder);
  const headers = { authorization: `Bearer ${tokens.oat}` };
  return (await fetch(`${address}/v1/license-keys/${license_keys.active.id}`, { headers })).status;
}

/** Starts again: the status of a request for the demo data, the exit code after SIGINT, and the processes left running. */
async function nextStart(folder: string): Promise<{ status: number; exitCode: number | null; left: number[] }> {
  await using latchkey = Standalone.start(folder);
  const status = await statusOf(latchkey);
  const exitCode = await latchkey.interrupt();
  return { status, exitCode, left: processesOf(folder) };
}
const HEALTHY = { status: 200, exitCode: 0, left: [] };

test('the next start completes a first start that was killed', () => {
  expect(completed).toEqual({ hadDemo: false, next: HEALTHY });
});

test.concurrent('after a kill, its database stops too; when the database dies, the service exits with a message', async () => {
  const folder = tracked(copyOf(used));
  {
    await using killed = Standalone.start(folder);
    await killed.ready();
    await killed.kill();
    await eventually(() => processesOf(folder).length === 0);
    await using next = Standalone.start(folder);
    expect(await statusOf(next)).toBe(200);
    process.kill(postmasterOf(folder), 'SIGKILL');
    expect(await next.exitCode).toBe(1);
    expect(next.output).toMatch(/PostgreSQL stopped unexpectedly: /);
  }
  expect(await nextStart(folder)).toEqual(HEALTHY);
});

test.concurrent('started immediately after a kill, it waits for the previous database to stop', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  await latchkey.kill();
  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test.concurrent('the next start stops a database that outlived its process and its supervisor', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)));
  await latchkey.ready();
  const orphan = postmasterOf(latchkey.folder);
  latchkey.freeze();
  for (const supervisor of supervisorsOf(latchkey.folder)) process.kill(supervisor, 'SIGKILL');
  await latchkey.kill();
  expect(processesOf(latchkey.folder)).toContain(orphan);

  expect(await nextStart(latchkey.folder)).toEqual(HEALTHY);
});

test.concurrent('an unrelated process with the process id of a dead database is not killed', async () => {
  const folder = tracked(copyOf(used));
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n${folder}/postgres\n0\n5432\n/nowhere\n\n\nready\n`);
  expect(await nextStart(folder)).toEqual(HEALTHY);
});

test.concurrent('killing npm stops the service, too', async () => {
  const folder = tracked(copyOf(used));
  const env = { PATH: process.env['PATH'], LATCHKEY_DATA: folder, PORT: '0', npm_lifecycle_event: 'start' };
  const npm = spawn('sh', ['-c', '"$@"; exit', 'npm', process.execPath, ...latchkeyProgram(), 'start'], {
    env,
    stdio: 'ignore',
  });
  await eventually(() => existsSync(join(folder, 'runtime.json')));
  npm.kill('SIGKILL');
  await eventually(() => processesOf(folder).length === 0);
  expect(existsSync(join(folder, 'runtime.json'))).toBe(false);
});
