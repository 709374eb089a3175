import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokensOfDevice } from '../../apps/cli/connection/device-tokens.ts';
import type { ProfileFile } from '../../apps/cli/connection/profiles.ts';
import { latchkey } from '../support/cli.ts';
import { noteSecret } from '../support/logged-secrets.ts';
import { ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

let openid: OpenIdApi;
let seller: SeededOrganization;
let relay: Server;
let folder: string;
/** What the user does once the device waits for them. */
let decide: (userCode: string) => Promise<void>;
/** Changes what the program is told about its device. */
let changed: object;
/** Paths of requests. */
let asked: string[];
const FORWARDED = ['authorization', 'content-type', 'polar-organization'];
const service = (): string => `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;

/** Between the program and the service: the program does not wait seconds between its questions, and the user decides before the first. */
async function answer(
  { url: path, method, headers: given }: IncomingMessage,
  body: string,
): Promise<{ status: number; text: string }> {
  asked.push(path!);
  const headers = Object.fromEntries(FORWARDED.flatMap((name) => (given[name] ? [[name, String(given[name])]] : [])));
  const response = await openid.fetch(`${ISSUER}${path}`, { method, headers, body: method === 'GET' ? undefined : body });
  const text = await response.text();
  if (path !== '/v1/oauth2/device' || !response.ok) return { status: response.status, text };
  const device = JSON.parse(text) as { readonly user_code: string };
  await decide(device.user_code);
  return { status: 200, text: JSON.stringify({ ...device, interval: 0.01, ...changed }) };
}

beforeAll(async () => {
  openid = await startOpenId();
  seller = await seedOrganization(openid.api, { name: 'Acme' });
  folder = mkdtempSync(join(tmpdir(), 'latchkey-login-'));
  relay = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { status, text } = await answer(request, body).catch((error: unknown) => ({
        status: 500,
        text: JSON.stringify({ error: (error as Error).message }),
      }));
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  decide = async () => undefined;
  changed = {};
  asked = [];
});
afterAll(async () => {
  relay.close();
  rmSync(folder, { recursive: true, force: true });
  await openid.close();
});

/** The user enters the code, and allows or refuses it. */
const enter = (decision: 'allow' | 'refuse') => async (userCode: string) => {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, seller.user.id));
  await browser.open(`${ISSUER}/oauth2/device`);
  await browser.send('/oauth2/device', { ...browser.fields(), user_code: userCode });
  const choice: Record<string, string> = decision === 'allow' ? { confirm: 'yes' } : { abort: 'yes' };
  await browser.send('/oauth2/device', { ...browser.fields(), ...choice });
  if (decision === 'allow') await browser.press('allow', { organization: seller.organization.id });
  expect(browser.shown.text).toContain(decision === 'allow' ? 'is connected' : 'was refused');
};

const env = (): Record<string, string> => ({ XDG_CONFIG_HOME: folder });
const login = (...options: string[]) =>
  latchkey(['login', '--url', service(), '--scopes', 'openid,license_keys:read,organizations:read', ...options], env());

const file = (): string => join(folder, 'latchkey', 'profiles.json');
const saved = (): ProfileFile => JSON.parse(readFileSync(file(), 'utf8')) as ProfileFile;

const statusOf = async (token: string): Promise<number> =>
  (await openid.fetch(`${ISSUER}/v1/license-keys/`, { headers: { authorization: `Bearer ${token}` } })).status;

test('the user is told the code, and the program gets a token', async () => {
  decide = enter('allow');
  const { exitCode, out, err } = await login('--print');
  expect([exitCode, err]).toEqual([
    0,
    expect.stringMatching(
      /^Open http:\/\/latchkey\.localhost\/oauth2\/device in a browser and enter the code [B-Z]{4}-[B-Z]{4}\.\n$/,
    ),
  ]);
  const [, token] = /^Access token, for 60 minutes:\n(latchkey_at_\S+)\n$/.exec(out)!;
  noteSecret(token!);
  expect(await statusOf(token!)).toBe(200);
});

test('tokens are saved in a file that only its owner can read, whatever it was before', async () => {
  decide = enter('allow');
  const tokens = join(folder, 'tokens.json');
  writeFileSync(tokens, 'something longer than nothing', { mode: 0o644 });
  const { exitCode, out } = await login('--save-to', tokens);
  expect([exitCode, out]).toEqual([0, `The tokens are in ${tokens}. The access token is valid for 60 minutes.\n`]);
  const received = JSON.parse(readFileSync(tokens, 'utf8')) as Record<string, string>;
  for (const name of ['access_token', 'refresh_token']) noteSecret(received[name]!);
  expect(received).toMatchObject({ service: service(), expires_in: 3600, scope: 'openid license_keys:read organizations:read' });
  expect([(statSync(tokens).mode & 0o777).toString(8), await statusOf(received['access_token']!)]).toEqual(['600', 200]);
});

describe('a profile', () => {
  const run = (...args: string[]) => latchkey(args, env());
  const expire = (): void => {
    const { current, profiles } = saved();
    const before = Object.entries(profiles).map(([name, profile]) => [name, { ...profile, expires_at: '2020-01-01T00:00:00Z' }]);
    writeFileSync(file(), JSON.stringify({ current, profiles: Object.fromEntries(before) }));
  };
  beforeEach(async () => {
    rmSync(join(folder, 'latchkey'), { recursive: true, force: true });
    decide = enter('allow');
    await login();
    const { access_token, refresh_token } = saved().profiles['default']!;
    for (const token of [access_token, refresh_token!]) noteSecret(token);
    asked = [];
  });

  test('is readable by its owner only, and the commands work with it', async () => {
    expect((statSync(file()).mode & 0o777).toString(8)).toBe('600');
    expect(saved()).toMatchObject({ current: 'default', profiles: { default: { organization: seller.organization.id } } });
    expect(await run('organizations', 'list', '--quiet')).toEqual({ exitCode: 0, out: `${seller.organization.id}\n`, err: '' });
  });

  test('renews its token once, also for commands that run at the same time', async () => {
    expire();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => run('keys', 'list')));
    expect(outcomes.map(({ exitCode, err }) => [exitCode, err])).toEqual(outcomes.map(() => [0, '']));
    expect(asked.filter((path) => path === '/v1/oauth2/token')).toHaveLength(1);
    noteSecret(saved().profiles['default']!.access_token);
  });

  test('whose sign-in has ended says so', async () => {
    const { refresh_token } = saved().profiles['default']!;
    const body = new URLSearchParams({ token: refresh_token!, client_id: 'latchkey_cli' });
    await openid.fetch(`${ISSUER}/v1/oauth2/revoke`, { method: 'POST', body });
    expect(await run('keys', 'list')).toMatchObject({ exitCode: 4, err: expect.stringContaining('responded with 401') });
    expire();
    expect(await run('keys', 'list')).toMatchObject({
      exitCode: 1,
      err: 'The sign-in of the profile default has ended. `latchkey login` signs in again.\n',
    });
  });

  test('of several is chosen, and removed with its sign-in', async () => {
    const token = saved().profiles['default']!.access_token;
    const given = ['login', '--url', service(), '--with-token', '--profile', 'robot'];
    expect((await latchkey(given, env(), `${seller.oat}\n`)).exitCode).toBe(0);
    expect(JSON.parse((await run('profiles', 'list', '--json')).out)).toMatchObject([
      { current: false, name: 'default', service: service(), organization: seller.organization.id },
      { current: true, name: 'robot', service: service(), organization: null },
    ]);
    expect((await run('keys', 'list', '--profile', 'default')).exitCode).toBe(0);
    expect((await run('profiles', 'use', 'default')).exitCode).toBe(0);
    expect(await run('profiles', 'remove', 'default')).toEqual({
      exitCode: 0,
      out: 'The profile default was removed.\n',
      err: '',
    });
    expect([await statusOf(token), saved().current]).toEqual([401, null]);
    expect(await run('keys', 'list', '--profile', 'default')).toMatchObject({
      exitCode: 1,
      err: 'There is no profile default. `latchkey profiles list` lists them.\n',
    });
  });

  test('is not made of a token that the service does not accept', async () => {
    const wrong = await latchkey(
      ['login', '--url', service(), '--with-token', '--profile', 'wrong'],
      env(),
      'latchkey_pat_unknown',
    );
    expect(wrong).toMatchObject({ exitCode: 4, out: '', err: expect.not.stringContaining('latchkey_pat_unknown') });
    expect(Object.keys(saved().profiles)).toEqual(['default']);
    expect((await latchkey(['login', '--with-token'], env(), ' ')).exitCode).toBe(2);
  });

  test('does not give its token to another service', async () => {
    const listen = await run('webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1', '--url', 'http://127.0.0.1:1');
    expect(listen).toMatchObject({ exitCode: 2, err: expect.stringContaining('--url goes with LATCHKEY_TOKEN') });
  });
});

test('a file that cannot be written is a sentence', async () => {
  decide = enter('allow');
  const tokens = join(folder, 'missing', 'tokens.json');
  expect(await login('--save-to', tokens)).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining(`${tokens} cannot be written: `),
  });
});

test('a refusal is a sentence', async () => {
  decide = enter('refuse');
  expect(await login()).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('The sign-in was refused.\n') });
});

test('a code that nobody enters expires', async () => {
  changed = { expires_in: 0 };
  expect(await login()).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining('Nobody entered the code in time.\n'),
  });
});

test.each([['{}'], ['null'], ['[]'], ['{"current": "a", "profiles": {"a": {}}}'], ['{"current": 1, "profiles": {}}'], ['{']])(
  'a file of profiles that somebody has broken is a sentence: %s',
  async (text) => {
    mkdirSync(join(folder, 'latchkey'), { recursive: true });
    writeFileSync(file(), text);
    for (const args of [
      ['profiles', 'list'],
      ['keys', 'list'],
      ['profiles', 'use', 'a'],
    ]) {
      const sentence = new RegExp(`^${file()} cannot be read \\(.*\\)\\. Delete it, and sign in again\\.\n$`);
      expect(await latchkey(args, env())).toEqual({ exitCode: 1, out: '', err: expect.stringMatching(sentence) });
    }
    rmSync(file());
  },
);

test('a service that cannot be reached is a sentence', async () => {
  expect(await latchkey(['login', '--url', 'http://127.0.0.1:1'])).toMatchObject({
    exitCode: 6,
    err: expect.stringContaining('http://127.0.0.1:1 cannot be reached (ECONNREFUSED).'),
  });
});

describe('the questions of a program', () => {
  const device = { device_code: 'code', expires_in: 600 };
  const never = new AbortController().signal;
  /** The body of an answer, and the status if it is another than the body suggests. */
  type Scripted = Readonly<Record<string, unknown>> & { readonly status?: number };
  let answers: Scripted[];
  let scripted: Server;
  beforeAll(async () => {
    scripted = createServer((request, response) => {
      request.resume();
      const { status, ...next } = answers.shift()!;
      const head = { 'content-type': 'application/json' };
      response.writeHead(status ?? ('access_token' in next ? 200 : 400), head).end(JSON.stringify(next));
    });
    await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => scripted.close());

  /** The outcome, and how long the program wanted to wait before each question. */
  async function ask(...given: Scripted[]) {
    answers = given;
    const pauses: number[] = [];
    const url = `http://127.0.0.1:${(scripted.address() as AddressInfo).port}`;
    const outcome = await tokensOfDevice(url, device, never, async (pause) => pauses.push(pause)).catch(
      (error: unknown) => (error as Error).message,
    );
    return { outcome, pauses };
  }

  test('are five seconds apart, and further after slow_down', async () => {
    const [pending, slowDown, granted] = [{ error: 'authorization_pending' }, { error: 'slow_down' }, { access_token: 'token' }];
    expect(await ask(pending, slowDown, pending, slowDown, granted)).toEqual({
      outcome: granted,
      pauses: [5_000, 5_000, 10_000, 10_000, 15_000],
    });
  });

  test('are asked again while a proxy has no service behind it', async () => {
    expect(await ask({ status: 502 }, { access_token: 'token' })).toEqual({
      outcome: { access_token: 'token' },
      pauses: [5_000, 5_000],
    });
  });

  test.each([
    [{ status: 404, detail: 'Not found' }, 1, 'is not the URL of a Latchkey API.'],
    [{ status: 200 }, 1, 'is not the URL of a Latchkey API.'],
    [{ status: 503 }, 5, 'responded with 503.'],
    [{ status: 400, error: 'invalid_scope' }, 1, 'The service refused the sign-in: invalid_scope.'],
  ])('to something else than the service end with a sentence: %j', async (scriptedAnswer, exitCode, sentence) => {
    answers = [scriptedAnswer];
    const url = `http://127.0.0.1:${(scripted.address() as AddressInfo).port}`;
    const { err, ...outcome } = await latchkey(['login', '--url', url]);
    expect(outcome).toEqual({ exitCode, out: '' });
    expect(err).toContain(`${sentence}\n`);
    expect(err).not.toContain('undefined');
  });

  test.each([
    ['expired_token', 'Nobody entered the code in time.'],
    ['access_denied', 'The sign-in was refused.'],
    ['invalid_client', 'The sign-in failed: invalid_client.'],
  ])('end with %s', async (error, sentence) => {
    expect(await ask({ error: 'authorization_pending' }, { error })).toEqual({ outcome: sentence, pauses: [5_000, 5_000] });
  });
});
