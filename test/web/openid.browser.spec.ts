import { EntityManager } from '@mikro-orm/postgresql';
import type { Browser, Page } from 'playwright-core';
import * as client from 'openid-client';
import { CLI_CLIENT_ID } from '#oauth';
import { launchBrowser, NARROW, openPage, screenshot, type WatchedPage } from '../support/browser.ts';
import { problemsInEveryLook, problemsNow } from '../support/looks.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { Authenticator } from '../support/authenticator.ts';
import { seedConnection, seedDomain } from '../support/seed-single-sign-on.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { seedPasskey, seedUser, seedUserCredentials, seedUserSession, seedUserSignInCode, totpOf } from '../support/seed-user.ts';

const DOMAIN = 'acme-openid.example.com';

let openid: OpenIdApi;
let provider: SimulatedProvider;
let browser: Browser;
let seller: SeededOrganization;
let email: string;
beforeAll(async () => {
  openid = await startOpenId();
  // Browsers treat names below `localhost` as if they were served with TLS: they apply and send all security headers.
  browser = await launchBrowser([`--host-resolver-rules=MAP ${new URL(ISSUER).hostname}:80 127.0.0.1:${openid.port}`]);
  seller = await seedOrganization(openid.api, { name: 'Acme' });
  const em = openid.api.app.get(EntityManager).fork();
  const rows = await em.execute<{ email: string }[]>('select email from organizations.users where id = ?', [seller.user.id]);
  email = rows[0]!.email;
  provider = await SimulatedProvider.open();
  await seedConnection(openid.api, seller.organization.id, provider);
  await seedDomain(openid.api, seller.organization.id, DOMAIN);
});
afterAll(async () => {
  await browser.close();
  await openid.close();
  await provider.close();
});

const open = (options: object = {}): Promise<WatchedPage> => openPage(browser, ISSUER, options);

/** The address of the application leads to the API under another name. */
const callback = (): string => `http://127.0.0.1:${openid.port}/health/live`;
const application = () => openid.application({ metadata: { redirect_uris: [callback()] } });
const begin = (app: client.Configuration, parameters: Record<string, string> = {}) =>
  beginSignIn(app, { redirect_uri: callback(), ...parameters });
const atApplication = (url: URL): boolean => url.href.startsWith(callback());

/** Nothing is wrong with the page: neither for people who use assistive technology, nor on a phone. */
const check = async (page: Page, name: string): Promise<void> => expect(await problemsNow(page, `openid/${name}`)).toEqual([]);
const checkLooks = async (page: Page, name: string): Promise<void> =>
  expect(await problemsInEveryLook(page, (look) => `openid/${look}-${name}`)).toEqual([]);

/** Where the application gets its response, and the provider of the organization, are not the service. */
const own = (problems: readonly string[]): string[] =>
  problems.filter(
    (each) => ![callback(), provider.issuer].some((url) => each.startsWith(`request: ${url}`)) && !/favicon/.test(each),
  );

test('a user signs in and allows an application', async () => {
  const app = await application();
  const { page, problems } = await open();
  const { url, checks } = await begin(app, { scope: 'openid email license_keys:read customers:write' });
  await page.goto(url);
  await checkLooks(page, '1-sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Use my password' }).click();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await checkLooks(page, '2-password-refused');
  await page.getByRole('button', { name: 'Use another e-mail address' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await checkLooks(page, '3-code');
  await page.getByLabel('Code from the e-mail').fill(await seedUserSignInCode(openid.api, { id: seller.user.id, email }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /Allow “Acme Reports”/ }).waitFor();
  await checkLooks(page, '4-consent');
  await page.getByLabel('Acme').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(atApplication);
  const { access_token: token } = await client.authorizationCodeGrant(app, new URL(page.url()), checks);
  expect(await client.tokenIntrospection(app, token)).toMatchObject({ active: true, organizations: [seller.organization.id] });
  expect(own(problems)).toEqual([]);
});

test('everything can be done by keyboard alone, without scripts', async () => {
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto((await begin(await application(), { login_hint: email })).url);
  await page.locator('#email:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#code:focus').waitFor();
  await page.keyboard.type(await seedUserSignInCode(openid.api, { id: seller.user.id, email }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('button[value=allow]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(atApplication);
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^latchkey_ac_/);
});

/** Signs in as far as the second factor. */
async function openSecondFactor() {
  const { user, organization } = await seedOrganization(openid.api);
  const credentials = await seedUserCredentials(openid.api, { user, organization });
  const em = openid.api.app.get(EntityManager).fork();
  const [row] = await em.execute<{ email: string }[]>('select email from organizations.users where id = ?', [user.id]);
  const { page, problems } = await open();
  await page.goto((await begin(await application(), { login_hint: row!.email })).url);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code from the e-mail').fill(await seedUserSignInCode(openid.api, { id: user.id, email: row!.email }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  return { page, problems, ...credentials };
}

test('a user proves a second factor by a code of the app, after one that is wrong', async () => {
  const { page, problems, totp_secret } = await openSecondFactor();
  await checkLooks(page, '5-second-factor');
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Code').fill(totpOf(totp_secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: /Allow “Acme Reports”/ }).waitFor();
  expect(problems).toEqual([]);
});

test('a user proves a second factor by a recovery code', async () => {
  const { page, problems, recovery_code } = await openSecondFactor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: /Allow “Acme Reports”/ }).waitFor();
  expect(problems).toEqual([]);
});

test('a user signs in with a passkey', async () => {
  const user = await seedUser(openid.api);
  const authenticator = new Authenticator(ISSUER);
  await seedPasskey(openid.api, user.id, authenticator);
  const { page, problems, context } = await open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: Buffer.from(authenticator.id, 'base64url').toString('base64'),
      isResidentCredential: true,
      rpId: new URL(ISSUER).hostname,
      privateKey: authenticator.privateKey.toString('base64'),
      userHandle: Buffer.from(user.id).toString('base64'),
      signCount: 1,
    },
  });
  await page.goto((await begin(await application())).url);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.locator('#passkey button:focus').waitFor();
  await checkLooks(page, '6-passkey');
  await page.keyboard.press('Enter');
  await page.getByText(`You are signed in as ${user.email}`).waitFor();
  expect(problems).toEqual([]);
});

