import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import { SCOPES } from '#platform/auth';
import { migrationNames } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';
import { pendingMigrations } from '../../apps/migrate/migrate-database.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey, type Outcome } from '../support/cli.ts';
import { emptyDatabase } from '../support/database.ts';
import { seedUserSession } from '../support/seed-user.ts';
import { latchkeyProgram, ROOT } from '../support/processes.ts';

const TOKEN = /^latchkey_(?:oat|pat)_[0-9A-Za-z]{49}$/m;

/** Runs the program in a process of its own. */
const inProcess = (env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const environment = { PATH: process.env['PATH']!, ...env };
    execFile(process.execPath, [...latchkeyProgram(), ...args], { cwd: ROOT, env: environment }, (error, out, err) => {
      resolve({ exitCode: error ? Number(error.code) : 0, out, err });
    });
  });

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Dated {
  readonly created_at: string;
}

const env = () => ({ DATABASE_URL: api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') });
const succeed = async (...args: string[]): Promise<string> => {
  const { exitCode, out, err } = await latchkey(args, env());
  expect([exitCode, err]).toEqual([0, '']);
  return out;
};
const fail = async (...args: string[]): Promise<string> => {
  const { exitCode, out, err } = await latchkey(args, env());
  expect([exitCode, out]).toEqual([1, '']);
  return err.trimEnd();
};
const tokenFrom = (out: string): string => TOKEN.exec(out)![0];
const organizationsOf = async (token: string): Promise<string[]> => {
  const { body } = await callAs(api, token)('GET', '/v1/organizations/');
  return body.items?.map(({ slug }: { slug: string }) => slug);
};
const newOrganization = (slug: string, owner: string) =>
  succeed('organizations', 'create', '--name', 'Acme', '--slug', slug, '--owner', owner);

test('`organizations create` makes an organization, its owner and a token with all scopes', async () => {
  const first = tokenFrom(await newOrganization('first', 'first@example.com'));
  const call = callAs(api, first);
  const { body } = await call('GET', '/v1/personal-access-tokens/');
  expect(body.items).toMatchObject([{ scopes: SCOPES, expires_at: null }]);
  const [organization] = (await call('GET', '/v1/organizations/')).body.items;
  expect(organization).toMatchObject({ slug: 'first', name: 'Acme', status: 'created' });
  expect((await call('PATCH', `/v1/organizations/${organization.id}`, { name: 'Mine' })).status).toBe(200);
});

test('a second organization for the same owner, whose e-mail address is known in any case', async () => {
  const first = tokenFrom(await newOrganization('second', 'second@example.com'));
  await newOrganization('third', 'Second@Example.com');
  expect(await organizationsOf(first)).toEqual(['second', 'third']);
});

test('a command migrates an empty database', async () => {
  const database = await emptyDatabase();
  const scopes = 'products:read, customers:read';
  const args = ['--name', 'Acme', '--slug', 'acme', '--owner', 'a@example.com', '--scopes', scopes];
  const { exitCode, out, err } = await inProcess({ ...env(), DATABASE_URL: database.url }, 'organizations', 'create', ...args);
  await database.drop();
  expect([exitCode, TOKEN.test(out), err]).toEqual([0, true, '']);
});

test.each([
  ['connectors', 'list', '--organization', 'acme'],
  ['connectors', 'undelivered', '--organization', 'acme'],
  ['openid-keys', 'list'],
  ['metrics', 'rebuild'],
  ['users', 'list'],
  ['users', 'end-sessions', '--email', 'a@example.com'],
  ['tokens', 'issue', '--organization', 'acme', '--scopes', 'all'],
  ['explain', 'KEY', '--organization', 'acme'],
])('`%s %s` migrates nothing', async (...args) => {
  const database = await emptyDatabase();
  const outcome = await latchkey(args, { ...env(), DATABASE_URL: database.url });
  const pending = await pendingMigrations(database.url);
  await database.drop();
  expect(outcome).toEqual({ exitCode: 1, out: '', err: 'The database is not up to date. Run `latchkey migrate` first.\n' });
  expect(pending).toEqual(migrationNames(contexts));
});

test('users are listed with their organizations and roles', async () => {
  await newOrganization('listed', 'listed-owner@example.com');
  await succeed('users', 'add', '--organization', 'listed', '--email', 'listed-member@example.com', '--role', 'support');
  await succeed('users', 'block', '--email', 'listed-member@example.com');
  expect(await succeed('users', 'list', '--organization', 'listed')).toBe(
    'listed-member@example.com  listed (support)  blocked\nlisted-owner@example.com  listed (owner)\n',
  );
  const all = JSON.parse(await succeed('users', 'list', '--json')) as { readonly email: string }[];
  expect(all.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['listed-owner@example.com', 'listed-member@example.com']),
  );
  expect(await fail('users', 'list', '--organization', 'nowhere')).toBe('Organization nowhere was not found.');
});

test('users are added with a role, change it and are removed', async () => {
  await newOrganization('people', 'people@example.com');
  const add = (role: string) => succeed('users', 'add', '--organization', 'people', '--email', 'new@example.com', '--role', role);
  await add('finance');
  const token = tokenFrom(await succeed('tokens', 'issue', '--email', 'NEW@example.com', '--scopes', 'all'));
  const call = callAs(api, token);
  const { id } = (await call('GET', '/v1/organizations/')).body.items[0];
  const update = async () => (await call('PATCH', `/v1/organizations/${id}`, {})).status;
  expect(await update()).toBe(403);
  await add('admin');
  expect(await update()).toBe(200);
  await succeed('users', 'remove', '--organization', 'people', '--email', 'new@example.com');
  expect(await update()).toBe(404);
  const last = fail('users', 'remove', '--organization', 'people', '--email', 'people@example.com');
  expect(await last).toBe('An organization needs at least one owner.');
});

test('a member becomes an owner', async () => {
  await newOrganization('owners', 'first-owner@example.com');
  const give = (role: string) =>
    succeed('users', 'add', '--organization', 'owners', '--email', 'next@example.com', '--role', role);
  for (const role of ['admin', 'owner']) expect(await give(role)).toContain(`next@example.com now has the role ${role}`);
  const token = tokenFrom(await succeed('tokens', 'issue', '--email', 'next@example.com', '--scopes', 'all'));
  expect((await callAs(api, token)('GET', '/v1/users/me')).body.memberships).toMatchObject([{ slug: 'owners', role: 'owner' }]);
});

test('`users end-sessions` signs a user out, with --tokens also of their access tokens', async () => {
  const token = tokenFrom(await newOrganization('ended', 'ended@example.com'));
  const { id } = (await callAs(api, token)('GET', '/v1/users/me')).body;
  const session = await seedUserSession(api, id);
  const statuses = () =>
    Promise.all([session, token].map(async (each) => (await callAs(api, each)('GET', '/v1/users/me')).status));
  expect(await statuses()).toEqual([200, 200]);
  expect(await succeed('users', 'end-sessions', '--email', 'Ended@example.com')).toBe(
    'All sessions of Ended@example.com have ended.\n',
  );
  expect(await statuses()).toEqual([401, 200]);
  await succeed('users', 'end-sessions', '--email', 'ended@example.com', '--tokens');
  expect(await statuses()).toEqual([401, 401]);
});

test('a token has the scopes that are named, and ends after 90 days unless the days are given', async () => {
  await newOrganization('scopes', 'scopes@example.com');
  const expiryOf = async (...args: string[]): Promise<[string[], number | null]> => {
    const token = tokenFrom(await succeed('tokens', 'issue', '--email', 'scopes@example.com', ...args));
    const { body } = await callAs(api, token)('GET', '/v1/personal-access-tokens/');
    const [newest] = body.items.toSorted((a: Dated, b: Dated) => b.created_at.localeCompare(a.created_at));
    const { scopes, created_at, expires_at } = newest;
    return [scopes, expires_at && Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000)];
  };
  const few = ['--scopes', 'personal_access_tokens:read'];
  expect(await expiryOf(...few)).toEqual([['personal_access_tokens:read'], 90]);
  expect(await expiryOf(...few, '--days', '7')).toEqual([['personal_access_tokens:read'], 7]);
  expect(await expiryOf('--scopes', 'all', '--days', 'never')).toEqual([SCOPES, null]);
});

