import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { type RunningProcess, startApiProcess, startLatchkey } from '../support/processes.ts';
import { freePort } from '../support/free-port.ts';
import { hasS3Server, S3Server } from '../support/s3-server.ts';

import.meta.jest.setTimeout(240_000);

const KEY = SECRET_KEY.toString('base64');
const OTHER = randomBytes(32).toString('base64');

/** The database is dropped when the test is over. */
const disposed = (database: TestDatabase) => ({ url: database.url, [Symbol.asyncDispose]: database.drop });

const settings = (url: string, secretKey = KEY) => ({
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

const logOf = ({ output }: RunningProcess) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; level: string });

test.concurrent('a secret key that is not that of the data is refused, and a rotation is not', async () => {
  await using database = disposed(await freshDatabase());
  const [ours, others, rotation] = [KEY, OTHER, `${OTHER},${KEY}`].map((key) => settings(database.url, key));
  const starts = async (secretKey: string) => (await startApiProcess(database.url, { SECRET_KEY: secretKey })).end();
  const refused = /^1: SECRET_KEY does not fit the data: [^\n]*\n$/;
  await starts(KEY);
  const create = ['organizations', 'create', '--name', 'Acme', '--slug', 'acme', '--owner', 'ada@example.com'];
  const [api, worker, command] = await Promise.all([
    outcome('api', others!),
    outcome('worker', others!),
    latchkey(create, others!),
  ]);
  for (const printed of [api, worker]) expect(printed).toMatch(refused);
  expect(command).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^SECRET_KEY does not fit the data/) });

  await starts(`${OTHER},${KEY}`);
  expect(await outcome('api', others!)).toMatch(refused);
  expect(await latchkey(['secret-key', 'rotate'], rotation!)).toMatchObject({ exitCode: 0 });
  await starts(OTHER);
  expect(await outcome('api', ours!)).toMatch(refused);

  expect(await latchkey(['secret-key', 'forget-lost'], ours!)).toMatchObject({ exitCode: 0 });
  await starts(KEY);
});

test.concurrent('a folder that does not have the files of the database is refused', async () => {
  await using database = disposed(await freshDatabase());
  await using resources = new AsyncDisposableStack();
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'latchkey-media-')));
  for (const folder of folders) resources.defer(() => rmSync(folder, { recursive: true }));
  const [ours, other] = folders.map((LATCHKEY_DATA) => ({ LATCHKEY_DATA }));
  const api = resources.use(await startApiProcess(database.url, ours));
  const id = readFileSync(join(ours!.LATCHKEY_DATA, 'media/store-id'), 'utf8').trim();
  for (const command of ['api', 'worker', 'start']) {
    const printed = await outcome(command, { ...settings(database.url), LATCHKEY_DEMO: '0', ...other });
    expect(printed).toMatch(`1: The uploaded files of this database are not in the folder ${other!.LATCHKEY_DATA}/media:`);
    expect(printed).toContain(`write ${id} into store-id`);
  }
  await api.end();
  writeFileSync(join(other!.LATCHKEY_DATA, 'media/store-id'), id);
  await (await startApiProcess(database.url, other)).end();
});

(hasS3Server ? describe : describe.skip)('with a bucket', () => {
  test('one that refuses is refused, and one that does not respond is not', async () => {
    await using database = disposed(await freshDatabase());
    await using server = await S3Server.start();
    const wrong = { ...settings(database.url), ...server.settings, MEDIA_S3_SECRET_ACCESS_KEY: 'wrong' };
    expect(await outcome('worker', wrong)).toMatch(/^1: The bucket files of MEDIA_S3_BUCKET fails: status 403/);
    await (await startApiProcess(database.url, server.settings)).end();
    expect(server.keys()).toEqual(['store-id']);
    await server.crash();
    const api = await startApiProcess(database.url, server.settings);
    expect(logOf(api)).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('MEDIA_S3_BUCKET fails: ECONNREFUSED') }),
    );
    await api.end();
  });
});

test.concurrent('API and worker say once that the database is not migrated, and get ready when it is', async () => {
  await using database = disposed(await emptyDatabase());
  await using resources = new AsyncDisposableStack();
  const started = await Promise.all(
    ['api', 'worker'].map(async (command) => {
      const port = String(await freePort());
      const running = resources.use(startLatchkey([command], { ...settings(database.url), PORT: port, WORKER_PORT: port }));
      const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status;
      await running.line(/Run `latchkey migrate`/);
      await eventually(async () => (await ready()) === 503);
      return { running, ready };
    }),
  );
  expect((await latchkey(['migrate'], settings(database.url))).exitCode).toBe(0);
  for (const { running, ready } of started) {
    await eventually(async () => (await ready()) === 200);
    await running.end();
    const problems = logOf(running).filter(({ level }) => level !== 'info');
    expect(problems).toMatchObject([
      { level: 'warn', msg: 'Not ready: The database is not migrated to this version. Run `latchkey migrate`.' },
    ]);
  }
});

