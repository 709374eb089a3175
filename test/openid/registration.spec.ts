import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DeleteExpiredOpenIdState, IssueOAuthToken, ListOpenIdKeys, ReencryptOAuthSecrets, RotateOpenIdKey } from '#oauth';
import { ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { seedUser } from '../support/seed-user.ts';

let openid: OpenIdApi;
beforeAll(async () => {
  openid = await startOpenId();
});
afterAll(() => openid.close());

type Registered = Record<string, unknown> & {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
};

const METADATA = { client_name: 'Reports', redirect_uris: ['https://app.example/callback'] };

const send = (method: string, url: string, body?: object, token?: string) =>
  openid.fetch(url, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });

const register = (metadata: object) => send('POST', `${ISSUER}/v1/oauth2/register`, metadata);

test('an application registers itself, reads, changes and deletes what it registered', async () => {
  const answer = await register(METADATA);
  const registered = (await answer.json()) as Registered;
  expect([answer.status, registered]).toEqual([
    201,
    expect.objectContaining({
      ...METADATA,
      client_id: expect.stringMatching(/^latchkey_ci_/),
      client_secret: expect.stringMatching(/^latchkey_cs_/),
      registration_access_token: expect.stringMatching(/^latchkey_crt_/),
    }),
  ]);
  const { registration_client_uri: address, registration_access_token: token, client_id, client_secret } = registered;
  expect(address).toBe(`${ISSUER}/v1/oauth2/register/${client_id}`);
  expect(await (await send('GET', address, undefined, token)).json()).toMatchObject({ client_secret });
  const changed = await send('PUT', address, { ...METADATA, client_id, client_secret, client_name: 'Better reports' }, token);
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ client_name: 'Better reports' })]);
  expect((await send('GET', address, undefined, 'latchkey_crt_wrong')).status).toBe(401);
  const other = (await (await register(METADATA)).json()) as Registered;
  expect((await send('DELETE', other.registration_client_uri, undefined, token)).status).toBe(401);
});

test('a deleted application can do nothing any more', async () => {
  const registered = (await (await register(METADATA)).json()) as Registered;
  const user = await seedUser(openid.api);
  const token = await openid.api.app.get(CommandBus).execute(
    new IssueOAuthToken({
      clientId: registered.client_id,
      userId: user.id,
      scopes: ['openid'],
      organizationIds: null,
      lifetimeMs: 3_600_000,
    }),
  );
  const userinfo = () => send('GET', `${ISSUER}/v1/oauth2/userinfo`, undefined, token);
  expect((await userinfo()).status).toBe(200);
  const { registration_client_uri: address, registration_access_token } = registered;
  expect((await send('DELETE', address, undefined, registration_access_token)).status).toBe(204);
  expect((await userinfo()).status).toBe(401);
});

test.each([
  ['no name', { ...METADATA, client_name: undefined }],
  ['an address without encryption', { ...METADATA, redirect_uris: ['http://app.example/'] }],
  ['keys that would have to be fetched', { ...METADATA, jwks_uri: 'https://169.254.169.254/keys' }],
  ['another grant', { ...METADATA, grant_types: ['client_credentials'] }],
])('metadata are refused: %s', async (_what, metadata) => {
  const answer = await register(metadata);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/) }),
  ]);
});

test('keys are rotated: the new one is published at once, and signs later', async () => {
  const [commands, queries] = [openid.api.app.get(CommandBus), openid.api.app.get(QueryBus)];
  await openid.fetch(`${ISSUER}/.well-known/jwks.json`);
  const kid = await commands.execute(new RotateOpenIdKey(false));
  const states = async () => (await queries.execute(new ListOpenIdKeys())).map(({ state }) => state);
  expect(await states()).toEqual(['upcoming', 'current']);
  const em = openid.api.app.get(EntityManager).fork();
  const times = "case when kid = ? then now() - interval '2 days' else now() - interval '3 days' end";
  await em.execute(`update oauth.signing_keys set active_from = ${times}`, [kid]);
  await commands.execute(new RotateOpenIdKey(true));
  await commands.execute(new DeleteExpiredOpenIdState());
  expect(await states()).toEqual(['current', 'retired']);
});

test('nothing is re-encrypted that the first secret key has encrypted', async () => {
  expect(await openid.api.app.get(CommandBus).execute(new ReencryptOAuthSecrets())).toBe(0);
});