test('only allowed status changes succeed, and a blocked organization can only read', async () => {
  await newOrganization('status', 'status@example.com');
  const token = tokenFrom(
    await succeed('tokens', 'issue', '--organization', 'Status', '--scopes', 'organizations:read', '--days', '30'),
  );
  const to = (status: string) => ['organizations', 'set-status', '--organization', 'status', '--status', status];
  expect(await organizationsOf(token)).toEqual(['status']);
  await succeed(...to('blocked'));
  expect(await organizationsOf(token)).toEqual(['status']);
  expect(await fail(...to('review'))).toBe('An organization cannot go from blocked to review.');
  expect(await succeed(...to('active'))).toBe('The status of organization status is now active.\n');
  expect(await organizationsOf(token)).toEqual(['status']);
});

test('a feature is turned on and off, and a user is blocked and unblocked', async () => {
  const token = tokenFrom(await newOrganization('feature', 'feature@example.com'));
  const turn = async (to: string) => {
    await succeed('organizations', 'set-feature', '--organization', 'feature', '--feature', 'disputes_enabled', '--turn', to);
    return (await callAs(api, token)('GET', '/v1/organizations/')).body.items[0].feature_settings.disputes_enabled;
  };
  expect([await turn('on'), await turn('off')]).toEqual([true, false]);
  await succeed('users', 'block', '--email', 'Feature@example.com');
  expect(await organizationsOf(token)).toBeUndefined();
  await succeed('users', 'unblock', '--email', 'feature@example.com');
  expect(await organizationsOf(token)).toEqual(['feature']);
});

