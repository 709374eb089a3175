import * as client from 'openid-client';
import pg from 'pg';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';

let openid: OpenIdApi;
let seller: SeededOrganization;
let database: pg.Pool;
beforeAll(async () => {
  openid = await startOpenId();
  seller = await seedOrganization(openid.api, { name: 'Acme' });
  database = new pg.Pool({ connectionString: openid.api.databaseUrl, max: 1 });
});
afterAll(async () => {
  await database.end();
  await openid.close();
});
beforeEach(() => database.query('truncate platform.audit_log'));

interface Listed {
  readonly items: readonly { readonly id: string }[];
}

const request = (method: string, path: string, token: string) =>
  openid.fetch(`${ISSUER}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
const listed = async (token: string): Promise<Listed> =>
  (await request('GET', '/v1/users/me/authorizations', token)).json() as never;

const entries = async () => (await database.query('select * from platform.audit_log order by created_at, id')).rows;

/** Lets the owner of the organization allow an application. */
async function allow(app: client.Configuration, scope = 'openid license_keys:read', organization = seller.organization.id) {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, seller.user.id));
  const { url, checks } = await beginSignIn(app, { scope });
  await browser.open(url);
  const back = await browser.press('allow', { organization });
  return { browser, tokens: await client.authorizationCodeGrant(app, new URL(back), checks) };
}

test('a user lists what applications may do, and revokes it: the tokens end at once, and the application has to ask again', async () => {
  const app = await openid.application({ metadata: { client_uri: 'https://app.example/' } });
  const { browser, tokens } = await allow(app);
  const clientId = app.clientMetadata().client_id;
  const stranger = await seedUserSession(openid.api, (await seedUser(openid.api)).id);
  const { items } = await listed(seller.user_session);
  expect(items).toEqual([
    {
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      client_id: clientId,
      client_name: 'Acme Reports',
      client_uri: 'https://app.example/',
      scopes: ['openid', 'license_keys:read'],
      organization_ids: [seller.organization.id],
      expires_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect((await listed(stranger)).items).toEqual([]);

  const path = `/v1/users/me/authorizations/${items[0]!.id}`;
  expect((await request('DELETE', path, stranger)).status).toBe(404);
  expect((await request('GET', '/v1/license-keys/', tokens.access_token)).status).toBe(200);
  // An application cannot do it.
  expect((await request('DELETE', path, tokens.access_token)).status).toBe(401);
  expect((await request('DELETE', path, seller.pat)).status).toBe(204);
  expect((await request('GET', '/v1/license-keys/', tokens.access_token)).status).toBe(401);
  await expect(client.refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect([(await listed(seller.user_session)).items, (await request('DELETE', path, seller.pat)).status]).toEqual([[], 404]);
  await browser.open((await beginSignIn(app, { scope: 'openid license_keys:read' })).url);
  expect(browser.shown.text).toContain('<h1>Allow');
});

describe('the audit log', () => {
  test('has what a user allowed in the log of the chosen organization, and that the user revoked it', async () => {
    const app = await openid.application();
    const { tokens } = await allow(app);
    const [{ id }] = (await listed(seller.user_session)).items as [{ id: string }];
    await request('DELETE', `/v1/users/me/authorizations/${id}`, seller.pat);
    const rows = (await entries()).filter(({ resource_type }) => resource_type === 'oauth_grant');
    const common = { organization_id: seller.organization.id, actor_type: 'user', actor_id: seller.user.id, resource_id: id };
    expect(rows).toMatchObject([
      { ...common, action: 'created', operation: 'POST /oauth2/interaction/{uid}', address: '127.0.0.1' },
      { ...common, action: 'deleted', operation: 'DELETE /v1/users/me/authorizations/{id}', credential_id: expect.any(String) },
    ]);
    expect(rows[0].changes).toMatchObject({
      client_id: { before: null, after: app.clientMetadata().client_id },
      scopes: { before: null, after: ['openid', 'license_keys:read'] },
    });
    const text = JSON.stringify(rows);
    expect([tokens.access_token, tokens.refresh_token!].filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('has what concerns no single organization in the logs of all that the user belongs to', async () => {
    const app = await openid.application();
    await allow(app, 'openid email');
    const rows = (await entries()).filter(({ resource_type }) => resource_type === 'oauth_grant');
    expect(rows).toMatchObject([{ organization_id: seller.organization.id, action: 'created' }]);
  });

  test('has that a grant ended because the application gave it back, or used a refresh token twice', async () => {
    const app = await openid.application();
    const first = await allow(app);
    await client.tokenRevocation(app, first.tokens.refresh_token!);
    const second = await allow(app);
    await client.refreshTokenGrant(app, second.tokens.refresh_token!);
    await expect(client.refreshTokenGrant(app, second.tokens.refresh_token!)).rejects.toBeDefined();
    const ended = (await entries()).filter(
      ({ resource_type, action }) => resource_type === 'oauth_grant' && action === 'deleted',
    );
    const common = { organization_id: seller.organization.id, actor_type: 'user', actor_id: seller.user.id };
    expect(ended).toMatchObject([
      { ...common, operation: 'POST /v1/oauth2/revoke' },
      { ...common, operation: 'POST /v1/oauth2/token' },
    ]);
  });

  test('has changes and the deletion of an application where it may act, without its secret', async () => {
    const send = async (method: string, url: string, body?: object, token?: string) => {
      const answer = await openid.fetch(url, {
        method,
        body: body && JSON.stringify(body),
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      return (await answer.json().catch(() => ({}))) as Record<string, string>;
    };
    const metadata = { client_name: 'Before', redirect_uris: ['https://app.example/callback'], contacts: ['dev@app.example'] };
    const registered = await send('POST', `${ISSUER}/v1/oauth2/register`, metadata);
    const {
      client_id: id,
      client_secret: secret,
      registration_client_uri: address,
      registration_access_token: token,
    } = registered;
    // Nobody has allowed it anything yet.
    expect(await entries()).toEqual([]);
    const app = await client.discovery(new URL(ISSUER), id!, {}, client.ClientSecretBasic(secret!), {
      execute: [client.allowInsecureRequests],
      [client.customFetch]: openid.fetch as client.CustomFetch,
    });
    await allow(app);
    await send('PUT', address!, { ...metadata, client_id: id, client_name: 'After' }, token);
    const changed = await send(
      'PUT',
      address!,
      { ...metadata, client_id: id, client_name: 'After', token_endpoint_auth_method: 'none' },
      token,
    );
    expect(changed['client_name']).toBe('After');
    await send('DELETE', address!, undefined, token);
    const rows = (await entries()).filter(({ resource_type }) => resource_type === 'oauth_client');
    const common = { organization_id: seller.organization.id, actor_type: 'anonymous', resource_id: expect.any(String) };
    const put = { ...common, action: 'updated', operation: 'PUT /v1/oauth2/register/{id}' };
    expect(rows).toMatchObject([
      { ...put, changes: { client_name: { before: 'Before', after: 'After' } } },
      { ...put, changes: { token_endpoint_auth_method: { before: 'client_secret_basic', after: 'none' } } },
      { ...common, action: 'deleted', operation: 'DELETE /v1/oauth2/register/{id}' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/latchkey_cs_|dev@app\.example/);
  });
});

describe('logout at the request of an application', () => {
  const AFTERWARDS = 'https://app.example/goodbye';
  const application = () => openid.application({ metadata: { post_logout_redirect_uris: [AFTERWARDS] } });

  test('signs the user out here and leads back; tokens stay valid', async () => {
    const app = await application();
    const { browser, tokens } = await allow(app);
    const kept = browser.cookie('latchkey_session')!;
    const url = client.buildEndSessionUrl(app, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: AFTERWARDS,
      state: 'where I was',
    });
    await browser.open(url.href);
    expect(browser.shown.text).toContain('“Acme Reports” asks you to sign out here, too.');
    expect(browser.shown.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;");
    const back = await browser.send('/oauth2/logout/confirm', { ...browser.fields('yes'), logout: 'yes' });
    expect([back.split('?')[0], new URL(back).searchParams.get('state')]).toEqual([AFTERWARDS, 'where I was']);
    expect([browser.cookie('latchkey_session'), browser.cookie('latchkey_authorization')]).toEqual([undefined, undefined]);
    expect((await request('GET', '/v1/users/me', kept)).status).toBe(401);
    expect((await request('GET', '/v1/license-keys/', tokens.access_token)).status).toBe(200);
  });

  test('whoever wants to stay is not signed out', async () => {
    const app = await application();
    const { browser, tokens } = await allow(app);
    await browser.open(client.buildEndSessionUrl(app, { post_logout_redirect_uri: AFTERWARDS }).href);
    expect(await browser.send('/oauth2/logout/confirm', browser.fields('yes'))).toBe(AFTERWARDS);
    expect((await request('GET', '/v1/users/me', browser.cookie('latchkey_session')!)).status).toBe(200);
    expect((await request('GET', '/v1/license-keys/', tokens.access_token)).status).toBe(200);
  });

  test('leads nowhere but to addresses that the application has registered', async () => {
    const app = await application();
    const { browser } = await allow(app);
    for (const uri of ['https://evil.example/', `${AFTERWARDS}/more`, 'javascript:alert(1)']) {
      await browser.open(client.buildEndSessionUrl(app, { post_logout_redirect_uri: uri }).href);
      expect([browser.shown.status, browser.shown.headers.get('location')]).toEqual([400, null]);
    }
    // Without an application there is nothing to compare the address with.
    await browser.open(`${ISSUER}/oauth2/logout?post_logout_redirect_uri=https://evil.example/`);
    const end = await browser.send('/oauth2/logout/confirm', { ...browser.fields('yes'), logout: 'yes' });
    expect([new URL(end).origin, browser.shown.status, browser.shown.text]).toEqual([
      ISSUER,
      200,
      expect.stringContaining('<h1>Done'),
    ]);
  });

  test('a form of another site does nothing', async () => {
    const { browser } = await allow(await application());
    await browser.open(`${ISSUER}/oauth2/logout`);
    await browser.send('/oauth2/logout/confirm', { xsrf: 'wrong', logout: 'yes' });
    expect(browser.shown.status).toBe(400);
    expect((await request('GET', '/v1/users/me', browser.cookie('latchkey_session')!)).status).toBe(200);
  });

  test('a user who has a session here, but none of the provider, is asked as well', async () => {
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, seller.user.id));
    await browser.open(`${ISSUER}/oauth2/logout`);
    expect([browser.shown.text.includes('<script'), browser.fields('yes')['xsrf']]).toEqual([false, expect.any(String)]);
    await browser.send('/oauth2/logout/confirm', { ...browser.fields('yes'), logout: 'yes' });
    expect(browser.cookie('latchkey_session')).toBeUndefined();
  });
});
