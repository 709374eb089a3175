import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Demo } from '../../apps/standalone/demo/demo.ts';
import { blocksOf } from '../support/code-blocks.ts';
import { emptyDatabase } from '../support/database.ts';
import { runShell, runCommands } from '../support/shell.ts';
import { ROOT, startLatchkey } from '../support/processes.ts';
import { copyOf, demoIn, newDataFolder, processesOf, removeDataFolder, Standalone } from '../support/standalone.ts';
import { freePort } from '../support/free-port.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const DAY_MS = 86_400_000;
const IS_ROOT = process.getuid?.() === 0;
const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);

const folders: string[] = [];
const tracked = (folder: string): string => {
  folders.push(folder);
  return folder;
};
let used: string;
let firstOutput: string;
let firstAddress: string;
/** How many processes the first start had, and how it ended on Ctrl-C. */
let end: { readonly processes: number; readonly exitCode: number | null; readonly left: readonly number[] };
beforeAll(async () => {
  used = tracked(newDataFolder());
  await using first = Standalone.start(used);
  firstAddress = await first.ready();
  const processes = processesOf(used).length;
  const exitCode = await first.interrupt();
  end = { processes, exitCode, left: processesOf(used) };
  firstOutput = first.output;
});
afterAll(() => folders.forEach(removeDataFolder));

test('Ctrl-C stops the service and its database', () => {
  expect(end).toEqual({ processes: expect.any(Number), exitCode: 0, left: [] });
  expect(end.processes).toBeGreaterThan(0);
  expect(existsSync(join(used, 'runtime.json'))).toBe(false);
  expect(existsSync(join(used, 'postgres/postmaster.pid'))).toBe(false);
});

test('files with secrets are readable only by their owner', () => {
  for (const name of ['secret-key', 'demo.json', 'postgres.log', 'lock'])
    expect([name, mode(join(used, name))]).toEqual([name, '600']);
  expect(mode(join(used, 'postgres'))).toBe('700');
  expect(mode(used)).toBe(IS_ROOT ? '710' : '700');
  expect(Buffer.from(readFileSync(join(used, 'secret-key'), 'utf8'), 'base64')).toHaveLength(32);
});

test.concurrent('the application in a terminal is activated, works offline, and learns that its key was revoked', async () => {
  const folder = tracked(copyOf(used));
  const PORT = String(await freePort());
  const work = 'npm run -s demo:app -- work';
  const run = (commands: string) => runCommands(`export LATCHKEY_DATA='${folder}'\n${commands}`, ROOT);
  const session = async (commands: string): Promise<string> => {
    await using latchkey = Standalone.start(folder, { PORT });
    await latchkey.ready();
    return await run(commands);
  };
  expect(await session('npm run -s demo:app -- setup\nnpm run -s demo:app -- activate')).toMatch(
    /^The license key is FLIGHT-\S+\nActivated\. Licensed, also without a network until \S+ \S+\.\n$/,
  );
  expect(await run(work)).toMatch(/^A page is written\. Licensed, .* The service cannot be reached\.\n$/);
  expect(await session(`npm run -s demo:app -- revoke\n${work} || true`)).toBe(
    'The seller has revoked the license key.\nNothing is written. The license cannot be used: revoked.\n',
  );
  expect(await run(`${work} || true`)).toMatch(/^Nothing is written\. The license cannot be used: revoked\./);
});

test.concurrent('the API can have processes of its own, which end with it', async () => {
  await using latchkey = Standalone.start(tracked(copyOf(used)), { API_PROCESSES: '2' });
  const address = await latchkey.ready();
  const { organization, license_keys } = demoIn(latchkey.folder);
  const body = JSON.stringify({ key: license_keys.active.key, organization_id: organization.id });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const validate = () => fetch(`${address}/v1/customer-portal/license-keys/validate`, { method: 'POST', headers, body });
  for (let request = 0; request < 4; request++) expect((await validate()).status).toBe(200);
  expect(await latchkey.interrupt()).toBe(0);
  await expect(validate()).rejects.toThrow('fetch failed');
});

