import * as client from 'openid-client';
import { beginSignIn, CALLBACK, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

let openid: OpenIdApi;
let seller: SeededOrganization;
beforeAll(async () => {
  openid = await startOpenId();
  seller = await seedOrganization(openid.api, { name: 'Acme' });
});
afterAll(() => openid.close());

/** A browser in which the owner of the organization is signed in. */
async function signedIn(userId = seller.user.id): Promise<PlainBrowser> {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, userId));
  return browser;
}

/** Lets an application sign in and act in the organization. Returns the address to which the browser is sent, and the tokens. */
async function allowed(
  app: client.Configuration,
  parameters: Record<string, string> = {},
  organization = seller.organization.id,
) {
  const browser = await signedIn();
  const { url, checks } = await beginSignIn(app, { scope: 'openid profile email license_keys:read', ...parameters });
  await browser.open(url);
  const back = await browser.press('allow', { organization });
  return { browser, back, checks, tokens: await client.authorizationCodeGrant(app, new URL(back), checks) };
}

const api = (path: string, token: string, init: RequestInit = {}) =>
  openid.fetch(`${ISSUER}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

const licenseKeys = async (token: string): Promise<number> => (await api('/v1/license-keys/', token)).status;

const post = (path: string, fields: Record<string, string>) =>
  openid.fetch(`${ISSUER}${path}`, { method: 'POST', body: new URLSearchParams(fields) });

describe('an application with a secret', () => {
  test('signs a user in, acts for them, refreshes its token and gives it back', async () => {
    const app = await openid.application();
    const { tokens, back } = await allowed(app);
    expect(new URL(back).searchParams.get('iss')).toBe(ISSUER);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid profile email license_keys:read' });
    expect(tokens.access_token).toMatch(/^latchkey_at_/);
    expect(tokens.refresh_token).toMatch(/^latchkey_rt_/);
    const claims = tokens.claims()!;
    expect(claims).toMatchObject({ iss: ISSUER, sub: seller.user.id, email_verified: true, amr: ['otp'] });
    expect(claims['email']).toBe(claims['name']);
    const about = await client.fetchUserInfo(app, tokens.access_token, claims.sub);
    expect(about).toEqual({ sub: claims.sub, name: claims['name'], email: claims['email'], email_verified: true });
    expect(await licenseKeys(tokens.access_token)).toBe(200);

    const next = await client.refreshTokenGrant(app, tokens.refresh_token!);
    expect([await licenseKeys(tokens.access_token), await licenseKeys(next.access_token)]).toEqual([401, 200]);
    await client.tokenRevocation(app, next.refresh_token!);
    expect(await licenseKeys(next.access_token)).toBe(401);
  });

  test('learns by introspection what a token is, but nothing about tokens of others', async () => {
    const [app, other] = [await openid.application(), await openid.application()];
    const { tokens } = await allowed(app);
    expect(await client.tokenIntrospection(app, tokens.access_token)).toMatchObject({
      active: true,
      client_id: app.clientMetadata().client_id,
      token_type: 'access_token',
      scope: 'openid profile email license_keys:read',
      sub_type: 'user',
      sub: seller.user.id,
      organizations: [seller.organization.id],
      aud: ISSUER,
      iss: ISSUER,
    });
    expect(await client.tokenIntrospection(app, tokens.refresh_token!)).toMatchObject({
      active: true,
      token_type: 'refresh_token',
    });
    expect(await client.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false });
    await client.tokenRevocation(other, tokens.access_token);
    expect(await licenseKeys(tokens.access_token)).toBe(200);
  });

  test('acts only with the scopes and in the organizations that the user allowed', async () => {
    const other = await seedOrganization(openid.api);
    const app = await openid.application();
    const { tokens } = await allowed(app, { scope: 'openid organizations:read' });
    const listed = (await (await api('/v1/organizations/', tokens.access_token)).json()) as { items: { id: string }[] };
    expect(listed.items.map(({ id }) => id)).toEqual([seller.organization.id]);
    expect((await api(`/v1/organizations/${other.organization.id}`, tokens.access_token)).status).toBe(404);
    expect(await licenseKeys(tokens.access_token)).toBe(403);
    expect((await api('/v1/personal-access-tokens/', tokens.access_token)).status).toBe(401);
  });

  test('is remembered while the user is signed in, and asks again for more', async () => {
    const app = await openid.application();
    const { browser } = await allowed(app);
    const again = await beginSignIn(app, { scope: 'openid license_keys:read' });
    expect(await browser.open(again.url)).toContain(`${CALLBACK}?code=`);
    const more = await beginSignIn(app, { scope: 'openid customers:read' });
    await browser.open(more.url);
    expect(browser.shown.text).toContain('See customers');
  });

  test('of which the user wants nothing gets access_denied', async () => {
    const browser = await signedIn();
    await browser.open((await beginSignIn(await openid.application())).url);
    const back = await browser.press('deny');
    expect(new URL(back).searchParams.get('error')).toBe('access_denied');
  });

  test('that acts in one organization cannot be given all', async () => {
    const app = await openid.application({ metadata: { default_sub_type: 'organization' } });
    const browser = await signedIn();
    const { url, checks } = await beginSignIn(app, { scope: 'openid customers:read' });
    await browser.open(url);
    for (const organization of ['all', 'nonsense', (await seedOrganization(openid.api)).organization.id]) {
      await browser.press('allow', { organization });
      expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining('Choose an organization.')]);
    }
    const back = await browser.press('allow', { organization: seller.organization.id });
    const { access_token: token } = await client.authorizationCodeGrant(app, new URL(back), checks);
    expect(await client.tokenIntrospection(app, token)).toMatchObject({ sub_type: 'organization' });
  });
});

describe('codes and tokens', () => {
  test('a code that is used twice ends what it gave', async () => {
    const app = await openid.application();
    const { back, checks, tokens } = await allowed(app);
    await expect(client.authorizationCodeGrant(app, new URL(back), checks)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await licenseKeys(tokens.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a refresh token that is used twice ends the whole family', async () => {
    const app = await openid.application();
    const { tokens } = await allowed(app);
    const next = await client.refreshTokenGrant(app, tokens.refresh_token!);
    await expect(client.refreshTokenGrant(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await licenseKeys(next.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(app, next.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('of ten requests with one refresh token at the same time at most one succeeds, and it is worth nothing afterwards', async () => {
    const app = await openid.application();
    const { tokens } = await allowed(app);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => client.refreshTokenGrant(app, tokens.refresh_token!)),
    );
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { refresh_token: last } of won) await expect(client.refreshTokenGrant(app, last!)).rejects.toBeDefined();
  });

  test('a code of another application, or without the verifier, is worth nothing', async () => {
    const [app, other] = [await openid.application(), await openid.application()];
    const browser = await signedIn();
    const { url, checks } = await beginSignIn(app);
    await browser.open(url);
    const back = new URL(await browser.press('allow'));
    await expect(client.authorizationCodeGrant(other, back, checks)).rejects.toMatchObject({ error: 'invalid_grant' });
    const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    await expect(client.authorizationCodeGrant(app, back, wrong)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await client.authorizationCodeGrant(app, back, checks)).access_token).toBeDefined();
  });

  test('a refresh token of another application is worth nothing to it, and stays valid', async () => {
    const [app, other] = [await openid.application(), await openid.application()];
    const { tokens } = await allowed(app);
    await expect(client.refreshTokenGrant(other, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await client.refreshTokenGrant(app, tokens.refresh_token!)).access_token).toBeDefined();
  });

  test('a response of another issuer is noticed by the client', async () => {
    const app = await openid.application();
    const browser = await signedIn();
    const { url, checks } = await beginSignIn(app);
    await browser.open(url);
    const back = new URL(await browser.press('allow'));
    back.searchParams.set('iss', 'https://evil.example');
    await expect(client.authorizationCodeGrant(app, back, checks)).rejects.toBeDefined();
  });

  test('a wrong secret is a 401', async () => {
    const app = await openid.application();
    const answer = await post('/v1/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: 'latchkey_rt_x',
      client_id: app.clientMetadata().client_id,
      client_secret: 'wrong',
    });
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
  });
});

describe('requests that are refused', () => {
  /** The page or the error with which a changed request is answered. */
  async function answerTo(change: (url: URL) => void, options: Parameters<OpenIdApi['application']>[0] = {}) {
    const url = new URL((await beginSignIn(await openid.application(options))).url);
    change(url);
    const browser = await signedIn();
    const end = await browser.open(url.href);
    return { end, shown: browser.shown };
  }

  test.each([
    ['another host', 'https://evil.example/callback'],
    ['a longer path', `${CALLBACK}/more`],
    ['another scheme', CALLBACK.replace('https', 'http')],
    ['a user in the address', 'https://app.example@evil.example/callback'],
    ['more in the query', `${CALLBACK}?next=https://evil.example/`],
    ['a fragment', `${CALLBACK}#https://evil.example/`],
    ['a script', 'javascript:alert(1)'],
  ])('redirect addresses that are not registered: %s', async (_what, uri) => {
    const { end, shown } = await answerTo((url) => url.searchParams.set('redirect_uri', uri));
    expect([end.startsWith(ISSUER), shown.status, shown.headers.get('location')]).toEqual([true, 400, null]);
    expect(shown.text).toContain('an address that it has not registered');
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('an unknown application', async () => {
    const { shown } = await answerTo((url) => url.searchParams.set('client_id', 'unknown'));
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('not registered here')]);
  });

  test.each([
    ['no PKCE', 'invalid_request', (url: URL) => url.searchParams.delete('code_challenge')],
    ['plain PKCE', 'invalid_request', (url: URL) => url.searchParams.set('code_challenge_method', 'plain')],
    ['tokens in the address', 'unsupported_response_type', (url: URL) => url.searchParams.set('response_type', 'id_token')],
  ])('%s: %s', async (_what, error, change) => {
    const { shown } = await answerTo(change);
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(`error=${error}`)]);
    expect([shown.url.startsWith(ISSUER), shown.text]).toEqual([true, expect.stringContaining('Continue at app.example?')]);
  });

  test('scopes that manage tokens are not given', async () => {
    const { shown } = await answerTo((url) =>
      url.searchParams.set('scope', 'openid personal_access_tokens:write license_keys:read'),
    );
    expect(shown.text).not.toContain('personal_access_tokens');
  });

  test('responses that scripts would have to send', async () => {
    const { shown } = await answerTo((url) => url.searchParams.set('response_mode', 'form_post'));
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('response_mode must be query')]);
  });

  test('whoever is not signed in is not asked by prompt=none, and goes on only by themselves to who was not allowed anything', async () => {
    const [browser, app] = [new PlainBrowser(openid), await openid.application()];
    const { url } = await beginSignIn(app, { prompt: 'none', state: 'of "others"' });
    expect(await browser.open(url)).toBe(url);
    const { status, text, headers } = browser.shown;
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('Continue at app.example?');
    const [, href] = /<a class="button" href="([^"]*)"/.exec(text)!;
    const next = new URL(href!.replaceAll('&amp;', '&'));
    expect([next.origin + next.pathname, next.searchParams.get('error'), next.searchParams.get('state')]).toEqual([
      CALLBACK,
      'login_required',
      'of "others"',
    ]);
    const known = await allowed(app);
    known.browser.setCookie('latchkey_session', 'signed out');
    const again = await beginSignIn(app, { prompt: 'none' });
    expect(new URL(await known.browser.open(again.url)).searchParams.get('error')).toBe('login_required');
  });
});

