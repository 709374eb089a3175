import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { callAs } from '../support/call.ts';
import { type CompanyProvider, openCompanyProvider } from '../support/company-provider.ts';
import { beginSignIn, CALLBACK, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedDomain } from '../support/seed-single-sign-on.ts';
import { begin, complete } from '../support/single-sign-on.ts';

const DOMAIN = `${randomUUID()}.example.com`;
const RETURN = '/single-sign-on/callback';

let openid: OpenIdApi;
let api: OpenIdApi['api'];
let seller: SeededOrganization;
let company: CompanyProvider;
beforeAll(async () => {
  company = await openCompanyProvider(DOMAIN, `${ISSUER}${RETURN}`);
  openid = await startOpenId();
  api = openid.api;
  seller = await seedOrganization(api);
  await seedDomain(api, seller.organization.id, DOMAIN);
  const { client_id, client_secret } = company.client;
  const body = { issuer: company.issuer, client_id, client_secret, default_role: 'finance' };
  const path = `/v1/organizations/${seller.organization.id}/single-sign-on`;
  await callAs(api, seller.user_session)('PUT', path, body);
});
afterAll(async () => {
  await openid.close();
  await company.close();
});

/** The result with which the browser comes back to the page, through the path of the service. */
async function resultOf(address: URL): Promise<Record<string, string>> {
  expect(`${address.origin}${address.pathname}`).toBe(`${ISSUER}${RETURN}`);
  const { headers } = await api.app.inject({ url: address.pathname + address.search });
  return Object.fromEntries(new URLSearchParams(String(headers.location).split('#')[1]));
}

test('people of a company sign in through the certified provider, again as the same user', async () => {
  const signIn = async (name: string) => {
    const { url, cookie } = await begin(api, { email: `${name}@${DOMAIN}` });
    return complete(api, await resultOf(await company.signIn(url, name)), cookie);
  };
  const [ada, grace, again] = [await signIn('ada'), await signIn('grace'), await signIn('ada')];
  expect([ada.status, ada.body.email, grace.body.email]).toEqual([200, `ada@${DOMAIN}`, `grace@${DOMAIN}`]);
  expect(again.body.user_id).toBe(ada.body.user_id);
  expect(grace.body.user_id).not.toBe(ada.body.user_id);
  const { memberships } = (await callAs(api, ada.body.token)('GET', '/v1/users/me')).body;
  expect(memberships).toMatchObject([{ organization_id: seller.organization.id, role: 'finance' }]);
});

test('a code of the certified provider works for the sign-in for which it was made', async () => {
  const [mine, theirs] = [await begin(api, { email: `ada@${DOMAIN}` }), await begin(api, { email: `ada@${DOMAIN}` })];
  const { code, iss } = await resultOf(await company.signIn(mine.url, 'ada'));
  const state = new URL(theirs.url).searchParams.get('state')!;
  expect((await complete(api, { code, iss, state }, theirs.cookie)).status).toBe(401);
});

describe('on the sign-in page of an application', () => {
  const HREF = /<a class="button" href="([^"]*)"/;
  const email = `ada@${DOMAIN}`;

  /** A browser on the page that leads to the provider of the company, and the address of the provider. */
  async function leaving(): Promise<
    { browser: PlainBrowser; app: client.Configuration; url: string } & Awaited<ReturnType<typeof beginSignIn>>
  > {
    const browser = new PlainBrowser(openid);
    const app = await openid.application();
    const begun = await beginSignIn(app, { scope: 'openid' });
    await browser.open(begun.url);
    await browser.press('ask-single-sign-on', { email });
    return { browser, app, checks: begun.checks, url: HREF.exec(browser.shown.text)![1]!.replaceAll('&amp;', '&') };
  }

  const isSignedIn = (browser: PlainBrowser): boolean => Boolean(browser.cookie('latchkey_session'));

  test('people of a company sign in through its provider, and go on to the application', async () => {
    const { browser, app, checks, url } = await leaving();
    expect(browser.shown.text).toContain(`Continue at ${new URL(company.issuer).host}`);
    const back = await company.signIn(url, 'ada');
    await browser.open(back.href);
    expect(browser.shown.text).toContain(`You are signed in as ${email}`);
    const result = await browser.press('allow');
    expect(result).toContain(`${CALLBACK}?code=`);
    const tokens = await client.authorizationCodeGrant(app, new URL(result), checks);
    expect(tokens.claims()).toMatchObject({ amr: ['fed'] });
    // The result of the provider works once.
    await browser.open(back.href);
    expect(browser.shown.url).toContain('/console/sign-in/single-sign-on#');
  });

  test('a result works only in the browser and the interaction that asked for it', async () => {
    const [mine, theirs] = [await leaving(), await leaving()];
    const back = await company.signIn(mine.url, 'ada');
    const stranger = new PlainBrowser(openid);
    for (const browser of [stranger, theirs.browser]) {
      await browser.open(back.href);
      expect([browser.shown.url, isSignedIn(browser)]).toEqual([
        expect.stringContaining('/console/sign-in/single-sign-on#'),
        false,
      ]);
    }
    const { browser } = await leaving();
    const action = /action="([^"]*)"/.exec(browser.shown.text)![1]!;
    await browser.open(`${ISSUER}${action}/single-sign-on${back.search}`);
    expect([browser.shown.status, browser.shown.text, isSignedIn(browser)]).toEqual([
      422,
      expect.stringContaining('This sign-in does not work.'),
      false,
    ]);
    await stranger.open(`${ISSUER}${action}/single-sign-on${back.search}`);
    expect([stranger.shown.status, isSignedIn(stranger)]).toEqual([400, false]);
  });

  test.each([
    ['code=planted&state=', 'This sign-in does not work.'],
    ['error=access_denied&state=', 'did not sign you in.'],
    ['state=', 'This sign-in does not work.'],
  ])('what the provider says otherwise is told: %s', async (result, message) => {
    const { browser, url } = await leaving();
    await browser.open(`${ISSUER}${RETURN}?${result}${new URL(url).searchParams.get('state')}`);
    expect([browser.shown.status, browser.shown.text, isSignedIn(browser)]).toEqual([
      422,
      expect.stringContaining(message),
      false,
    ]);
    expect(browser.fields('ask-single-sign-on')).toHaveProperty('email');
  });

  test.each([
    ['ada@elsewhere.example.com', 'No organization uses single sign-on for this address'],
    ['ada', 'This is not an e-mail address.'],
  ])('an address without a provider is refused: %s', async (address, message) => {
    const { browser } = await leaving();
    await browser.press('start');
    await browser.press('ask-single-sign-on', { email: address });
    expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining(message)]);
    expect(browser.shown.text).not.toMatch(HREF);
  });
});