describe('on an existing data folder, with leave to serve the demo data beyond this machine', () => {
  let latchkey: Standalone;
  let address: string;
  let demo: Demo;
  beforeAll(async () => {
    latchkey = Standalone.start(tracked(copyOf(used)), { HOST: '0.0.0.0', LATCHKEY_DEMO: '1' });
    address = await latchkey.ready();
    demo = demoIn(latchkey.folder);
  });
  afterAll(() => latchkey[Symbol.asyncDispose]());

  const call = (path: string, token: string, body?: object): Promise<Response> =>
    fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });

  test('a start keeps the demo data, updates the address, and creates new sessions and invitations', async () => {
    const before = demoIn(used);
    const { customer_session, member_session } = demo.tokens;
    const { invitation_tokens } = demo.seats;
    expect(demo).toEqual({
      ...before,
      base_url: address,
      tokens: { ...before.tokens, customer_session, member_session },
      seats: { ...before.seats, invitation_tokens },
    });
    expect(new Set([...invitation_tokens, ...before.seats.invitation_tokens]).size).toBe(6);
    for (const token of [customer_session, member_session]) {
      expect(Object.values(before.tokens)).not.toContain(token);
      expect((await call('/v1/customer-portal/customer-session/introspect', token)).status).toBe(200);
    }
    const { oat, pat, oat_read_only, oat_no_scopes, oat_other_organization } = demo.tokens;
    const statuses = [oat, pat, oat_read_only, oat_no_scopes, oat_other_organization].map(async (token) => {
      const { status } = await call(`/v1/license-keys/${demo.license_keys.active.id}`, token);
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 403, 404]);
  });

  test('only the first start prints a token; later ones name the file', () => {
    const secrets = Object.values(demo.tokens).concat(Object.values(demoIn(used).tokens), demo.license_keys.active.key);
    expect(secrets.filter((secret) => latchkey.output.includes(secret))).toEqual([]);
    expect(latchkey.output).toContain(join(latchkey.folder, 'demo.json'));
    expect(firstOutput).toContain(demo.tokens.oat);
  });

  test('the demo tokens expire in a month, and say that they are demo tokens', async () => {
    const lists = ['organization', 'personal'].map(async (kind) => {
      const answer = await call(`/v1/${kind}-access-tokens/`, demo.tokens.pat);
      return ((await answer.json()) as { items: { comment: string; expires_at: string }[] }).items;
    });
    const tokens = (await Promise.all(lists)).flat();
    expect(tokens).toHaveLength(4);
    for (const { comment, expires_at } of tokens) {
      expect(comment).toMatch(/^Demo: /);
      const expiresAt = Date.parse(expires_at);
      expect(Date.parse(demo.tokens_expire_at) <= expiresAt && expiresAt <= Date.now() + 30 * DAY_MS).toBe(true);
    }
    expect(Date.parse(demo.tokens_expire_at)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });

  test('the commands that the first start printed work repeatedly', async () => {
    const { license_keys, organization, customer, purchase } = demo;
    const printed = firstOutput.replaceAll(firstAddress, address).split('\n');
    const commands = printed.filter((line) => line.startsWith('curl '));
    expect(commands).toHaveLength(4);
    for (let round = 0; round < 2; round++) {
      const answers = (await Promise.all(commands.map(runShell))).map((answer) => JSON.parse(answer) as unknown);
      expect(answers).toMatchObject([
        { label: 'My laptop', license_key: { key: license_keys.active.key } },
        { id: license_keys.active.id, organization_id: organization.id, status: 'granted' },
        { id: license_keys.active.id },
        {
          id: customer.id,
          granted_benefits: expect.arrayContaining([
            expect.objectContaining({ properties: expect.objectContaining({ license_key_id: purchase.license_key.id }) }),
          ]),
        },
      ]);
    }
  });

  test('the commands in the first five minutes of the README work repeatedly', async () => {
    const folder = tracked(realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-readme-'))));
    symlinkSync(latchkey.folder, join(folder, '.latchkey'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const blocks = blocksOf('README.md', 'The first five minutes');
    const written = (language: string) => blocks.filter((block) => block.language === language).map(({ code }) => code);
    writeFileSync(join(folder, 'try.mjs'), written('js')[0]!);
    for (let round = 0; round < 2; round++) {
      const [printed, scriptOutput] = await Promise.all([
        runCommands(written('sh').join('\n'), folder),
        runCommands(`'${process.execPath}' try.mjs`, folder),
      ]);
      const [activation, licenseKey] = printed
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .slice(-3)
        .map((line) => JSON.parse(line));
      expect(activation).toMatchObject({
        label: 'My laptop',
        license_key: { status: 'granted', validations: 1, limit_activations: 3 },
      });
      expect(licenseKey).toMatchObject({ id: activation.license_key_id, activations: [{ id: activation.id }] });
      expect(printed).toMatch(/^HTTP\/1\.1 403 [^]*^license-code: ACTIVATION_LIMIT_REACHED/im);
      expect(scriptOutput).toMatch(/^\*{4}-[0-9A-F]{6} granted 1\n$/);
    }
  });

  test('the demo has a key in every state', async () => {
    const codes: Record<string, string | null> = {};
    for (const [name, { key }] of Object.entries(demo.license_keys)) {
      const body = { key, organization_id: demo.organization.id, label: 'Test' };
      const answer = await call('/v1/license-keys/activate', demo.tokens.oat, body);
      codes[name] = answer.headers.get('license-code');
    }
    expect(codes).toEqual({
      active: null,
      no_activations: 'ACTIVATIONS_NOT_SUPPORTED',
      revoked: 'REVOKED',
      disabled: 'DISABLED',
      expired: 'EXPIRED',
      limit_reached: 'ACTIVATION_LIMIT_REACHED',
      usage_limited: null,
    });
    const usage = (increment: number): Promise<Response> =>
      call('/v1/license-keys/validate', demo.tokens.oat, {
        key: demo.license_keys.usage_limited.key,
        organization_id: demo.organization.id,
        increment_usage: increment,
      });
    expect(demo.license_keys.usage_limited.remaining).toBe(5);
    expect([(await usage(6)).status, (await usage(5)).status, (await usage(1)).status]).toEqual([400, 200, 400]);
  });

  test('the demo has a product of every kind, and a purchase with its license key', async () => {
    const { products, purchase, organization, benefit, customer } = demo;
    const read = async (path: string) => (await (await call(path, demo.tokens.oat)).json()) as { [field: string]: unknown };
    const summaryOf = async (id: string) => {
      const { is_recurring, is_archived, visibility, benefits, prices } = await read(`/v1/products/${id}`);
      return [is_recurring, is_archived, visibility, benefits, (prices as { amount_type: string }[])[0]!.amount_type];
    };
    const { one_time_id, recurring_id, seat_based_id, archived_id, draft_id, benefit_product_id } = products;
    expect(await summaryOf(one_time_id)).toEqual([false, false, 'public', [], 'fixed']);
    expect(await summaryOf(recurring_id)).toEqual([true, false, 'public', [], 'fixed']);
    expect(await summaryOf(seat_based_id)).toMatchObject([true, false, 'public', [{ id: benefit.id }], 'seat_based']);
    expect(await summaryOf(archived_id)).toEqual([false, true, 'public', [], 'fixed']);
    expect(await summaryOf(draft_id)).toEqual([false, false, 'draft', [], 'fixed']);
    const ofPurchase = [{ id: benefit.id }, { type: 'downloadables' }];
    expect(await summaryOf(benefit_product_id)).toMatchObject([false, false, 'public', ofPurchase, 'fixed']);
    expect(await read(`/v1/orders/${purchase.order_id}`)).toMatchObject({
      status: 'paid',
      customer_id: customer.id,
      product_id: benefit_product_id,
    });
    const { key } = purchase.license_key;
    const validation = await call('/v1/license-keys/validate', demo.tokens.oat, { key, organization_id: organization.id });
    expect([validation.status, await validation.json()]).toMatchObject([
      200,
      { id: purchase.license_key.id, benefit_id: benefit.id },
    ]);
  });

  test('the demo has three unused invitations to seats', async () => {
    const { subscription_id, invitation_tokens } = demo.seats;
    for (const token of invitation_tokens) {
      expect((await call(`/v1/customer-seats/claim/${token}`, demo.tokens.oat)).status).toBe(200);
    }
    const listed = await call(`/v1/customer-seats?subscription_id=${subscription_id}`, demo.tokens.oat);
    expect([listed.status, invitation_tokens.length]).toEqual([200, 3]);
  });

  test.concurrent('a second start on the same data folder fails and does not affect the first one', async () => {
    const second = Standalone.start(latchkey.folder);
    expect(await second.exitCode).toBe(1);
    expect(second.output).toBe(
      `Another Latchkey is running on the data folder ${latchkey.folder}. Stop it first, or set LATCHKEY_DATA to another folder.\n`,
    );
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  });

  test.concurrent('a command uses the database of the service that is running on its data folder', async () => {
    await using command = startLatchkey(
      ['organizations', 'create', '--name', 'Initech', '--slug', 'initech', '--owner', 'bill@example.com'],
      { LATCHKEY_DATA: latchkey.folder },
    );
    const [token] = await command.line(/latchkey_pat_\w+/);
    expect(await (await call('/v1/organizations/', token)).json()).toMatchObject({ items: [{ slug: 'initech' }] });
    await using events = startLatchkey(['events', 'failed'], { LATCHKEY_DATA: latchkey.folder });
    await events.line(/No events have failed\./);
  });

  test.concurrent('a command names the address of the service that is running on its data folder', async () => {
    const secret = 'whsec_c2VjcmV0IG9mIGEgY29ubmVjdG9y';
    await using command = startLatchkey(
      ['connectors', 'add', '--organization', demo.organization.slug, '--provider', 'stripe', '--secret', secret],
      { LATCHKEY_DATA: latchkey.folder },
    );
    const [, webhook] = await command.line(/Enter this URL at the provider: (\S+)/);
    expect(webhook).toMatch(new RegExp(`^${address}/v1/connectors/[-0-9a-f]{36}/webhook$`));
  });
});

test.concurrent.each(['PORT', 'METRICS_PORT'])(
  'if %s is in use, the start fails and leaves no process running',
  async (setting) => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    await using latchkey = Standalone.start(tracked(newDataFolder()), { PORT: '0', [setting]: String(port) });
    expect(await latchkey.exitCode).toBe(1);
    const host = setting.replace('PORT', 'HOST');
    expect(latchkey.output).toContain(
      `Port ${port} on 127.0.0.1 is already in use. Set ${setting} or ${host} to another one (${setting}=0 picks a free port).\n`,
    );
    expect(processesOf(latchkey.folder)).toEqual([]);
    other.close();
  },
);

test.concurrent('demo data are not served beyond this machine unless LATCHKEY_DEMO=1 says so', async () => {
  /** The refusal of a start in a new folder, with the file that says that there are demo data. */
  const refusalOf = async (hasDemo: boolean, env: Record<string, string> = {}): Promise<{ refusal: string; file: string }> => {
    const file = join(tracked(newDataFolder()), 'demo.json');
    if (hasDemo) copyFileSync(join(used, 'demo.json'), file);
    await using refused = Standalone.start(dirname(file), { HOST: '0.0.0.0', ...env });
    expect(await refused.exitCode).toBe(1);
    return { refusal: refused.output, file };
  };
  const [unsaid, none, first] = await Promise.all([refusalOf(true), refusalOf(true, { LATCHKEY_DEMO: '0' }), refusalOf(false)]);
  for (const { refusal, file } of [unsaid, none])
    expect(refusal).toBe(
      `The demo data of ${file} would be reachable from other machines, because HOST is 0.0.0.0. ` +
        'Set LATCHKEY_DEMO=1 to allow that, or LATCHKEY_DATA and DATABASE_URL to others.\n',
    );
  expect(first.refusal).toBe(
    `Creating a PostgreSQL database in ${dirname(first.file)} …\nCreating the tables …\n` +
      'Demo data would be reachable from other machines, because HOST is 0.0.0.0. Set LATCHKEY_DEMO=1 to allow that, or LATCHKEY_DEMO=0 to create none.\n',
  );
  expect(existsSync(first.file)).toBe(false);
});

test.concurrent('every invalid setting is reported in one sentence', async () => {
  await using latchkey = Standalone.start(used, {
    PORT: 'x',
    SECRET_KEY: 'short',
    LATCHKEY_DEMO: 'no',
    DATABASE_URL: 'mysql://x',
  });
  expect(await latchkey.exitCode).toBe(1);
  expect(latchkey.output.trim().split('\n')).toEqual([
    'PORT must be a port number between 0 and 65535.',
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    'SECRET_KEY must be base64 of at least 32 bytes, several of them separated by commas.',
    'LATCHKEY_DEMO must be 0 or 1.',
  ]);
});

test.concurrent('a data folder that cannot be created is reported in one sentence', async () => {
  const file = join(tracked(newDataFolder()), 'file');
  writeFileSync(file, '');
  await using latchkey = Standalone.start(join(file, 'data'));
  expect(await latchkey.exitCode).toBe(1);
  expect(latchkey.output).toMatch(/^The data folder \S+ cannot be used \(.*\)\. Set LATCHKEY_DATA to a writable folder\.\n$/);
});

test.concurrent('a start without the secret key of the data folder fails and creates no new key', async () => {
  const folder = tracked(copyOf(used));
  removeDataFolder(join(folder, 'secret-key'));
  await using latchkey = Standalone.start(folder);
  expect(await latchkey.exitCode).toBe(1);
  expect(latchkey.output).toMatch(/was created with a secret key that is missing/);
  expect(existsSync(join(folder, 'secret-key'))).toBe(false);
});

test.concurrent(
  'LATCHKEY_DEMO=0 creates no demo data, and a later start with LATCHKEY_DEMO=1 does not either; root can have the data folder where the PostgreSQL user has no access',
  async () => {
    const folder = join(tracked(newDataFolder()), 'data');
    for (const demo of ['0', '1']) {
      await using latchkey = Standalone.start(folder, { LATCHKEY_DEMO: demo });
      const address = await latchkey.ready();
      expect([demo, (await fetch(`${address}/health/ready`)).status]).toEqual([demo, 200]);
      await latchkey.interrupt();
      expect(existsSync(join(folder, 'demo.json'))).toBe(false);
    }
    expect(mode(folder)).toBe('700');
    const files = realpathSync(join(folder, 'postgres'));
    expect(files.startsWith('/var/lib/latchkey/')).toBe(IS_ROOT);
    removeDataFolder(files);
  },
);

test.concurrent(
  'DATABASE_URL replaces the embedded database; a start renews demo tokens that have expired, and replaces those of earlier builds, which never do',
  async () => {
    const database = await emptyDatabase();
    const folder = tracked(newDataFolder());
    /** Starts, and returns the demo and the statuses of requests with these tokens. */
    const start = async (...tokens: string[]) => {
      await using latchkey = Standalone.start(folder, { DATABASE_URL: database.url });
      const address = await latchkey.ready();
      const demo = demoIn(folder);
      const statuses = [...tokens, demo.tokens.oat, demo.tokens.pat].map(
        async (token) => (await fetch(`${address}/v1/organizations/`, { headers: { authorization: `Bearer ${token}` } })).status,
      );
      const seen = await Promise.all(statuses);
      expect(await latchkey.interrupt()).toBe(0);
      return { demo, seen };
    };
    const edit = (demo: object) => writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo));

    const { demo: first, seen: accepted } = await start();
    expect([first.organization.slug, accepted]).toEqual(['acme', [200, 200]]);
    const files = readdirSync(folder).filter((name) => name !== 'mail');
    expect(files.toSorted()).toEqual(['demo.json', 'lock', 'media', 'secret-key']);
    const { owner, other_organization, tokens_expire_at, ...old } = first;
    const sql = new pg.Client(database.url);
    await sql.connect();
    await sql.query('update organizations.access_tokens set expires_at = null');
    await sql.end();
    edit(old);
    const { demo: replaced, seen } = await start(...Object.values(first.tokens).slice(0, 5));
    expect(seen).toEqual([401, 401, 401, 401, 401, 200, 200]);
    expect(replaced).toMatchObject({ ...old, base_url: expect.any(String), tokens: {}, seats: {}, other_organization });
    expect(replaced.owner).toEqual({ ...owner, password: expect.any(String) });
    expect(Date.parse(replaced.tokens_expire_at)).toBeGreaterThan(Date.parse(tokens_expire_at));

    edit({ ...replaced, tokens_expire_at: '2026-01-01T00:00:00.000Z' });
    const { demo: renewed, seen: statuses } = await start();
    expect(statuses).toEqual([200, 200]);
    expect(Object.values(renewed.tokens).filter((token) => Object.values(replaced.tokens).includes(token))).toEqual([]);
    await database.drop();
  },
);
