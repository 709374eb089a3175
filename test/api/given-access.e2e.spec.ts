import { EntityManager } from '@mikro-orm/postgresql';
import { type Role, type Scope, SCOPES, scopesOfRole } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { EXAMPLES, seedFixturesFor } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
afterAll(() => api.close());

/** Who can reach what, with what it lets them do: a role, or scopes. */
interface Access {
  readonly id: string;
  readonly role?: Role;
  readonly scopes?: readonly Scope[];
}

/** Whoever controls a provider or how a user signs in can be anybody there. */
const EVERYBODY = `'owner'`;
const READ_ACCESS = `
  select 'member ' || organization_id || ' ' || user_id || ' ' || role as id, role, null::jsonb as scopes from organizations.memberships
  union all
  select 'invitation ' || o.id || ' ' || i, i ->> 'role', null
    from organizations.organizations o cross join jsonb_array_elements(o.invitations) i
  union all
  select 'connection ' || organization_id || ' ' || issuer || ' ' || client_id || ' ' || encode(client_secret, 'hex'), ${EVERYBODY}, null
    from identity.openid_connections
  union all
  select 'domain ' || organization_id || ' ' || name, ${EVERYBODY}, null from identity.email_domains where verified_at is not null
  union all
  select 'credentials ' || c.id || ' ' || concat(c.password_hash, c.totp_secret, c.recovery_digests), ${EVERYBODY}, null
    from identity.user_credentials c
  union all
  select 'passkey ' || id, ${EVERYBODY}, null from identity.passkeys
  union all
  select 'session ' || id, ${EVERYBODY}, null from identity.user_sessions
  union all
  select 'token ' || id || ' ' || scopes, null, scopes from organizations.access_tokens
  union all
  select 'application ' || id || ' ' || scopes, null, scopes from oauth.grants`;

const readAccess = async (): Promise<Access[]> =>
  (await api.app.get(EntityManager).fork().execute<Access[]>(READ_ACCESS)).map(({ id, role, scopes }) => ({
    id,
    ...(role === null ? {} : { role }),
    ...(scopes === null ? {} : { scopes }),
  })) as Access[];

/** What was given that a credential with these scopes may not do itself. */
function excess(before: readonly Access[], after: readonly Access[], scopes: readonly Scope[]): string[] {
  const known = new Set(before.map(({ id }) => id));
  return after
    .filter(({ id }) => !known.has(id))
    .flatMap(({ id, role, scopes: given = scopesOfRole(role!, SCOPES) }) => {
      const more = given.filter((scope) => !scopes.includes(scope));
      return more.length === 0 ? [] : [`${id.split(' ')[0]}: ${more.length} scopes more`];
    });
}

/** What gives the user of the token something, and nobody else; the token reaches it with its own scopes. */
const TO_ONESELF = new Set([
  'POST /v1/organizations/',
  'POST /v1/organizations/{id}/sandboxes',
  'POST /v1/users/me/invitations/{id}/accept',
]);

const operations = [...contract.operations].flatMap(([name, { security = [] }]) => {
  const scopes = [...new Set(security.flatMap((scheme) => (scheme as { pat?: Scope[] }).pat ?? []))];
  return name.startsWith('GET ') || scopes.length === 0 ? [] : [{ name, scopes }];
});

/** Sends the example with the most that it can give. */
function ask(name: string, fixtures: SeededFixtures, token: string): Promise<Answer> {
  const { url, body, headers } = EXAMPLES[name]!.request(fixtures, { organization_id: fixtures.organization_id });
  const most = { role: 'admin', scopes: SCOPES };
  const isObject = (sent: unknown): sent is object => typeof sent === 'object' && sent !== null && !Buffer.isBuffer(sent);
  const sent = isObject(body)
    ? { ...body, ...Object.fromEntries(Object.entries(most).filter(([field]) => field in body)) }
    : body;
  return callAs(api, token)(name.split(' ')[0] as Method, url, sent, { ...headers });
}

test('an access token gives nobody what it may not do itself, whatever operation it may send', async () => {
  const wrong: string[] = [];
  for (const { name, scopes } of operations) {
    const fixtures = await seedFixturesFor(api, name);
    const token = await fixtures.seller.personalTokenWith(scopes);
    const before = await readAccess();
    await ask(name, fixtures, token);
    const given = excess(before, await readAccess(), scopes);
    if (given.length > 0 && !TO_ONESELF.has(name)) wrong.push(`${name}: ${given.join()}`);
  }
  expect(wrong).toEqual([]);
});

/** What gives access to an organization. */
const GIVING = [
  'PATCH /v1/organizations/{id}/members/{user_id}',
  'POST /v1/organizations/{id}/invitations',
  'POST /v1/organizations/{id}/invitations/{invitation_id}/resend',
  'POST /v1/organizations/{id}/owner',
  'PUT /v1/organizations/{id}/single-sign-on',
];

test.each(GIVING)('%s needs the scope of its own and every scope of what it gives', async (name) => {
  const missing = async (scopes: readonly Scope[]): Promise<Answer> => {
    const fixtures = await seedFixturesFor(api, name);
    return ask(name, fixtures, await fixtures.seller.personalTokenWith(scopes));
  };
  const without = (scope: Scope): Scope[] => SCOPES.filter((each) => each !== scope);
  expect((await missing(without('organization_members:write'))).status).toBe(403);
  const { status, body } = await missing(without('products:read'));
  expect([status, body.detail]).toEqual([403, expect.stringContaining('It does not have: products:read.')]);
  expect([200, 201]).toContain((await missing(SCOPES)).status);
  // What is about the user is no part of a role.
  expect([200, 201]).toContain((await missing(SCOPES.filter((scope) => !/^(user|personal)/.test(scope)))).status);
});

test('what takes access away needs the scope of its own alone', async () => {
  for (const name of ['DELETE /v1/organizations/{id}/members/{user_id}', 'DELETE /v1/organizations/{id}/single-sign-on']) {
    const fixtures = await seedFixturesFor(api, name);
    const token = (scope: Scope) => fixtures.seller.personalTokenWith([scope]);
    expect([name, (await ask(name, fixtures, await token('organizations:write'))).status]).toEqual([name, 403]);
    expect([name, (await ask(name, fixtures, await token('organization_members:write'))).status]).toEqual([name, 204]);
  }
});

test('what would give too much is found', () => {
  const token = (scopes: readonly Scope[]): Access[] => [{ id: 'token 1', scopes }];
  expect(excess([], token(['products:read']), ['products:read'])).toEqual([]);
  expect(excess([], token(['products:read', 'orders:read']), ['products:read'])).toEqual(['token: 1 scopes more']);
  expect(excess(token(SCOPES), token(SCOPES), [])).toEqual([]);
  expect(excess([], [{ id: 'member 1', role: 'support' }], ['organization_members:write'])).toEqual([
    expect.stringMatching(/^member: \d+ scopes more$/),
  ]);
});