test('an organization stops enforcing single sign-on, so that its members reach it again', async () => {
  const token = tokenFrom(await newOrganization('enforced', 'enforced@example.com'));
  const em = api.app.get(EntityManager).fork();
  await em.execute(`update organizations.organizations set sso_enforced = true where slug = 'enforced'`);
  expect(await organizationsOf(token)).toEqual([]);
  await succeed('organizations', 'stop-enforcing-sso', '--organization', 'enforced');
  expect(await organizationsOf(token)).toEqual(['enforced']);
});

test('organizations of an owner are counted together, also those that operators make, until the owner is trusted', async () => {
  const owner = ['--owner', 'many@example.com', '--name', 'Acme', '--json'];
  const create = async (slug: string): Promise<string> =>
    (JSON.parse(await succeed('organizations', 'create', '--slug', slug, ...owner)) as { id: string }).id;
  const [first, second] = [await create('many-1'), await create('many-2')];
  const quotas = async (): Promise<unknown[]> => {
    const em = api.app.get(EntityManager).fork();
    const rows = await em.execute<{ quota_id: string }[]>(
      'select quota_id from platform.quotas where organization_id in (?, ?) order by organization_id = ?',
      [first, second, second],
    );
    return rows.map(({ quota_id }) => quota_id);
  };
  expect(await quotas()).toEqual([first, first]);
  expect(await succeed('users', 'trust', '--email', 'many@example.com')).toBe(
    'The organizations of many@example.com now count each by itself.\n',
  );
  expect(await quotas()).toEqual([first, second]);
  expect(await succeed('users', 'untrust', '--email', 'MANY@example.com')).toContain('together');
  expect(await quotas()).toEqual([first, first]);
  expect(await fail('users', 'trust', '--email', 'nobody@example.com')).toBe('User nobody@example.com was not found.');
});

test('what operators do with users and their tokens is in the audit logs of the organizations of the user', async () => {
  const { id } = JSON.parse(
    await succeed('organizations', 'create', '--name', 'Acme', '--slug', 'audited', '--owner', 'audited@example.com', '--json'),
  ) as { id: string };
  await succeed('users', 'add', '--organization', 'audited', '--email', 'added@example.com', '--role', 'admin');
  await succeed('tokens', 'issue', '--email', 'added@example.com', '--scopes', 'all');
  await succeed('tokens', 'issue', '--organization', 'audited', '--scopes', 'all');
  await succeed('users', 'block', '--email', 'added@example.com');
  await succeed('users', 'remove', '--organization', 'audited', '--email', 'added@example.com');
  const entries = await api.app
    .get(EntityManager)
    .fork()
    .execute<{ entry: string }[]>(
      `select concat_ws(' ', actor_type, operation, resource_type, action) as entry from platform.audit_log
     where organization_id = ? order by created_at`,
      [id],
    );
  expect(entries.map(({ entry }) => entry)).toEqual([
    'operator latchkey organizations create organization created',
    'operator latchkey organizations create access_token created',
    'operator latchkey users add user created',
    'operator latchkey users add organization updated',
    'operator latchkey tokens issue access_token created',
    'operator latchkey tokens issue access_token created',
    'operator latchkey users block user updated',
    'operator latchkey users remove organization updated',
  ]);
});

test('help and wrong usage need no database', async () => {
  const [help, wrong] = await Promise.all([inProcess({}), inProcess({}, 'organizations', 'set-status', 'acme')]);
  expect(help).toEqual({ exitCode: 0, out: expect.stringMatching(/^Usage: latchkey /), err: '' });
  const sentences =
    "Too many arguments for 'set-status'. Expected 0 arguments but got 1: acme.\nRun `latchkey organizations set-status --help` for usage.\n";
  expect(wrong).toEqual({ exitCode: 2, out: '', err: sentences });
});

