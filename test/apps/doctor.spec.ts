import { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { Config } from '#platform/config';
import { examineServer, examineSettings } from '../../apps/cli/doctor/production.ts';
import { DataFolder, RuntimeFile } from '../../apps/process/index.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { latchkey, type Outcome } from '../support/cli.ts';
import { emptyDatabase } from '../support/database.ts';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.ts';
import { ROOT } from '../support/processes.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';

let api: TestApi & { readonly dataFolder: string };
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Nothing listens on the port. */
const env = (others: Record<string, string> = {}) => ({
  PORT: '1',
  DATABASE_URL: api.databaseUrl,
  SECRET_KEY: SECRET_KEY.toString('base64'),
  LATCHKEY_DATA: api.dataFolder,
  ...others,
});

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly finding: string;
  readonly advice?: string;
}

const findingsOf = ({ out }: Outcome) => (JSON.parse(out) as { healthy: boolean; findings: Finding[] }).findings;
const problemsOf = (outcome: Outcome) => findingsOf(outcome).filter(({ state }) => state === 'problem');

test('a healthy service', async () => {
  const created = await latchkey(
    ['organizations', 'create', '--name', 'Acme', '--slug', 'acme-doctor', '--owner', 'a@example.com'],
    env(),
  );
  expect([created.exitCode, created.err]).toEqual([0, '']);
  const outcome = await latchkey(['doctor', '--json'], env());
  expect([outcome.exitCode, outcome.err]).toEqual([0, '']);
  expect(findingsOf(outcome).map(({ check, state }) => `${check}: ${state}`)).toEqual([
    'settings: ok',
    'service: warning',
    'database: ok',
    'clock: ok',
    'migrations: ok',
    'secret key: ok',
    'license keys: ok',
    'queue: ok',
    'backlog: ok',
    'failed events: ok',
    'files: ok',
    'mail: warning',
    'folders: ok',
    'disk: ok',
    'versions: ok',
    'address: ok',
  ]);
  expect((await latchkey(['doctor'], env())).out).toMatch(/^ok {7}secret key: SECRET_KEY is that of the data$/m);
});

