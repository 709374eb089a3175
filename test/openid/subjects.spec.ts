import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import * as client from 'openid-client';
import { CLI_CLIENT_ID } from '#oauth';
import { RegisterUser, SetMemberRole } from '#organizations';
import { callAs } from '../support/call.ts';
import { type CompanyProvider, openCompanyProvider } from '../support/company-provider.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedDomain } from '../support/seed-single-sign-on.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';

const DOMAIN = `${randomUUID()}.example.com`;
const SCOPE = 'openid profile email organizations:read';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let openid: OpenIdApi;
let company: CompanyProvider;
let acme: SeededOrganization;
/** Works for Acme, and owns another organization. */
let ada: { readonly id: string; readonly email: string };
beforeAll(async () => {
  company = await openCompanyProvider(DOMAIN, `${ISSUER}/single-sign-on/callback`);
  openid = await startOpenId();
  const { api } = openid;
  const bus = api.app.get(CommandBus);
  acme = await seedOrganization(api);
  await seedDomain(api, acme.organization.id, DOMAIN);
  const email = `ada@${DOMAIN}`;
  ada = { id: await bus.execute(new RegisterUser(email)), email };
  await bus.execute(new SetMemberRole({ id: acme.organization.id }, ada.id, 'member'));
  await bus.execute(new SetMemberRole({ id: (await seedOrganization(api)).organization.id }, ada.id, 'owner'));
  // An admin chooses the provider, and so decides who somebody is there.
  const admin = await seedUser(api);
  await bus.execute(new SetMemberRole({ id: acme.organization.id }, admin.id, 'admin'));
  const connection = { issuer: company.issuer, ...company.client, default_role: 'member' };
  const path = `/v1/organizations/${acme.organization.id}/single-sign-on`;
  const saved = await callAs(api, await seedUserSession(api, admin.id))('PUT', path, connection);
  if (saved.status !== 200) throw new Error(`${saved.status} ${JSON.stringify(saved.body)}`);
});
afterAll(async () => {
  await openid.close();
  await company.close();
});

/** What an application is told of a user, in each of the ways in which it is told. */
interface Told {
  readonly idToken: Readonly<Record<string, unknown>>;
  readonly userInfo: Readonly<Record<string, unknown>>;
  readonly introspected: Readonly<Record<string, unknown>>;
}

async function toldBy(app: client.Configuration, tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers) {
  const idToken = tokens.claims() as Told['idToken'];
  return {
    idToken,
    userInfo: await client.fetchUserInfo(app, tokens.access_token, String(idToken['sub'])),
    introspected: await client.tokenIntrospection(app, tokens.access_token),
  } as Told;
}

/** A browser in which somebody signed in at the provider of Acme as Ada. */
async function browserOfAdmin(url: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(openid);
  await browser.open(url);
  await browser.press('ask-single-sign-on', { email: ada.email });
  const address = /<a class="button" href="([^"]*)"/.exec(browser.shown.text)![1]!.replaceAll('&amp;', '&');
  await browser.open((await company.signIn(address, 'ada')).href);
  return browser;
}

const browserOfAda = async (): Promise<PlainBrowser> => {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, ada.id));
  return browser;
};

const program = (): Promise<client.Configuration> =>
  client.discovery(new URL(ISSUER), CLI_CLIENT_ID, {}, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: openid.fetch as client.CustomFetch,
  });

/** In each way in which applications get tokens. */
async function everythingTold(openBrowser: (url: string) => Promise<PlainBrowser>): Promise<Told[]> {
  const app = await openid.application();
  const { url, checks } = await beginSignIn(app, { scope: SCOPE });
  const browser = await openBrowser(url);
  if (browser.shown.url !== url && !browser.shown.text.includes('<h1>Allow')) await browser.open(url);
  const back = await browser.press('allow', { organization: acme.organization.id });
  const tokens = await client.authorizationCodeGrant(app, new URL(back), checks);
  const renewed = await client.refreshTokenGrant(app, tokens.refresh_token!);

  const cli = await program();
  const device = await client.initiateDeviceAuthorization(cli, { scope: SCOPE });
  await browser.open(device.verification_uri);
  await browser.send('/oauth2/device', { ...browser.fields(), user_code: device.user_code });
  await browser.send('/oauth2/device', { ...browser.fields(), confirm: 'yes' });
  await browser.press('allow', { organization: acme.organization.id });
  const ofDevice = await client.genericGrantRequest(cli, DEVICE_GRANT, { device_code: device.device_code });
  return [await toldBy(app, renewed), await toldBy(cli, ofDevice)];
}

test('whoever chose the provider of an organization is no other user of it to applications', async () => {
  const own = await everythingTold(async (url) => {
    const browser = await browserOfAda();
    await browser.open(url);
    return browser;
  });
  for (const { idToken, userInfo, introspected } of own) {
    for (const claims of [idToken, userInfo]) {
      expect(claims).toMatchObject({ sub: ada.id, name: ada.email, email: ada.email, email_verified: true });
    }
    for (const claims of [idToken, userInfo, introspected]) expect(claims).not.toHaveProperty('organization');
    expect(introspected).toMatchObject({ sub: ada.id });
  }

  const { id } = acme.organization;
  const asOfAcme = { sub: `${id}:${ada.id}`, organization: id };
  for (const { idToken, userInfo, introspected } of await everythingTold(browserOfAdmin)) {
    for (const claims of [idToken, userInfo])
      expect(claims).toMatchObject({ ...asOfAcme, email: ada.email, email_verified: false });
    expect(introspected).toMatchObject({ ...asOfAcme, organizations: [id] });
  }
});

test('in one browser, both are asked and told apart, and an ID token is a hint to its own subject', async () => {
  const app = await openid.application();
  const first = await beginSignIn(app, { scope: 'openid' });
  const browser = await browserOfAdmin(first.url);
  const asOfAcme = await client.authorizationCodeGrant(app, new URL(await browser.press('allow')), first.checks);
  const hinted = async (prompt: string) => {
    const { url, checks } = await beginSignIn(app, { scope: 'openid', prompt, id_token_hint: asOfAcme.id_token! });
    return { back: new URL(await browser.open(url)), checks };
  };
  const silently = await hinted('none');
  expect((await client.authorizationCodeGrant(app, silently.back, silently.checks)).claims()!.sub).toBe(asOfAcme.claims()!.sub);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, ada.id));
  expect((await hinted('none')).back.searchParams.get('error')).toBe('login_required');
});

test('what the last release allowed in the session of a provider tells nothing more', async () => {
  const app = await openid.application();
  const { url, checks } = await beginSignIn(app, { scope: 'openid email' });
  const browser = await browserOfAda();
  await browser.open(url);
  const tokens = await client.authorizationCodeGrant(app, new URL(await browser.press('allow')), checks);
  const asBefore =
    'update oauth.grants set provider_organization_id = ? where user_id = ? and created_at = (select max(created_at) from oauth.grants)';
  await openid.api.app.get(EntityManager).fork().execute(asBefore, [acme.organization.id, ada.id]);
  await expect(client.fetchUserInfo(app, tokens.access_token, ada.id)).rejects.toMatchObject({ status: 401 });
  await expect(client.refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
});