test('without scripts the page for passkeys says so, and leads back', async () => {
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto((await begin(await application())).url);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByText('Passkeys need JavaScript').waitFor();
  await screenshot(page, 'openid/passkey-without-scripts');
  await page.getByRole('button', { name: 'Sign in another way' }).click();
  const heading = page.getByRole('heading', { name: 'Sign in' });
  await heading.waitFor();
  expect(await heading.count()).toBe(1);
});

test('a user signs in through the provider of an organization', async () => {
  const { page, problems } = await open();
  await page.route(`${provider.issuer}/authorize?*`, async (route) => {
    const claims = { sub: 'ada', email: `ada@${DOMAIN}`, email_verified: true };
    const result = new URLSearchParams(provider.recognize(route.request().url(), { claims }));
    await route.fulfill({ status: 303, headers: { location: `${ISSUER}/single-sign-on/callback?${result.toString()}` } });
  });
  await page.goto((await begin(await application(), { login_hint: `ada@${DOMAIN}` })).url);
  await page.getByRole('button', { name: 'Use single sign-on' }).press('Enter');
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await checkLooks(page, '7-single-sign-on');
  await page.locator('a.button:focus').press('Enter');
  await page.getByText(`You are signed in as ada@${DOMAIN}`).waitFor();
  expect(own(problems)).toEqual([]);
});

test('a user lets a model change things, too', async () => {
  const { page, problems, context } = await open({ viewport: NARROW });
  const value = await seedUserSession(openid.api, seller.user.id);
  await context.addCookies([{ name: 'latchkey_session', value, url: ISSUER, httpOnly: true, sameSite: 'Lax' }]);
  const scope = 'license_keys:read license_keys:write';
  await page.goto((await begin(await application(), { scope, resource: `${ISSUER}/mcp` })).url);
  await page.getByText('What it could change').click();
  await page.getByText('Issue, change and revoke license keys').waitFor();
  await page.getByLabel('Let it change things, too').check();
  await checkLooks(page, '8-model');
  expect(problems).toEqual([]);
});

test('an application signs its user out', async () => {
  const { page, problems, context } = await open({ viewport: NARROW });
  const value = await seedUserSession(openid.api, seller.user.id);
  await context.addCookies([{ name: 'latchkey_session', value, url: ISSUER, httpOnly: true, sameSite: 'Lax' }]);
  const app = await openid.application({ metadata: { redirect_uris: [callback()], post_logout_redirect_uris: [callback()] } });
  await page.goto((await begin(app)).url);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(atApplication);
  await page.goto(client.buildEndSessionUrl(app, { post_logout_redirect_uri: callback() }).href);
  await check(page, 'logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(atApplication);
  expect((await context.cookies(ISSUER)).map(({ name }) => name)).not.toContain('latchkey_session');
  expect(own(problems)).toEqual([]);
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
  await check(page, 'device-1-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(device.user_code).waitFor();
  await check(page, 'device-2-confirm');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: /is connected/ }).waitFor();
  await check(page, 'device-3-connected');
  await page.goto('/oauth2/sign-out');
  await check(page, 'sign-out-1');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(problems).toEqual([]);
});

test('no other site can show the pages in a frame', async () => {
  const { page, context } = await open();
  const { url } = await begin(await application());
  await context.route('http://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>` }),
  );
  await page.goto('http://evil.example/');
  const frame = page.frames().find((each) => each !== page.mainFrame());
  expect(await frame?.content()).not.toContain('Sign in');
});