test('license keys with the same normal form are listed', async () => {
  const seller = await seedOrganization(api);
  const [one, other] = [await seedLicenseKey(api, seller), await seedLicenseKey(api, seller)];
  const sql = (text: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute(text, values);
  await sql('update licensing.key_strings set form = null where license_key_id = ?', one.id);
  expect(findingsOf(await latchkey(['doctor', '--json'], env()))).toContainEqual(
    expect.objectContaining({ check: 'license keys', state: 'warning', finding: 'The normal forms of some are not stored yet' }),
  );
  await sql(
    `update licensing.key_strings set shares_form_with = (select digest from licensing.key_strings where license_key_id = ?)
      where license_key_id = ?`,
    other.id,
    one.id,
  );
  const found = findingsOf(await latchkey(['doctor', '--json'], env())).find(({ check }) => check === 'license keys')!;
  expect([
    found.state,
    found.finding.includes(one.id),
    found.finding.includes(other.id),
    found.finding.includes(one.key),
  ]).toEqual(['warning', true, true, false]);
});

test('problems have an advice, and the exit code of a failure', async () => {
  const broken = env({
    SECRET_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'licenses@example.com',
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  const outcome = await latchkey(['doctor', '--json'], broken);
  expect([outcome.exitCode, outcome.err]).toEqual([1, '3 problems were found.\n']);
  expect(problemsOf(outcome)).toEqual([
    {
      check: 'secret key',
      state: 'problem',
      finding: expect.any(String),
      advice: expect.stringMatching(/^SECRET_KEY does not fit/),
    },
    {
      check: 'queue',
      state: 'problem',
      finding: expect.stringMatching(/^The queue in Redis at REDIS_URL/),
      advice: 'Check REDIS_URL.',
    },
    { check: 'mail', state: 'problem', finding: expect.stringContaining('ECONNREFUSED'), advice: expect.any(String) },
  ]);
});

test('a sink of usage events that takes none is a problem', async () => {
  const sql = (text: string) => api.app.get(EntityManager).fork().execute(text);
  const found = async () => {
    const outcome = await latchkey(['doctor', '--json'], { ...env(), EVENTS_SINK_CLICKHOUSE_URL: 'http://127.0.0.1:1/usage' });
    return findingsOf(outcome).filter(({ check }) => check === 'event sink');
  };
  expect(await found()).toMatchObject([{ state: 'warning', finding: 'Nothing was handed over yet' }]);
  await sql(`insert into metering.event_sinks (name) values ('clickhouse')`);
  expect(await found()).toMatchObject([{ state: 'ok', finding: '0 seconds behind' }]);
  await sql(`insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, metadata)
    values (gen_random_uuid(), gen_random_uuid(), now(), now(), 'user', 'call', gen_random_uuid(), '{}')`);
  await sql(`update metering.event_sinks set progressed_at = '2026-01-01'`);
  const finding = 'The sink of usage events has taken none since 2026-01-01T00:00:00Z, and some wait.';
  expect(await found()).toMatchObject([{ state: 'problem', finding }]);
  await sql('delete from metering.events where customer_id is null');
});

test('a database that cannot be used', async () => {
  const unreachable = await latchkey(['doctor', '--json'], env({ DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }));
  expect(problemsOf(unreachable)).toMatchObject([{ check: 'database', finding: expect.stringContaining('cannot be reached') }]);
  const empty = await emptyDatabase();
  const behind = await latchkey(['doctor', '--json'], env({ DATABASE_URL: empty.url }));
  expect(problemsOf(behind)).toMatchObject([{ check: 'migrations', advice: expect.stringContaining('latchkey migrate') }]);
  await empty.drop();
});

test('a locked table is the finding of its own check, and of no other', async () => {
  await using locking = Object.assign(new pg.Client(api.databaseUrl), {
    [Symbol.asyncDispose]: () => locking.end(),
  });
  await locking.connect();
  await locking.query('begin');
  for (const [table, check] of [
    ['platform.migrations', 'migrations'],
    ['platform.secret_keys', 'secret key'],
    ['licensing.key_strings', 'license keys'],
    ['platform.outbox', 'backlog'],
  ] as const) {
    await locking.query(`savepoint before; lock table ${table} in access exclusive mode`);
    const finding = expect.stringMatching(/lock/);
    expect(problemsOf(await latchkey(['doctor', '--json'], env()))).toMatchObject([{ check, finding }]);
    await locking.query('rollback to before');
  }
});

test('servers that accept connections and never answer are named by their settings, and the others are examined', async () => {
  const silent = createServer();
  await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const outcome = await latchkey(
    ['doctor', '--json'],
    env({
      PORT: String(port),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      DATABASE_POOLER_URL: `postgres://someone@127.0.0.1:${port}/latchkey`,
      DATABASE_REPLICA_URL: `postgres://someone@127.0.0.1:${port}/latchkey`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'licenses@example.com',
    }),
  );
  silent.close();
  const late = (part: string) => `${part} did not respond within 2 seconds.`;
  expect(problemsOf(outcome).map(({ check, finding }) => [check, finding])).toEqual([
    ['pooler', late('The database at DATABASE_POOLER_URL')],
    ['replica', late('The database at DATABASE_REPLICA_URL')],
    ['queue', late('The queue in Redis at REDIS_URL')],
    ['mail', late('The mail server at SMTP_URL')],
  ]);
});

const withPooler = hasPgBouncer() ? describe : describe.skip;

withPooler('with PgBouncer', () => {
  test('a pooler as DATABASE_URL is told as such, and its outage by its own setting', async () => {
    const pooler = await PgBouncer.start(api.databaseUrl, 2);
    const asDatabase = await latchkey(['doctor', '--json'], env({ DATABASE_URL: pooler.url }));
    expect(problemsOf(asDatabase)).toMatchObject([
      {
        check: 'database',
        finding: expect.stringMatching(/^DATABASE_URL does not lead to PostgreSQL itself.*DATABASE_POOLER_URL/),
      },
    ]);
    expect(problemsOf(await latchkey(['doctor', '--json'], env({ DATABASE_POOLER_URL: pooler.url })))).toEqual([]);
    await pooler[Symbol.asyncDispose]();
    expect(problemsOf(await latchkey(['doctor', '--json'], env({ DATABASE_POOLER_URL: pooler.url })))).toMatchObject([
      { check: 'pooler', finding: expect.stringMatching(/^The database at DATABASE_POOLER_URL cannot be reached/) },
    ]);
  });
});

test('wrong settings are problems as well', async () => {
  const outcome = await latchkey(['doctor', '--json'], env({ PORT: 'x', LOG_LEVEL: 'loud' }));
  expect(outcome.exitCode).toBe(1);
  expect(problemsOf(outcome).map(({ finding }) => finding)).toEqual([
    'PORT must be a port number between 0 and 65535.',
    'LOG_LEVEL must be silent, fatal, error, warn, info or debug.',
  ]);
});

test('`migrate --dry-run` lists what would run, and runs nothing', async () => {
  const empty = await emptyDatabase();
  const pending = async () =>
    JSON.parse((await latchkey(['migrate', '--dry-run', '--json'], { DATABASE_URL: empty.url })).out).pending;
  const before = await pending();
  expect(before.length).toBeGreaterThan(50);
  expect(await pending()).toEqual(before);
  const run = async () => (await latchkey(['migrate'], { DATABASE_URL: empty.url })).out;
  expect(await run()).toBe(`${before.length} migrations have run. The database is up to date.\n`);
  expect(await run()).toBe('No migration had to run. The database is up to date.\n');
  expect(await latchkey(['migrate', '--dry-run'], { DATABASE_URL: empty.url })).toMatchObject({
    out: 'The database is up to date.\n',
  });
  await empty.drop();
});

test('a mistyped database is not created, except where that is asked for', async () => {
  const mistyped = await emptyDatabase();
  await mistyped.drop();
  const inIt = (...args: string[]) => latchkey(args, env({ DATABASE_URL: mistyped.url }));
  const create = ['organizations', 'create', '--name', 'Acme', '--slug', 'acme-typo', '--owner', 'a@example.com'];
  for (const args of [['migrate'], ['migrate', '--dry-run'], create, ['migrate']]) {
    const { exitCode, err } = await inIt(...args);
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/does not exist.*`latchkey migrate --create-database`/)]);
  }
  for (const expected of [/^\d+ migrations have run/, /^No migration/]) {
    expect((await inIt('migrate', '--create-database')).out).toMatch(expected);
  }
  await mistyped.drop();
});

