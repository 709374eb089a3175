import * as client from 'openid-client';
import { CLI_CLIENT_ID } from '#oauth';
import { ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

let openid: OpenIdApi;
let seller: SeededOrganization;
let program: client.Configuration;
beforeAll(async () => {
  openid = await startOpenId();
  seller = await seedOrganization(openid.api);
  program = await client.discovery(new URL(ISSUER), CLI_CLIENT_ID, {}, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: openid.fetch as client.CustomFetch,
  });
});
afterAll(() => openid.close());

const SCOPE = 'openid license_keys:read';

const poll = (code: string) =>
  openid.fetch(`${ISSUER}/v1/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
      client_id: CLI_CLIENT_ID,
    }),
  });

async function signedIn(): Promise<PlainBrowser> {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, seller.user.id));
  return browser;
}

const sendCode = (browser: PlainBrowser, more: Record<string, string> = {}) =>
  browser.send('/oauth2/device', { ...browser.fields(), ...more });

test('a program signs in with a code that the user enters', async () => {
  const {
    device_code: code,
    user_code: userCode,
    ...device
  } = await client.initiateDeviceAuthorization(program, { scope: SCOPE });
  expect(userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(await (await poll(code)).json()).toMatchObject({ error: 'authorization_pending' });

  const browser = await signedIn();
  await browser.open(device.verification_uri);
  await sendCode(browser, { user_code: 'BBBB-BBBB' });
  expect(browser.shown.text).toContain('This code is not valid');
  await sendCode(browser, { user_code: userCode.toLowerCase() });
  expect(browser.shown.text).toMatch(new RegExp(`Connect “Latchkey command line”[\\s\\S]*${userCode}`));
  await sendCode(browser, { confirm: 'yes' });
  expect(browser.shown.text).toContain('See license keys');
  await browser.press('allow', { organization: seller.organization.id });
  expect(browser.shown.text).toContain('“Latchkey command line” is connected');

  const answer = await poll(code);
  const tokens = (await answer.json()) as { access_token: string };
  const keys = await openid.fetch(`${ISSUER}/v1/license-keys/`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(keys.status).toBe(200);
  expect(await (await poll(code)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('the address with the code shows it, and sends nothing by itself', async () => {
  const { verification_uri_complete: address, user_code: userCode } = await client.initiateDeviceAuthorization(program, {
    scope: SCOPE,
  });
  const browser = await signedIn();
  await browser.open(address!);
  expect([browser.shown.status, browser.fields()['user_code']]).toEqual([200, userCode]);
  expect(browser.shown.text).not.toContain('<script');
});

test('a device that the user refuses gets access_denied', async () => {
  const { device_code: code, user_code: userCode } = await client.initiateDeviceAuthorization(program, { scope: SCOPE });
  const browser = await signedIn();
  await browser.open(`${ISSUER}/oauth2/device`);
  await sendCode(browser, { user_code: userCode });
  await sendCode(browser, { abort: 'yes' });
  expect(browser.shown.text).toContain('was refused');
  expect(await (await poll(code)).json()).toMatchObject({ error: 'access_denied' });
});

test('a code cannot be entered by a form of another site', async () => {
  const { user_code: userCode } = await client.initiateDeviceAuthorization(program, { scope: SCOPE });
  const browser = await signedIn();
  await browser.open(`${ISSUER}/oauth2/device`);
  await sendCode(browser, { user_code: userCode, xsrf: 'wrong', confirm: 'yes' });
  expect([browser.shown.status, browser.shown.text]).toEqual([400, expect.not.stringContaining('See license keys')]);
});
