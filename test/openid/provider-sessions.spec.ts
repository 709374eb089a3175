import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import * as client from 'openid-client';
import { CLI_CLIENT_ID } from '#oauth';
import { SetMemberRole } from '#organizations';
import { callAs } from '../support/call.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

const SCOPE = 'openid organizations:read';

let openid: OpenIdApi;
/** The organization of the provider. */
let acme: SeededOrganization;
/** Another one, whose owner signs in through the provider. */
let globex: SeededOrganization;
beforeEach(async () => {
  openid = await startOpenId();
  acme = await seedOrganization(openid.api, { name: 'Acme' });
  globex = await seedOrganization(openid.api, { name: 'Globex' });
  const bus = openid.api.app.get(CommandBus);
  await bus.execute(new SetMemberRole({ id: acme.organization.id }, globex.user.id, 'member'));
});
afterEach(() => openid.close());

const byCode = (): Promise<string> => seedUserSession(openid.api, globex.user.id);
const byProvider = (): Promise<string> =>
  seedUserSession(openid.api, globex.user.id, 0, {
    methods: ['single_sign_on'],
    providerOrganizationId: acme.organization.id,
  });

function browserWith(session: string, browser = new PlainBrowser(openid)): PlainBrowser {
  browser.setCookie('latchkey_session', session);
  return browser;
}

const organizationsOf = async (token: string): Promise<string[]> => {
  const { items } = (await callAs(openid.api, token)('GET', '/v1/organizations/')).body;
  return items.map(({ name }: { name: string }) => name).sort();
};

/** Opens the page of an application; `back` is where the browser was sent, if nothing was asked. */
async function ask(browser: PlainBrowser, app: client.Configuration, scope = SCOPE) {
  const { url, checks } = await beginSignIn(app, { scope });
  const back = await browser.open(url);
  const tokensAt = (address: string) => client.authorizationCodeGrant(app, new URL(address), checks);
  return { isAsked: browser.shown.text.includes('<h1>Allow'), back, tokensAt };
}

test('what is allowed in the session of a provider is limited to its organization, also when it is renewed', async () => {
  const [app, browser] = [await openid.application(), browserWith(await byProvider())];
  const { tokensAt } = await ask(browser, app);
  expect(browser.shown.text).toContain('Acme');
  expect(browser.shown.text).not.toMatch(/Globex|All organizations/);
  for (const organization of ['all', globex.organization.id]) {
    await browser.press('allow', { organization });
    expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining('Choose an organization.')]);
  }
  const tokens = await tokensAt(await browser.press('allow', { organization: acme.organization.id }));
  const isLimited = async (token: string): Promise<void> => {
    expect(await organizationsOf(token)).toEqual(['Acme']);
    const other = await callAs(openid.api, token)('GET', `/v1/organizations/${globex.organization.id}`);
    expect([other.status, other.body.detail]).toEqual([403, expect.stringContaining('sign in another way')]);
    expect(await client.tokenIntrospection(app, token)).toMatchObject({ organizations: [acme.organization.id] });
  };
  await isLimited(tokens.access_token);
  const renewed = await client.refreshTokenGrant(app, tokens.refresh_token!);
  await isLimited(renewed.access_token);
  const sub = `${acme.organization.id}:${globex.user.id}`;
  expect((await client.fetchUserInfo(app, renewed.access_token, sub)).sub).toBe(sub);
});

test('an application that only wants to know who it is gets nothing more later', async () => {
  const [app, browser] = [await openid.application(), browserWith(await byProvider())];
  const { tokensAt } = await ask(browser, app, 'openid');
  const tokens = await tokensAt(await browser.press('allow'));
  expect(await client.tokenIntrospection(app, tokens.access_token)).toMatchObject({ organizations: [acme.organization.id] });
});

test('what was allowed before does not count in the session of a provider, nor the other way round', async () => {
  const [app, browser] = [await openid.application(), browserWith(await byCode())];
  const first = await ask(browser, app);
  expect(
    await organizationsOf((await first.tokensAt(await browser.press('allow', { organization: 'all' }))).access_token),
  ).toEqual(['Acme', 'Globex']);
  expect((await ask(browser, app)).isAsked).toBe(false);

  browserWith(await byProvider(), browser);
  const second = await ask(browser, app);
  expect(second.isAsked).toBe(true);
  const limited = await second.tokensAt(await browser.press('allow', { organization: acme.organization.id }));
  expect([limited.claims()!['amr'], await organizationsOf(limited.access_token)]).toEqual([['fed'], ['Acme']]);
  const again = await ask(browser, app);
  expect([again.isAsked, await organizationsOf((await again.tokensAt(again.back)).access_token)]).toEqual([false, ['Acme']]);

  browserWith(await byCode(), browser);
  const third = await ask(browser, app);
  expect(third.isAsked).toBe(true);
  const whole = await third.tokensAt(await browser.press('allow', { organization: 'all' }));
  expect(whole.claims()!['amr']).toEqual(['otp']);
});

test('a question is answered by the session that was asked, not by one of another subject', async () => {
  const [app, browser] = [await openid.application(), browserWith(await byCode())];
  await ask(browser, app);
  browserWith(await byProvider(), browser);
  await browser.press('allow', { organization: acme.organization.id });
  expect([browser.shown.status, browser.shown.text]).toEqual([400, expect.stringContaining('This sign-in has expired')]);
});

test('a device that is connected in the session of a provider is limited as the session is', async () => {
  const program = await client.discovery(new URL(ISSUER), CLI_CLIENT_ID, {}, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: openid.fetch as client.CustomFetch,
  });
  const device = await client.initiateDeviceAuthorization(program, { scope: SCOPE });
  const browser = browserWith(await byProvider());
  await browser.open(device.verification_uri);
  await browser.send('/oauth2/device', { ...browser.fields(), user_code: device.user_code });
  await browser.send('/oauth2/device', { ...browser.fields(), confirm: 'yes' });
  expect(browser.shown.text).not.toMatch(/Globex|All organizations/);
  await browser.press('allow', { organization: acme.organization.id });
  const answer = await openid.fetch(`${ISSUER}/v1/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
      client_id: CLI_CLIENT_ID,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  expect(await organizationsOf(token)).toEqual(['Acme']);
});

test('an organization that enforces single sign-on is reached by what was allowed in a session of its provider alone', async () => {
  const em = openid.api.app.get(EntityManager).fork();
  const [app, browser] = [await openid.application(), browserWith(await byCode())];
  const before = await ask(browser, app);
  const early = await before.tokensAt(await browser.press('allow', { organization: 'all' }));
  expect(await organizationsOf(early.access_token)).toEqual(['Acme', 'Globex']);
  await em.execute('update organizations.organizations set sso_enforced = true where id = ?', [acme.organization.id]);
  expect(await organizationsOf(early.access_token)).toEqual(['Globex']);

  const other = await openid.application();
  await ask(browser, other);
  expect(browser.shown.text).toContain('Single sign-on is required by Acme');
  await browser.press('allow', { organization: acme.organization.id });
  expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining('Choose an organization.')]);

  browserWith(await byProvider(), browser);
  const { tokensAt } = await ask(browser, other);
  const tokens = await tokensAt(await browser.press('allow', { organization: acme.organization.id }));
  expect(await organizationsOf(tokens.access_token)).toEqual(['Acme']);
});