test('the service that runs on the data folder is asked where it listens, whatever the settings say', async () => {
  const found = async (dataFolder: string) =>
    findingsOf(await latchkey(['doctor', '--json'], env({ LATCHKEY_DATA: dataFolder }))).find(({ check }) => check === 'service');
  const dataFolder = join(api.dataFolder, 'running');
  expect(await found(dataFolder)).toMatchObject({ state: 'warning', finding: 'Nothing answers at http://127.0.0.1:1' });
  await api.app.listen(0, '127.0.0.1');
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  using folder = DataFolder.open(dataFolder);
  using runtime = new RuntimeFile(folder);
  const run = (local_url: string) =>
    runtime.write({ database_url: api.databaseUrl, secret_key_is_kept: false, base_url: 'https://a.example', local_url });
  run(`http://127.0.0.1:${port}`);
  expect(await found(dataFolder)).toEqual({ check: 'service', state: 'ok', finding: `ready at http://127.0.0.1:${port}` });
  run('http://127.0.0.1:1');
  expect(await found(dataFolder)).toMatchObject({ state: 'problem', advice: expect.stringContaining(dataFolder) });
});

test('settings that are misspelt or have no effect are named, with what may be meant', async () => {
  const settings = { DATABASE_URI: 'x', TRUSTED_PROXY: 'x', POST: 'x', HOME: '/', REDIS_PASSWORD: 'x', METRICS_HOST: '::1' };
  const outcome = await latchkey(['doctor', '--json'], env(settings));
  const named = findingsOf(outcome).filter(({ check }) => check === 'settings');
  expect(named.map(({ state, finding, advice }) => [state, finding, advice])).toEqual([
    ['ok', 'all are valid', undefined],
    ['warning', 'TRUSTED_PROXY is no setting', expect.stringMatching(/^Is TRUSTED_PROXIES meant\?/)],
    ['warning', 'REDIS_PASSWORD has no effect', expect.stringContaining('REDIS_CLUSTER')],
    ['warning', 'METRICS_HOST has no effect', expect.stringContaining('METRICS_PORT')],
  ]);
  const missing = await latchkey(['doctor', '--json'], { LATCHKEY_DATA: api.dataFolder, DATABSE_URL: 'x' });
  expect(findingsOf(missing)).toContainEqual(
    expect.objectContaining({ check: 'settings', finding: 'DATABSE_URL is no setting' }),
  );
});

