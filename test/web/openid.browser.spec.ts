import type { Browser, Page } from 'playwright-core';
import * as client from 'openid-client';
import { CLI_CLIENT_ID } from '#oauth';
import { accessibilityProblems, launchBrowser, NARROW, openPage, screenshot, type WatchedPage } from '../support/browser.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession, seedUserSignInCode } from '../support/seed-user.ts';

let openid: OpenIdApi;
let browser: Browser;
let seller: SeededOrganization;
let email: string;
beforeAll(async () => {
  openid = await startOpenId();
  browser = await launchBrowser([`--host-resolver-rules=MAP latchkey.test:80 127.0.0.1:${openid.port}`]);
  seller = await seedOrganization(openid.api, { name: 'Acme' });
  const token = await seedUserSession(openid.api, seller.user.id);
  const about = await openid.fetch(`${ISSUER}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
  email = ((await about.json()) as { email: string }).email;
});
afterAll(async () => {
  await browser.close();
  await openid.close();
});

const VIEWS = [
  { name: 'light', options: { colorScheme: 'light' } },
  { name: 'dark', options: { colorScheme: 'dark' } },
  { name: 'narrow', options: { viewport: NARROW } },
] as const;

/** A window; the application is a page that says so. */
async function open(options: object = {}): Promise<WatchedPage> {
  const window = await openPage(browser, ISSUER, { javaScriptEnabled: true, ...options });
  await window.context.route('https://app.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Back</h1>' }),
  );
  return window;
}

/** Nothing is wrong with the page: neither for people who use assistive technology, nor on a phone. */
async function check(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  expect(await accessibilityProblems(page)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBe(0);
}

/** Where the application gets its response is not the service. */
const own = (problems: readonly string[]): string[] => problems.filter((each) => !each.includes('https://app.example/'));

test.each(VIEWS)('a user signs in and allows an application: $name', async ({ name, options }) => {
  const app = await openid.application();
  const { page, problems } = await open(options);
  const { url, checks } = await beginSignIn(app, { scope: 'openid email license_keys:read customers:write' });
  await page.goto(url);
  await check(page, `openid/${name}-1-sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Use my password' }).click();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await check(page, `openid/${name}-2-password-refused`);
  await page.getByRole('button', { name: 'Use another e-mail address' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await check(page, `openid/${name}-3-code`);
  await page.getByLabel('Code from the e-mail').fill(await seedUserSignInCode(openid.api, { id: seller.user.id, email }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /Allow “Acme Reports”/ }).waitFor();
  await check(page, `openid/${name}-4-consent`);
  await page.getByLabel('Acme').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('https://app.example/**');
  const { access_token: token } = await client.authorizationCodeGrant(app, new URL(page.url()), checks);
  expect(await client.tokenIntrospection(app, token)).toMatchObject({ active: true, organizations: [seller.organization.id] });
  expect(own(problems)).toEqual([]);
});

test('everything can be done by keyboard alone, without scripts', async () => {
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto((await beginSignIn(await openid.application(), { login_hint: email })).url);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the e-mail').waitFor();
  await page.keyboard.type(await seedUserSignInCode(openid.api, { id: seller.user.id, email }));
  await page.keyboard.press('Enter');
  const allow = page.getByRole('button', { name: 'Allow' });
  await allow.waitFor();
  await page.keyboard.press('Tab');
  expect(await allow.evaluate('document.activeElement.textContent')).toBe('Allow');
  await page.keyboard.press('Enter');
  await page.waitForURL('https://app.example/**');
});

test('a device is connected', async () => {
  const program = await client.discovery(new URL(ISSUER), CLI_CLIENT_ID, {}, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: openid.fetch as client.CustomFetch,
  });
  const device = await client.initiateDeviceAuthorization(program, { scope: 'openid license_keys:read' });
  const { page, problems, context } = await open({ viewport: NARROW });
  const value = await seedUserSession(openid.api, seller.user.id);
  await context.addCookies([{ name: 'latchkey_session', value, url: ISSUER, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(device.verification_uri_complete!);
  await check(page, 'openid/device-1-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(device.user_code).waitFor();
  await check(page, 'openid/device-2-confirm');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: /is connected/ }).waitFor();
  await check(page, 'openid/device-3-connected');
  await page.goto('/oauth2/sign-out');
  await check(page, 'openid/sign-out-1');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(problems).toEqual([]);
});

test('no other site can show the pages in a frame', async () => {
  const { page, context } = await open();
  const { url } = await beginSignIn(await openid.application());
  await context.route('https://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>` }),
  );
  await page.goto('https://evil.example/');
  const frame = page.frames().find((each) => each !== page.mainFrame());
  expect(await frame?.content()).not.toContain('Sign in');
});