describe('documents', () => {
  test('the discovery says what there is', async () => {
    const answer = await openid.fetch(`${ISSUER}/.well-known/openid-configuration`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const document = (await answer.json()) as Record<string, unknown>;
    expect(document).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth2/authorize`,
      token_endpoint: `${ISSUER}/v1/oauth2/token`,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
      userinfo_endpoint: `${ISSUER}/v1/oauth2/userinfo`,
      registration_endpoint: `${ISSUER}/v1/oauth2/register`,
      revocation_endpoint: `${ISSUER}/v1/oauth2/revoke`,
      introspection_endpoint: `${ISSUER}/v1/oauth2/introspect`,
      device_authorization_endpoint: `${ISSUER}/v1/oauth2/device`,
      end_session_endpoint: `${ISSUER}/oauth2/logout`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: ['sub', 'organization', 'name', 'email', 'email_verified', 'amr'],
    });
    expect(document['scopes_supported']).not.toContain('personal_access_tokens:write');
    const same = await openid.fetch(`${ISSUER}/.well-known/oauth-authorization-server`);
    expect(await same.json()).toEqual(document);
  });

  test('addresses are those of the issuer, whatever host the request names', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const document = await (await openid.fetch(`${ISSUER}/.well-known/openid-configuration`, { headers })).text();
    expect(document).not.toContain('evil.example');
  });

  test('only public parts of keys are published', async () => {
    const { keys } = (await (await openid.fetch(`${ISSUER}/.well-known/jwks.json`)).json()) as { keys: object[] };
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
  });

  test('clients of the API find the issuer (RFC 9728)', async () => {
    const document = await (await openid.fetch(`${ISSUER}/.well-known/oauth-protected-resource`)).json();
    expect(document).toMatchObject({ resource: ISSUER, authorization_servers: [ISSUER], bearer_methods_supported: ['header'] });
  });
});
