import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningProcess, startApiProcess, startLatchkey } from '../support/processes.ts';

import.meta.jest.setTimeout(240_000);

const KEY = SECRET_KEY.toString('base64');
const OTHER = randomBytes(32).toString('base64');

let database: TestDatabase;
afterEach(() => database.drop());

const settings = (secretKey = KEY, url = database.url) => ({
  DATABASE_URL: url,
  SECRET_KEY: secretKey,
  PORT: '0',
  WORKER_PORT: '0',
});

/** Exit code and output of a process that ends by itself. */
async function outcome(command: string, env: Record<string, string>): Promise<string> {
  await using started = startLatchkey([command], env);
  await once(started.child, 'close');
  return `${started.child.exitCode}: ${started.output()}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const logOf = ({ output }: RunningProcess) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; level: string });

test('a secret key that is not that of the data is refused, and a rotation is not', async () => {
  database = await freshDatabase();
  await (await startApiProcess(database.url)).end();
  const refused = /^1: SECRET_KEY does not fit the data: [^\n]*\n$/;
  expect(await outcome('api', settings(OTHER))).toMatch(refused);
  expect(await outcome('worker', settings(OTHER))).toMatch(refused);
  expect(
    await latchkey(
      ['organizations', 'create', '--name', 'Acme', '--slug', 'acme', '--owner', 'ada@example.com'],
      settings(OTHER),
    ),
  ).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^SECRET_KEY does not fit the data/),
  });

  const rotation = { SECRET_KEY: `${OTHER},${KEY}` };
  await (await startApiProcess(database.url, rotation)).end();
  expect(await outcome('api', settings(OTHER))).toMatch(refused);
  expect(await latchkey(['keys', 'rotate-secret'], settings(rotation.SECRET_KEY))).toMatchObject({ exitCode: 0 });
  await (await startApiProcess(database.url, { SECRET_KEY: OTHER })).end();
  expect(await outcome('api', settings(KEY))).toMatch(refused);

  expect(await latchkey(['keys', 'forget-lost'], settings(KEY))).toMatchObject({ exitCode: 0 });
  await (await startApiProcess(database.url)).end();
});

test.each(['api', 'worker'])('%s says once that the database is not migrated, and gets ready when it is', async (command) => {
  database = await emptyDatabase();
  const port = String(await freePort());
  await using started = startLatchkey([command], { ...settings(), PORT: port, WORKER_PORT: port });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status;
  await started.line(/Run `latchkey migrate`/);
  await eventually(async () => (await ready()) === 503);
  expect((await latchkey(['migrate'], settings())).exitCode).toBe(0);
  await eventually(async () => (await ready()) === 200);
  await started.end();
  const problems = logOf(started).filter(({ level }) => level !== 'info');
  expect(problems).toMatchObject([
    { level: 'warn', msg: 'Not ready: The database is not migrated to this version. Run `latchkey migrate`.' },
  ]);
});

test('a role or a database that does not exist is one sentence', async () => {
  database = await freshDatabase();
  const role = Object.assign(new URL(database.url), { username: 'nobody_here' }).href;
  const name = Object.assign(new URL(database.url), { pathname: '/nothing_here' }).href;
  for (const command of ['api', 'worker', 'migrate']) {
    expect(await outcome(command, settings(KEY, role))).toMatch(/^1: PostgreSQL does not [^\n]*nobody_here[^\n]*\n$/);
    // It creates a database that does not exist.
    if (command === 'migrate') continue;
    expect(await outcome(command, settings(KEY, name))).toMatch(
      /^1: The database of DATABASE_URL does not exist: [^\n]*nothing_here[^\n]*\n$/,
    );
  }
});

test('a read-only database is not ready', async () => {
  database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
  await client.end();
  await using api = await startApiProcess(database.url);
  expect(await api.line(/Not ready: The database is read-only\./)).toBeDefined();
  expect((await fetch(`${api.url}/health/ready`)).status).toBe(503);
});
