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

/** Processes start and stop here, each in a second or two on an idle machine. */
import.meta.jest.setTimeout(60_000);

const folders: string[] = [];
const remembered = (folder: string): string => {
  folders.push(folder);
  return folder;
};
let used: string;
beforeAll(async () => {
  used = remembered(newDataFolder());
  await using first = Standalone.start(used);
  await first.ready();
  await first.interrupt();
});
afterAll(() => folders.forEach(removeDataFolder));

/** Starts once more: whether the demo's data is there, how it ends when it is asked to, and what then is left running. */
async function nextStart(folder: string): Promise<{ status: number; exitCode: number | null; left: number[] }> {
  await using latchkey = Standalone.start(folder);
  const address = await latchkey.ready();
  const { license_keys, tokens } = demoIn(folder);
  const headers = { authorization: `Bearer ${tokens.oat}` };
  const { status } = await fetch(`${address}/v1/license-keys/${license_keys.active.id}`, { headers });
  const exitCode = await latchkey.interrupt();
  return { status, exitCode, left: processesOf(folder) };
}
const WELL = { status: 200, exitCode: 0, left: [] };

test('killed, it takes its database with it', async () => {
  await using latchkey = Standalone.start(remembered(copyOf(used)));
  await latchkey.ready();
  await latchkey.kill();
  await until(() => processesOf(latchkey.folder).length === 0);
  expect(await nextStart(latchkey.folder)).toEqual(WELL);
});

test('killed and started again at once, it waits for the database of the one before', async () => {
  await using latchkey = Standalone.start(remembered(copyOf(used)));
  await latchkey.ready();
  await latchkey.kill();
  expect(await nextStart(latchkey.folder)).toEqual(WELL);
});

test('a database that outlived both its Latchkey and its supervisor is stopped by the next start', async () => {
  await using latchkey = Standalone.start(remembered(copyOf(used)));
  await latchkey.ready();
  const orphan = postmasterOf(latchkey.folder);
  latchkey.freeze();
  for (const supervisor of supervisorsOf(latchkey.folder)) process.kill(supervisor, 'SIGKILL');
  await latchkey.kill();
  expect(processesOf(latchkey.folder)).toContain(orphan);

  expect(await nextStart(latchkey.folder)).toEqual(WELL);
});

test('when the database dies, the service ends and says so', async () => {
  await using latchkey = Standalone.start(remembered(copyOf(used)));
  await latchkey.ready();
  process.kill(postmasterOf(latchkey.folder), 'SIGKILL');
  expect(await latchkey.exitCode).toBe(1);
  expect(latchkey.output).toMatch(/PostgreSQL stopped unexpectedly: /);
  expect(await nextStart(latchkey.folder)).toEqual(WELL);
});

test('a process that happens to have the number of a dead database is left alone', async () => {
  const folder = remembered(copyOf(used));
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n${folder}/postgres\n0\n5432\n/nowhere\n\n\nready\n`);
  expect(await nextStart(folder)).toEqual(WELL);
});

test('a first start that is killed on the way is finished by the next one', async () => {
  const folder = remembered(newDataFolder());
  await using latchkey = Standalone.start(folder);
  await until(() => existsSync(join(folder, 'demo.wanted')));
  await latchkey.kill();
  expect(existsSync(join(folder, 'demo.json'))).toBe(false);
  expect(await nextStart(folder)).toEqual(WELL);
});

test("npm's own death stops the service as well", async () => {
  const folder = remembered(copyOf(used));
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