test('results are printed as JSON on request', async () => {
  const json = async (...args: string[]): Promise<unknown> => JSON.parse(await succeed(...args, '--json'));
  const organization = ['--organization', 'json'];
  const created = await json('organizations', 'create', '--name', 'Json', '--slug', 'json', '--owner', 'json@example.com');
  expect(created).toEqual({
    id: expect.any(String),
    slug: 'json',
    name: 'Json',
    owner: 'json@example.com',
    token: expect.stringMatching(TOKEN),
  });
  expect(await organizationsOf((created as { token: string }).token)).toEqual(['json']);
  expect(await json('organizations', 'set-status', ...organization, '--status', 'active')).toEqual({
    organization: 'json',
    status: 'active',
  });
  const feature = 'disputes_enabled';
  expect(await json('organizations', 'set-feature', ...organization, '--feature', feature, '--turn', 'on')).toEqual({
    organization: 'json',
    feature,
    enabled: true,
  });
  const email = 'new@json.example.com';
  expect(await json('users', 'add', ...organization, '--email', email, '--role', 'admin')).toEqual({
    organization: 'json',
    email,
    role: 'admin',
  });
  expect(await json('users', 'remove', ...organization, '--email', email)).toEqual({ organization: 'json', email, role: null });
  expect(await json('users', 'block', '--email', email)).toEqual({ email, blocked: true });
  expect(await json('tokens', 'issue', ...organization, '--scopes', 'all')).toEqual({ token: expect.stringMatching(TOKEN) });
  expect(await json('migrate')).toEqual({ status: 'up_to_date', ran: [] });
});

test('a deprecated name runs the current command', async () => {
  await newOrganization('old', 'old@example.com');
  const args = ['--organization', 'old', '--status', 'active'];
  expect(await latchkey(['bootstrap', 'status', ...args], env())).toEqual({
    exitCode: 0,
    out: 'The status of organization old is now active.\n',
    err: '`bootstrap status` is deprecated: use `latchkey organizations set-status`.\n',
  });
});

test('wrong values change nothing, and the error is one sentence', async () => {
  await newOrganization('wrong', 'wrong@example.com');
  const create = (slug: string, owner: string, ...more: string[]) =>
    fail('organizations', 'create', '--name', 'Acme', '--slug', slug, '--owner', owner, ...more);
  expect(await create('wrong', 'wrong@example.com')).toBe('An organization with this slug already exists.');
  expect(await create('checkout', 'wrong@example.com')).toBe('This slug is reserved.');
  const status = ['organizations', 'set-status', '--organization', 'nowhere', '--status', 'active'];
  expect(await fail(...status)).toBe('Organization nowhere was not found.');
  const nowhere = ['--organization', 'nowhere', '--email', 'someone@example.com', '--role', 'admin'];
  expect(await fail('users', 'add', ...nowhere)).toBe('Organization nowhere was not found.');
  expect(await fail('tokens', 'issue', '--email', 'someone@example.com', '--scopes', 'all')).toBe(
    'User someone@example.com was not found.',
  );
  const token = tokenFrom(await succeed('tokens', 'issue', '--email', 'wrong@example.com', '--scopes', 'all'));
  expect(await organizationsOf(token)).toEqual(['wrong']);
});

test.each<[Record<string, string>, RegExp]>([
  [{ LATCHKEY_DATA: '/nowhere' }, /No `npm start` is running[\s\S]*DATABASE_URL must be set[\s\S]*SECRET_KEY must be set/],
  [{ DATABASE_URL: 'mysql://nowhere' }, /DATABASE_URL must be an address such as/],
  [{ DATABASE_URL: 'postgres://127.0.0.1/none', SECRET_KEY: 'short' }, /SECRET_KEY must be base64 of at least 32 bytes/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRET_KEY: SECRET_KEY.toString('base64') }, /cannot be reached/],
])('the environment %j is reported as wrong', async (environment, expected) => {
  const { exitCode, out, err } = await latchkey(['users', 'block', '--email', 'a@example.com'], environment);
  expect([exitCode, out, err]).toEqual([1, '', expect.stringMatching(expected)]);
});

test.each([
  ['sslmode=verify-full', 'The server does not support SSL connections'],
  ['options=-c%20planted%3D1', 'unrecognized configuration parameter "planted"'],
])('an address of the database that PostgreSQL does not take is a sentence: %s', async (parameters, reason) => {
  const url = new URL(api.databaseUrl);
  url.search = parameters;
  const sentence = `The database at DATABASE_URL cannot be connected to: ${reason}. Correct DATABASE_URL.\n`;
  for (const args of [['users', 'list'], ['secret-key', 'status'], ['migrate']])
    expect(await latchkey(args, { ...env(), DATABASE_URL: url.href })).toEqual({ exitCode: 1, out: '', err: sentence });
});

test('failed events of a queue that does not respond are told so, by its setting', async () => {
  const silent = createServer();
  await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening));
  const REDIS_URL = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const outcomes = [
    await latchkey(['events', 'failed'], { ...env(), REDIS_URL }),
    await latchkey(['events', 'retry'], { ...env(), REDIS_URL: 'redis://127.0.0.1:1' }),
  ];
  silent.close();
  for (const { exitCode, out, err } of outcomes)
    expect([exitCode, out, err]).toEqual([1, '', expect.stringContaining('REDIS_URL')]);
});