describe('what the check-list before production asks for', () => {
  const found = async (settings: Record<string, string>) =>
    findingsOf(await latchkey(['doctor', '--json'], env(settings)))
      .filter(({ check, state }) => state !== 'ok' && !['service', 'mail', 'license keys', 'database role'].includes(check))
      .map(({ check, state }) => `${check}: ${state}`);
  const good = {
    BASE_URL: 'https://licenses.example.com',
    TRUSTED_PROXIES: '10.0.0.0/8',
    METRICS_PORT: '9464',
    WORKER_METRICS_PORT: '9465',
  };

  beforeAll(() => chmod(api.dataFolder, 0o700));

  test.each([
    ['BASE_URL', 'http://licenses.example.com', ['address: problem']],
    ['PORTAL_URL', 'http://portal.example.com', ['address: problem']],
    ['TRUSTED_PROXIES', '', ['proxies: problem']],
    ['ENVIRONMENT', 'sandbox', ['environment: warning']],
    ['WEBHOOK_ALLOW', 'hooks.internal', ['allowed hosts: warning']],
    ['SINGLE_SIGN_ON_ALLOW', 'login.internal', ['allowed hosts: warning']],
    ['DATABASE_CONNECTIONS', '500', ['connections: warning']],
    ['METRICS_HOST', '127.0.0.1', []],
  ])('%s=%s', async (name, value, expected) => {
    expect(await found({ ...good, [name]: value })).toEqual(expected);
  });

  test('PostgreSQL has memory, and a role that is no superuser', async () => {
    const config = Config.from(good);
    const facts = { version: '18.0', versionNumber: 180_000, isReadOnly: false, clockAheadSeconds: 0, sizeBytes: 2 * 1024 ** 3 };
    const checks = async (row: object): Promise<string[]> => {
      const client = { query: async () => ({ rows: [{ max_connections: 100, ...row }] }) } as unknown as pg.Client;
      return (await examineServer(client, config, facts)).map(({ check }) => check);
    };
    expect(await checks({ buffers: 128 * 1024 ** 2, is_superuser: true })).toEqual(['database role', 'database memory']);
    expect(await checks({ buffers: 129 * 1024 ** 2, is_superuser: false })).toEqual([]);
  });

  test('a worker runs', async () => {
    const sql = (text: string) => api.app.get(EntityManager).fork().execute(text);
    await sql(`insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
      values ('thing.happened', '{}', gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour')`);
    expect(await found(good)).toContain('backlog: problem');
    await sql(`delete from platform.outbox where name = 'thing.happened'`);
    expect(await found(good)).not.toContain('backlog: problem');
  });

  test('metrics are collected', async () => {
    expect(await found({ ...good, METRICS_PORT: '', WORKER_METRICS_PORT: '' })).toContain('metrics: warning');
  });

  test('only the user of the service reads the data folder', async () => {
    await chmod(api.dataFolder, 0o755);
    expect(await found(good)).toContain('rights: warning');
    await chmod(api.dataFolder, 0o700);
  });

  test('a service at a local address is not in production', async () => {
    expect(await found({ TRUSTED_PROXIES: '', ENVIRONMENT: 'sandbox' })).toEqual([]);
  });

  test('connections that leave the machine are encrypted', () => {
    const inTheClear = (settings: Record<string, string>): string[] => {
      const { DATABASE_URL } = { DATABASE_URL: 'postgres://postgres/latchkey', ...settings };
      const config = Config.from({ ...good, SECRET_KEY: SECRET_KEY.toString('base64'), DATABASE_URL, ...settings });
      return examineSettings(config, DATABASE_URL).map(({ finding }) => finding);
    };
    expect(inTheClear({ REDIS_URL: 'redis://redis:6379' })).toEqual([]);
    expect(
      inTheClear({ DATABASE_URL: 'postgres://db.example.com/a?sslmode=verify-full', REDIS_URL: 'rediss://r.example.com' }),
    ).toEqual([]);
    expect(inTheClear({ DATABASE_URL: 'postgres://10.0.0.7/latchkey' })).toEqual([
      'Connections to DATABASE_URL are not encrypted',
    ]);
    expect(inTheClear({ REDIS_URL: 'redis://redis.example.com' })).toEqual(['Connections to REDIS_URL are not encrypted']);
  });

  test('each row of the page that `doctor` checks names its finding, and each finding has its row', () => {
    const page = readFileSync(join(ROOT, 'docs/production-checklist.md'), 'utf8');
    const named = [...page.matchAll(/\(`doctor`: ([^)]+)\)/g)].flatMap(([, checks]) => checks!.split(', '));
    const sources = ['production', 'machine', 'queue', 'database', 'mail'].map((file) =>
      readFileSync(join(ROOT, `apps/cli/doctor/${file}.ts`), 'utf8'),
    );
    const checks = (text: string): string[] =>
      [...text.matchAll(/\b(?:warning|problem)\(\s*'([a-z ]+)'/g)].map(([, check]) => check!);
    expect(named.filter((check) => !sources.flatMap(checks).includes(check))).toEqual([]);
    expect(checks(sources[0]!).filter((check) => !named.includes(check))).toEqual([]);
    expect(['address', 'eviction', 'rights'].filter((check) => !named.includes(check))).toEqual([]);
  });
});
