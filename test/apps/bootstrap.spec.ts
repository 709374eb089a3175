import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { SCOPES } from '#platform/auth';
import { CliError } from '#platform/process';
import { bootstrap } from '../../apps/bootstrap/bootstrap.ts';
import { USAGE } from '../../apps/bootstrap/help.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { emptyDatabase } from '../support/database.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = [
  '--conditions=source',
  '--import',
  join(ROOT, 'test/support/from-source.mjs'),
  join(ROOT, 'apps/bootstrap/main.ts'),
];
const TOKEN = /^latchkey_(?:oat|pat)_[0-9A-Za-z]{49}$/m;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

/** As from the shell: exit code, and what is printed. */
const inProcess = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  new Promise((settle) => {
    const environment = { PATH: process.env['PATH']!, ...env };
    execFile(process.execPath, [...SOURCE, ...args], { cwd: ROOT, env: environment }, (error, out, said) => {
      settle({ code: error ? Number(error.code) : 0, out, said });
    });
  });

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const env = () => ({ DATABASE_URL: api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') });
const done = (...args: string[]): Promise<string> => bootstrap(args, env());
const refused = async (...args: string[]): Promise<string> => {
  const error: unknown = await done(...args).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CliError);
  return (error as CliError).message;
};
const tokenFrom = (out: string): string => TOKEN.exec(out)![0];
const organizationsOf = async (token: string): Promise<string[]> => {
  const { body } = await callAs(api, token)('GET', '/v1/organizations/');
  return body.items?.map(({ slug }: { slug: string }) => slug);
};
const newOrganization = (slug: string, owner: string) => done('organization', '--name', 'Acme', '--slug', slug, '--owner', owner);

test('an organization, its owner and a first token with all scopes', async () => {
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

test('from the shell, on an empty database', async () => {
  const database = await emptyDatabase();
  const scopes = 'products:read, customers:read';
  const args = ['--name', 'Acme', '--slug', 'acme', '--owner', 'a@example.com', '--scopes', scopes];
  const { code, out, said } = await inProcess({ ...env(), DATABASE_URL: database.url }, 'organization', ...args);
  await database.drop();
  expect([code, TOKEN.test(out), said]).toEqual([0, true, '']);
});

test('people come with a role, change it and go', async () => {
  await newOrganization('people', 'people@example.com');
  const add = (role: string) => done('user', '--organization', 'people', '--email', 'new@example.com', '--role', role);
  await add('finance');
  const token = tokenFrom(await done('token', '--email', 'NEW@example.com'));
  const call = callAs(api, token);
  const { id } = (await call('GET', '/v1/organizations/')).body.items[0];
  const update = async () => (await call('PATCH', `/v1/organizations/${id}`, {})).status;
  expect(await update()).toBe(403);
  await add('admin');
  expect(await update()).toBe(200);
  await done('remove-user', '--organization', 'people', '--email', 'new@example.com');
  expect(await update()).toBe(404);
  const last = refused('remove-user', '--organization', 'people', '--email', 'people@example.com');
  expect(await last).toBe('An organization needs at least one owner.');
});

test('a status follows the rules, and blocking ends the use of tokens', async () => {
  await newOrganization('status', 'status@example.com');
  const token = tokenFrom(await done('token', '--organization', 'Status', '--scopes', 'organizations:read', '--days', '30'));
  const to = (status: string) => ['status', '--organization', 'status', '--status', status];
  expect(await organizationsOf(token)).toEqual(['status']);
  await done(...to('blocked'));
  expect(await organizationsOf(token)).toBeUndefined();
  expect(await refused(...to('review'))).toBe('An organization cannot go from blocked to review.');
  expect(await done(...to('active'))).toBe('The organization status is active now.');
  expect(await organizationsOf(token)).toEqual(['status']);
});

test('a feature is turned on and off, a user is blocked and let in again', async () => {
  const token = tokenFrom(await newOrganization('feature', 'feature@example.com'));
  const turn = async (to: string) => {
    await done('feature', '--organization', 'feature', '--feature', 'disputes_enabled', '--turn', to);
    return (await callAs(api, token)('GET', '/v1/organizations/')).body.items[0].feature_settings.disputes_enabled;
  };
  expect([await turn('on'), await turn('off')]).toEqual([true, false]);
  await done('block-user', '--email', 'Feature@example.com');
  expect(await organizationsOf(token)).toBeUndefined();
  await done('unblock-user', '--email', 'feature@example.com');
  expect(await organizationsOf(token)).toEqual(['feature']);
});

test('help and wrong arguments need no database', async () => {
  const [help, wrong] = await Promise.all([inProcess({}), inProcess({}, 'status', 'acme')]);
  expect(help).toEqual({ code: 0, out: `${USAGE.trimEnd()}\n`, said: '' });
  const said = "Unexpected argument 'acme'.\nSee npm run bootstrap -- status --help\n";
  expect(wrong).toEqual({ code: 1, out: '', said });
});

test('wrong values change nothing and are told in a sentence', async () => {
  await newOrganization('wrong', 'wrong@example.com');
  const create = (slug: string, owner: string, ...more: string[]) =>
    refused('organization', '--name', 'Acme', '--slug', slug, '--owner', owner, ...more);
  expect(await create('wrong', 'wrong@example.com')).toBe('An organization with this slug already exists.');
  expect(await create('checkout', 'wrong@example.com')).toBe('This slug is reserved.');
  expect(await create('fine', 'nobody')).toBe('nobody is no e-mail address.');
  const scopes = await create('fine', 'wrong@example.com', '--scopes', 'products:read,everything');
  expect(scopes).toMatch(/^everything is no scope\. There are: organizations:read,/);
  expect(await refused('status', '--organization', 'nowhere', '--status', 'active')).toBe('nowhere is not known here.');
  const nowhere = ['--organization', 'nowhere', '--email', 'someone@example.com', '--role', 'admin'];
  expect(await refused('user', ...nowhere)).toBe('nowhere is not known here.');
  expect(await refused('token', '--email', 'someone@example.com')).toBe('someone@example.com is not known here.');
  expect(await refused('token')).toBe('Either --organization <slug> or --email <email> is needed.');
  expect(await refused('token', '--organization', 'wrong', '--days', '0')).toBe(
    '--days must be a number between 1 and 36500, not 0.',
  );
  expect(await organizationsOf(tokenFrom(await done('token', '--email', 'wrong@example.com')))).toEqual(['wrong']);
});

test.each<[Record<string, string>, RegExp]>([
  [{ LATCHKEY_DATA: '/nowhere' }, /No `npm start` is running[\s\S]*DATABASE_URL must be set[\s\S]*SECRET_KEY must be set/],
  [{ DATABASE_URL: 'mysql://nowhere' }, /DATABASE_URL must be an address such as/],
  [{ DATABASE_URL: 'postgres://127.0.0.1/none', SECRET_KEY: 'short' }, /SECRET_KEY must be base64 of at least 32 bytes/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRET_KEY: SECRET_KEY.toString('base64') }, /cannot be reached/],
])('with the environment %j it says what is wrong', async (environment, expected) => {
  await expect(bootstrap(['block-user', '--email', 'a@example.com'], environment)).rejects.toThrow(expected);
});
