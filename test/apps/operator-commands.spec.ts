import { Command } from 'commander';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationNames } from '#engine/persistence';
import { ENTRIES } from '../../apps/cli/entries.ts';
import { contexts } from '../../apps/contexts.ts';
import { pendingMigrations } from '../../apps/migrate/migrate-database.ts';
import { SECRET_KEY, startApi } from '../support/api.ts';
import { closedPipe, latchkey, type Outcome } from '../support/cli.ts';
import { emptyDatabase } from '../support/database.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';

/** Each command that works on the database makes a service of its own. */
import.meta.jest.setTimeout(240_000);

const api = await startApi({ ENVIRONMENT: 'sandbox' });
await api.app.listen(0, '127.0.0.1');
const { port } = api.app.getHttpServer().address() as AddressInfo;
const folder = mkdtempSync(join(tmpdir(), 'latchkey-commands-'));
const nothing = await emptyDatabase();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await nothing.drop();
  await api.close();
});

const seller = await seedOrganization(api);
const { slug } = seller.organization;
const { id: licenseKeyId } = await seedLicenseKey(api, seller);
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const ENV = {
  DATABASE_URL: api.databaseUrl,
  SECRET_KEY: SECRET_KEY.toString('base64'),
  LATCHKEY_DATA: api.dataFolder,
  LATCHKEY_TOKEN: seller.oat,
  ENVIRONMENT: 'sandbox',
  PORT: String(port),
  XDG_CONFIG_HOME: folder,
};
const run = (args: readonly string[], env: Record<string, string> = {}, ...rest: [string?, ReturnType<typeof closedPipe>?]) =>
  latchkey(args, { ...ENV, ...env }, ...rest);

interface Example {
  readonly args?: () => readonly string[];
  readonly stdin?: string;
  /** The command that comes before. */
  readonly before?: () => readonly string[];
  /** What an example that cannot succeed here says. */
  readonly refusal?: string;
  /** Without its arguments the command waits for somebody. */
  readonly waitsWithout?: true;
}

const EMAIL = 'member@example.com';
const MEMBER = ['--email', EMAIL];
const ORGANIZATION = ['--organization', slug];
const inOrganization: Example = { args: () => ORGANIZATION };
const about: Example = { args: () => MEMBER };
const ADDED = (): string[] => ['users', 'add', ...ORGANIZATION, ...MEMBER, '--role', 'support'];
const PROFILE = (): string[] => ['login', '--with-token', '--profile', 'one'];

let made = 0;
const added = await run(['connectors', 'add', ...ORGANIZATION, '--provider', 'stripe', '--secret', 'whsec_0123456789', '--json']);
const connector = ['--connector', (JSON.parse(added.out) as { readonly id: string }).id];
for (const args of [ADDED(), PROFILE()]) await run(args, {}, seller.oat);
const keygen = file('keygen.json', '{"data": []}');
const line = file('line.ndjson', '{"type": "customer", "customer": {"email": "imported@example.com"}}\n');

const EXAMPLES: Readonly<Record<string, Example>> = {
  migrate: {},
  distribute: { args: () => ['--dry-run'], refusal: 'The database has no extension citus.' },
  doctor: {},
  'support-bundle': {},
  'organizations create': { args: () => ['--name', 'Acme', '--slug', `made-${++made}`, '--owner', 'maker@example.com'] },
  'organizations set-status': { args: () => [...ORGANIZATION, '--status', 'active'] },
  'organizations set-feature': { args: () => [...ORGANIZATION, '--feature', 'disputes_enabled', '--turn', 'on'] },
  'organizations stop-enforcing-sso': inOrganization,
  'users list': {},
  'users add': { args: () => ADDED().slice(2) },
  'users remove': { args: () => [...ORGANIZATION, ...MEMBER], before: ADDED },
  'users block': about,
  'users unblock': about,
  'users set-password': about,
  'users reset-second-factor': about,
  'users end-sessions': about,
  'users trust': about,
  'users untrust': about,
  'tokens issue': { args: () => [...ORGANIZATION, '--scopes', 'all'] },
  'events failed': {},
  'events retry': {},
  'usage recount': {},
  'connectors add': {
    args: () => [...ORGANIZATION, '--provider', 'paddle', '--secret', 'pdl_ntfset_1', '--account', `${++made}`],
  },
  'connectors list': inOrganization,
  'connectors undelivered': inOrganization,
  'connectors test': { args: () => connector },
  'connectors preview': { args: () => [file('events.json', '[]'), ...connector] },
  'connectors replay': { args: () => connector },
  'lists recount': {},
  'metrics rebuild': {},
  'audit-log verify': {},
  'media move': { refusal: 'MEDIA_S3_BUCKET must be set' },
  'secret-key rotate': {},
  'secret-key status': {},
  'secret-key forget-lost': {},
  'signing-keys rotate': inOrganization,
  'signing-keys list': inOrganization,
  'openid-keys rotate': {},
  'openid-keys list': {},
  'test-clock show': inOrganization,
  'test-clock advance': { args: () => [...ORGANIZATION, '--seconds', '1'] },
  import: { args: () => [line] },
  'import compare': { args: () => [keygen, '--from', 'keygen'] },
  login: { args: () => ['--with-token', '--profile', 'two'], stdin: seller.oat, waitsWithout: true },
  'profiles list': {},
  'profiles use': { args: () => ['one'] },
  'profiles remove': { args: () => ['one'], before: PROFILE },
  explain: { args: () => [...ORGANIZATION, '--id', licenseKeyId] },
  healthy: {},
  completion: { args: () => ['bash'] },
};