/** A server that asks roles for their passwords, except its superuser. */
async function passwordServer(): Promise<OwnPostgres> {
  const rules = join(tmpdir(), `latchkey-hba-${randomUUID()}.conf`);
  writeFileSync(rules, 'local all postgres trust\nlocal all all scram-sha-256\n', { mode: 0o644 });
  const postgres = await OwnPostgres.start({ hba_file: rules });
  rmSync(rules);
  await postgres.query(`create role seller login password 'right'`);
  return postgres;
}

test.concurrent('a wrong role, password or database is one sentence', async () => {
  await using postgres = await passwordServer();
  const wrong = [
    [
      { username: 'nobody_here', password: 'x' },
      'PostgreSQL does not accept the role and the password of DATABASE_URL: [^\n]*nobody_here',
    ],
    [
      { username: 'seller', password: 'wrong' },
      'PostgreSQL does not accept the role and the password of DATABASE_URL: [^\n]*seller',
    ],
    [{ pathname: '/nothing_here' }, 'The database of DATABASE_URL does not exist: [^\n]*nothing_here'],
  ] as const;
  await Promise.all(
    wrong.map(async ([part, sentence]) => {
      const env = settings(Object.assign(new URL(postgres.url), part).href);
      const outcomes = await Promise.all(['api', 'worker', 'migrate'].map((command) => outcome(command, env)));
      for (const printed of outcomes) expect(printed).toMatch(new RegExp(`^1: ${sentence}[^\\n]*\\n$`));
      const doctor = await latchkey(['doctor'], env);
      expect(doctor.exitCode).toBe(1);
      expect(doctor.out).toMatch(new RegExp(`^PROBLEM  database: ${sentence}`, 'm'));
    }),
  );
});

test.concurrent('several hosts, which libpq would try in turn, are refused in a sentence', async () => {
  await using database = disposed(await freshDatabase());
  const { host, href } = new URL(database.url);
  for (const url of [href.replace(host, `${host},${host}`), `${href}?host=127.0.0.1,127.0.0.1&target_session_attrs=read-write`]) {
    const refused = /^DATABASE_URL must name one host, which leads to the primary: [^\n]*\n$/;
    const printed = await Promise.all(['api', 'worker'].map((command) => outcome(command, settings(url))));
    for (const text of printed) expect(text.replace(/^1: /, '')).toMatch(refused);
    const migration = await latchkey(['migrate'], settings(url));
    expect(migration).toMatchObject({ exitCode: 1, err: expect.stringMatching(refused) });
  }
});

test.concurrent.each(['nowhere.invalid', '127.0.0.1:1'])(
  'a database at %s is one line, and the process waits for it and is not ready',
  async (host) => {
    const env = settings(`postgres://${host}/latchkey`);
    await using api = startLatchkey(['api'], env);
    await using worker = startLatchkey(['worker'], env);
    const problems = (one: RunningProcess) => logOf(one).filter(({ level }) => level !== 'info');
    for (const one of [api, worker]) {
      await one.line(/Not ready: The database at DATABASE_URL cannot be reached: [^\n]+/);
    }
    const [, url] = await api.line(/listening at (http:[^\s"]+)/);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    for (const one of [api, worker]) {
      await one.end();
      expect(one.child.exitCode).toBe(0);
      expect(problems(one).filter(({ msg }) => !msg.startsWith('GET /health/ready failed: '))).toHaveLength(1);
    }
    expect((await latchkey(['doctor'], env)).out).toMatch(
      /^PROBLEM  database: The database at DATABASE_URL cannot be reached: /m,
    );
  },
);

test.concurrent('a read-only database is not ready', async () => {
  await using database = disposed(await freshDatabase());
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
  await client.end();
  const worker = startLatchkey(['worker'], settings(database.url));
  await using api = await startApiProcess(database.url);
  for (const one of [api, worker]) expect(await one.line(/Not ready: The database is read-only\./)).toBeDefined();
  expect((await fetch(`${api.url}/health/ready`)).status).toBe(503);
  await worker.end();
  expect(worker.child.exitCode).toBe(0);
  expect((await latchkey(['doctor'], settings(database.url))).out).toMatch(/^PROBLEM  database: The database is read-only$/m);
});

/** Refuses the connection with this number, as a server that restarts: the first one is that of the checks. */
async function refusing(databaseUrl: string, refused: number): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(databaseUrl);
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    if (connections === refused) return near.destroy();
    const far = connect(Number(port), hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(own) }).href,
    close: () => server.close(),
  };
}

test.concurrent('a worker that loses the database while it starts says so in a line, and starts later', async () => {
  await using database = disposed(await freshDatabase());
  const relay = await refusing(database.url, 2);
  const worker = startLatchkey(['worker'], settings(relay.url));
  await worker.line(/is processing events/);
  await worker.end();
  relay.close();
  expect(worker.child.exitCode).toBe(0);
  const problems = logOf(worker).filter(({ level }) => level !== 'info');
  expect(problems.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^Not ready: The database at DATABASE_URL cannot be reached: /),
  ]);
});
