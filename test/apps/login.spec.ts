import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokensOfDevice } from '../../apps/cli/commands/login.ts';
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
const service = (): string => `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;

/** Between the program and the service: the program does not wait seconds between its questions, and the user decides before the first. */
async function answer(path: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await openid.fetch(`${ISSUER}${path}`, { method: 'POST', body, headers });
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
      const { status, text } = await answer(request.url!, body).catch((error: unknown) => ({
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

const login = (...options: string[]) =>
  latchkey(['login', '--url', service(), '--scopes', 'openid,license_keys:read', ...options]);

const statusOf = async (token: string): Promise<number> =>
  (await openid.fetch(`${ISSUER}/v1/license-keys/`, { headers: { authorization: `Bearer ${token}` } })).status;

test('the user is told the code, and the program gets a token', async () => {
  decide = enter('allow');
  const { exitCode, out, err } = await login();
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
  const file = join(folder, 'tokens.json');
  writeFileSync(file, 'something longer than nothing', { mode: 0o644 });
  const { exitCode, out } = await login('--save-to', file);
  expect([exitCode, out]).toEqual([0, `The tokens are in ${file}. The access token is valid for 60 minutes.\n`]);
  const saved = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const name of ['access_token', 'refresh_token']) noteSecret(saved[name]!);
  expect(saved).toMatchObject({ service: service(), expires_in: 3600, scope: 'openid license_keys:read' });
  expect([(statSync(file).mode & 0o777).toString(8), await statusOf(saved['access_token']!)]).toEqual(['600', 200]);
});

test('a file that cannot be written is a sentence', async () => {
  decide = enter('allow');
  const file = join(folder, 'missing', 'tokens.json');
  expect(await login('--save-to', file)).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining(`${file} cannot be written: `),
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

test('a service that cannot be reached is a sentence', async () => {
  expect(await latchkey(['login', '--url', 'http://127.0.0.1:1'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('http://127.0.0.1:1 cannot be reached: '),
  });
});

describe('the questions of a program', () => {
  const device = { device_code: 'code', expires_in: 600 };
  const never = new AbortController().signal;
  let answers: object[];
  let scripted: Server;
  beforeAll(async () => {
    scripted = createServer((request, response) => {
      request.resume();
      const next = answers.shift()!;
      response.writeHead('access_token' in next ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(next));
    });
    await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => scripted.close());

  /** The outcome, and how long the program wanted to wait before each question. */
  async function ask(...given: object[]) {
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

  test.each([
    ['expired_token', 'Nobody entered the code in time.'],
    ['access_denied', 'The sign-in was refused.'],
    ['invalid_client', 'The sign-in failed: invalid_client.'],
  ])('end with %s', async (error, sentence) => {
    expect(await ask({ error: 'authorization_pending' }, { error })).toEqual({ outcome: sentence, pauses: [5_000, 5_000] });
  });
});