/** Commands that run until they are stopped, or print for a shell, with the suite that runs each. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  start: 'test/faults/standalone.spec.ts',
  api: 'test/faults/api-process.spec.ts',
  worker: 'test/faults/worker.spec.ts',
  mcp: 'test/apps/mcp.spec.ts',
  'webhooks listen': 'test/apps/webhooks-listen.spec.ts',
  'complete-ids': 'test/apps/resources.spec.ts',
  'releases publish': 'test/apps/releases-publish.spec.ts',
  'catalog pull': 'test/apps/catalog.spec.ts',
  'catalog diff': 'test/apps/catalog.spec.ts',
  'catalog push': 'test/apps/catalog.spec.ts',
  'releases import': 'test/apps/releases-import.spec.ts',
};

/** The commands of operators that are no groups of others. */
async function operatorCommands(): Promise<string[]> {
  const terminal = { env: {} } as Parameters<Awaited<ReturnType<(typeof ENTRIES)['import']['load']>>>[1];
  const found: string[] = [];
  const visit = (command: Command, path: readonly string[]): void => {
    if (command.commands.length === 0 || command.registeredArguments.length > 0) found.push(path.join(' '));
    for (const each of command.commands) visit(each, [...path, each.name()]);
  };
  for (const [name, { load }] of Object.entries(ENTRIES)) {
    const command = new Command(name);
    (await load())(command, terminal);
    visit(command, [name]);
  }
  return found;
}

test('every command of operators has an example, or a suite of its own', async () => {
  expect([...Object.keys(EXAMPLES), ...Object.keys(ELSEWHERE)].toSorted()).toEqual((await operatorCommands()).toSorted());
});

const CASES = Object.entries(EXAMPLES).map(([name, example]) => [name, example] as const);

describe.each(CASES)('%s', (name, { args = () => [], stdin = seller.oat, before, refusal, waitsWithout }) => {
  /** The example, written to a pipe if one is given. */
  async function ran(options: readonly string[] = [], output?: ReturnType<typeof closedPipe>): Promise<Outcome> {
    if (before) await run(before(), {}, stdin);
    return run([...name.split(' '), ...args(), ...options], {}, stdin, output);
  }
  const outcome = { exitCode: refusal === undefined ? 0 : 1, err: expect.stringContaining(refusal ?? '') };

  test('does what it is for, and prints it for people and for programs', async () => {
    const [text, json] = [await ran(), await ran(['--json'])];
    expect([text, json]).toMatchObject([outcome, outcome]);
    const values = json.out === '' ? [] : [JSON.parse(json.out) as unknown];
    expect([text.out !== '', values.length]).toEqual(refusal === undefined ? [true, 1] : [false, 0]);
    expect(text.out).not.toMatch(/undefined|\[object|NaN|Invalid Date|GMT/);
  });

  test('is quiet where nobody reads what it prints', async () => {
    expect(await ran([], closedPipe())).toMatchObject(outcome);
  });

  test('says which of its arguments are wrong or missing', async () => {
    const usage = expect.stringMatching(new RegExp(`\nRun \`latchkey ${name} --help\` for usage\\.\n$`));
    const wrong = await run([...name.split(' '), '--colour', 'red']);
    expect(wrong).toEqual({ exitCode: 2, out: '', err: usage });
    if (args().length === 0 || waitsWithout) return;
    expect(await run(name.split(' '), {}, '')).toEqual({ exitCode: 2, out: '', err: usage });
  });
});

/** Who runs them wants the tables to be there. */
const MIGRATES = new Set(['migrate', 'organizations create']);

test('on a database without tables, every command says what to do, and those that are not for it make none', async () => {
  const changed: string[] = [];
  for (const [name, { args = () => [] }] of CASES) {
    if (MIGRATES.has(name)) continue;
    const { err } = await run([...name.split(' '), ...args()], { DATABASE_URL: nothing.url }, seller.oat);
    expect([name, err]).toEqual([name, expect.not.stringMatching(/\n {4}at /)]);
    if ((await pendingMigrations(nothing.url)).length !== migrationNames(contexts).length) changed.push(name);
  }
  expect(changed).toEqual([]);
});
