import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiProcess, startApiProcess, startLatchkey } from '../support/processes.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const disposed = (database: TestDatabase) => ({ url: database.url, [Symbol.asyncDispose]: database.drop });

/** Exit code and output of a process that ends by itself. */
async function outcome(args: readonly string[], env: Record<string, string>): Promise<string> {
  await using started = startLatchkey(args, env);
  await once(started.child, 'close');
  return `${started.child.exitCode}: ${started.output()}`;
}

const migrate = (env: Record<string, string>): Promise<string> => outcome(['migrate'], env);

test.concurrent('the API requires DATABASE_URL and SECRET_KEY', async () => {
  expect(await outcome(['api'], {})).toBe(
    '1: DATABASE_URL must be set: the PostgreSQL database to work on.\n' +
      'SECRET_KEY must be set: base64 of at least 32 bytes, such as `openssl rand -base64 32` prints.\n',
  );
});

test.concurrent('the option overrides the setting', async () => {
  expect(await outcome(['api', '--processes', 'many'], { API_PROCESSES: '2' })).toBe(
    '1: API_PROCESSES must be a number from 1 to 64.\n',
  );
});

test.concurrent.each(['api', 'worker'])('%s requires writable folders', async (command) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'));
  const url = 'postgres://127.0.0.1:1/nowhere';
  const settings = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64'), PORT: '0', WORKER_PORT: '0' };
  const cases = [
    ['media', 'Uploads are stored in it: make it writable, or set LATCHKEY_DATA to another one.'],
    ['mail', 'Mail is stored in it: make it writable, or set SMTP_URL to a mail server, or LATCHKEY_DATA to another folder.'],
  ] as const;
  await Promise.all(
    cases.map(async ([name, words]) => {
      const path = join(folder, name, name);
      await mkdir(dirname(path));
      await writeFile(path, 'not a folder');
      expect(await outcome([command], { ...settings, LATCHKEY_DATA: dirname(path) })).toMatch(
        new RegExp(`^1: The folder ${path} is not writable \\(EEXIST: .*\\)\\. ${words}\\n$`),
      );
    }),
  );
  await rm(folder, { recursive: true });
});

test.concurrent('the API is not ready until its database is migrated', async () => {
  await using database = disposed(await emptyDatabase());
  await using api = await startApiProcess(database.url);
  const ready = await fetch(`${api.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ error: 'ServiceUnavailable' })]);
  expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
  expect(await schemasOf(database.url)).toEqual(['public']);

  expect(await migrate({ DATABASE_URL: database.url })).toMatch(/^0: \d+ migrations have run\. The database is up to date\.\n$/);
  expect(await migrate({ DATABASE_URL: database.url })).toBe('0: No migration had to run. The database is up to date.\n');
  expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
});

test.concurrent('reports a failed migration in one sentence', async () => {
  const [unset, unreachable] = await Promise.all([migrate({}), migrate({ DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' })]);
  expect(unset).toBe('1: DATABASE_URL must be set: the PostgreSQL database to migrate.\n');
  expect(unreachable).toMatch(/^1: The database at DATABASE_URL cannot be reached: .*127\.0\.0\.1:1\.\n$/);
});

test.concurrent('on SIGTERM the API completes the request in progress and exits, despite keep-alive connections', async () => {
  await using database = disposed(await freshDatabase());
  await using api = await startApiProcess(database.url);
  const { hostname, port } = new URL(api.url);
  const body = JSON.stringify({ key: 'unknown', organization_id: '00000000-0000-4000-8000-000000000000' });
  const head = `POST /v1/customer-portal/license-keys/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  await fetch(`${api.url}/health/live`);
  const slow = connect(Number(port), hostname).setEncoding('utf8');
  slow.write(`${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
  const [first] = (await once(slow, 'data')) as [string];
  expect(first).toMatch(/^HTTP\/1\.1 100 Continue/);

  api.child.kill('SIGTERM');
  await refused(Number(port), hostname);
  slow.write(body);
  const [answer] = (await once(slow, 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"error":"ResourceNotFound"/);
  await once(api.child, 'close');
  expect(api.child.exitCode).toBe(0);
});

describe('with several processes', () => {
  const startProcesses = (database: { readonly url: string }) => startApiProcess(database.url, { API_PROCESSES: '2' });

  test.concurrent('one that is killed is replaced, and requests go on', async () => {
    await using database = disposed(await freshDatabase());
    await using api = await startProcesses(database);
    const [first, second, ...others] = childrenOf(api);
    expect(others).toEqual([]);
    process.kill(first!, 'SIGKILL');
    await api.line(/A process of the API ended \(SIGKILL\)\./);
    expect(await statusOf(api)).toBe(200);
    await eventually(() => api.output().includes('Another process of the API has replaced it.'));
    expect(childrenOf(api)).toEqual([second, expect.any(Number)]);
    await api.end();
    expect([api.child.exitCode, api.output()]).toEqual([0, expect.not.stringContaining('exit code')]);
  });

  test.concurrent('they end with the process that started them, even if it is killed', async () => {
    await using database = disposed(await freshDatabase());
    const api = await startProcesses(database);
    const processes = childrenOf(api);
    await api.end('SIGKILL');
    await eventually(() => !processes.some((pid) => existsSync(`/proc/${pid}`)));
    await expect(statusOf(api)).rejects.toThrow('fetch failed');
  });
});

/** A connection of its own for each request: the other ones end with their process. */
const statusOf = async ({ url }: ApiProcess): Promise<number> =>
  (await fetch(`${url}/health/live`, { headers: { connection: 'close' } })).status;

function childrenOf({ child: { pid } }: ApiProcess): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Used to check that a health check writes nothing. */
async function schemasOf(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_|^information_'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Waits until the port refuses connections. */
async function refused(port: number, host: string): Promise<void> {
  for (;;) {
    const socket = connect(port, host);
    try {
      await once(socket, 'connect');
      socket.destroy();
    } catch {
      return;
    }
  }
}
