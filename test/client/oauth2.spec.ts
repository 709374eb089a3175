import { CommandBus } from '@nestjs/cqrs';
import { IssueOAuthToken, RegisterClient } from '#oauth';
import { newToken } from '#engine/secrets';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { noteSecret } from '../support/logged-secrets.ts';
import { seedUser } from '../support/seed-user.ts';
import { listen, type ListeningApi, refusal } from './polar.ts';

let listening: ListeningApi;
beforeAll(async () => {
  listening = await listen(NO_SIGN_IN_LIMITS);
});
afterEach(() => listening.assertNoViolations());
afterAll(() => listening.close());

const CLIENT_ID = 'reports';
const SECRET = newToken('cs');
noteSecret(SECRET);
const METADATA = { client_name: 'Reports', redirect_uris: ['https://app.example/callback'] };
const SCOPES = ['openid', 'profile', 'email', 'license_keys:read'];

/** An access token with which the application acts for a new user. */
async function issue() {
  const commands = listening.api.app.get(CommandBus);
  await commands.execute(new RegisterClient(CLIENT_ID, SECRET, METADATA));
  const user = await seedUser(listening.api);
  const lifetimeMs = 3_600_000;
  const token = await commands.execute(
    new IssueOAuthToken({ clientId: CLIENT_ID, userId: user.id, scopes: SCOPES, organizationIds: null, lifetimeMs }),
  );
  return { user, token };
}

/** The public client sends no body with these operations, so the application sends its form itself. */
const form = (path: string, fields: Record<string, string>, secret = SECRET) =>
  fetch(`${listening.baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${secret}`).toString('base64')}` },
  });

test('userinfo', async () => {
  const { user, token } = await issue();
  expect(await listening.polar(token).oauth2.userinfo()).toEqual({
    sub: user.id,
    name: user.email,
    email: user.email,
    email_verified: true,
  });
  expect(await refusal(listening.polar('latchkey_at_unknown').oauth2.userinfo())).toMatchObject({ statusCode: 401 });
});

test('introspection and revocation', async () => {
  const { user, token } = await issue();
  const introspected = async () => (await form('/v1/oauth2/introspect', { token })).json();
  expect(await introspected()).toMatchObject({ active: true, client_id: CLIENT_ID, sub: user.id, token_type: 'access_token' });
  const revoked = await form('/v1/oauth2/revoke', { token });
  expect([revoked.status, await revoked.json()]).toEqual([200, {}]);
  expect(await introspected()).toEqual({ active: false });
  expect((await form('/v1/oauth2/introspect', { token }, 'wrong')).status).toBe(401);
  const anonymous = listening.polar('').oauth2;
  for (const request of [anonymous.introspectToken(), anonymous.revokeToken(), anonymous.requestToken()]) {
    expect(await refusal(request)).toMatchObject({ statusCode: 400 });
  }
});

test('tokens', async () => {
  await issue();
  const answer = await form('/v1/oauth2/token', { grant_type: 'refresh_token', refresh_token: newToken('rt') });
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
});

test('authorization leads to the pages', async () => {
  await issue();
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: METADATA.redirect_uris[0]!,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  const answer = await fetch(`${listening.baseUrl}/v1/oauth2/authorize?${query.toString()}`, {
    method: 'GET',
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^(http:\/\/[^/]+)?\/oauth2\/interaction\//),
  ]);
  const unknown = await fetch(`${listening.baseUrl}/v1/oauth2/authorize?client_id=unknown`, { method: 'GET' });
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/html')]);
});

test('clients: create, get, update, delete', async () => {
  const { oauth2 } = listening.polar('').oauth2.clients;
  const created = (await oauth2.createClient(METADATA)) as {
    readonly client_id: string;
    readonly client_secret: string;
    readonly registration_access_token: string;
  };
  noteSecret(created.client_secret);
  noteSecret(created.registration_access_token);
  const own = listening.polar(created.registration_access_token).oauth2.clients.oauth2;
  expect(await own.getClient(created.client_id)).toMatchObject({ ...METADATA, client_secret: created.client_secret });
  const changes = { ...METADATA, client_id: created.client_id, client_name: 'Charts' };
  expect(await own.updateClient(created.client_id, changes)).toMatchObject({ client_name: 'Charts' });
  expect(await refusal(listening.polar(newToken('crt')).oauth2.clients.oauth2.getClient(created.client_id))).toMatchObject({
    statusCode: 401,
  });
  expect(await refusal(oauth2.createClient({ ...METADATA, redirect_uris: ['http://app.example/'] }))).toMatchObject({
    statusCode: 400,
  });
  await own.deleteClient(created.client_id);
  expect(await refusal(own.getClient(created.client_id))).toMatchObject({ statusCode: 401 });
});
