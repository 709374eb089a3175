import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Role, SCOPES } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { EXAMPLES, seedFixturesFor } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

const FRESH_SIGN_IN = {
  error: 'FreshSignInRequired',
  detail: 'This needs a session that is at most 15 minutes old. Sign in again.',
};

/** What their documentation does not show, but gives access: to another owner, and to everybody with an address at a domain. */
const OTHERS = [
  'POST /v1/organizations/{id}/owner',
  'POST /v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify',
  'PATCH /v1/organization-access-tokens/{id}',
  'PATCH /v1/personal-access-tokens/{id}',
];

/** What has a secret in its response, or is for sessions only, and can be done with an older session, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /v1/users/me/passkeys': 'Needs a challenge of the last ten minutes, which is given after a recent sign-in only.',
  'POST /v1/download-tokens/': 'For downloads of one product, as one license key.',
  'POST /v1/customer-sessions/': 'For the portal of one customer, for an hour.',
  'POST /v1/customers/{id}/viewing-sessions': 'For the portal of one customer, for an hour.',
};

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
afterAll(() => api.close());

type Schema = { readonly [keyword: string]: unknown };
const isSchema = (node: unknown): node is Schema => typeof node === 'object' && node !== null;

/** Whether a schema, or one that it is made of, has a property that `test` is true of. */
function hasProperty(node: unknown, test: (name: string, schema: unknown) => boolean, seen = new Set<unknown>()): boolean {
  if (!isSchema(node) || seen.has(node)) return false;
  seen.add(node);
  const { $ref: ref, properties } = node;
  if (typeof ref === 'string' && hasProperty(contract.document.components.schemas[ref.split('/').at(-1)!], test, seen))
    return true;
  if (isSchema(properties) && Object.entries(properties).some(([name, schema]) => test(name, schema))) return true;
  return Object.values(node).some((each) => hasProperty(each, test, seen));
}

const inSessions = [...contract.operations].filter(
  ([name, { security = [] }]) => !name.startsWith('GET ') && security.some((scheme) => 'user_session' in scheme),
);

const isSecret = (name: string): boolean => ['token', 'recovery_codes'].includes(name);
/** A field that takes the role of a leader. */
const isLeading = (name: string, schema: unknown): boolean =>
  ['role', 'default_role'].includes(name) && JSON.stringify(schema).includes('"admin"');

/** Operations that make a credential, change how users sign in, or make members of roles that may do so. */
const givingAccess = inSessions
  .filter(([, { responses, requestBody, security = [] }]) => {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const isForSessionsOnly = security.every((scheme) => 'user_session' in scheme);
    return isForSessionsOnly || hasProperty(successes, isSecret) || hasProperty(requestBody, isLeading);
  })
  .map(([name]) => name);

/** Sends the example, by a leader's role if it has one. */
async function ask(name: string, session: string, fixtures: SeededFixtures, role: Role = 'admin'): Promise<Answer> {
  const { url, body, headers } = EXAMPLES[name]!.request(fixtures, { organization_id: fixtures.organization_id });
  const sent = isSchema(body) && 'role' in body ? { ...body, role } : body;
  return callAs(api, session)(name.split(' ')[0] as Method, url, sent, { ...headers });
}

async function isRefusedInOldSession(name: string): Promise<boolean> {
  const fixtures = await seedFixturesFor(api, name);
  const { status, body } = await ask(name, await seedUserSession(api, fixtures.seller.user.id, 16), fixtures);
  return status === 403 && JSON.stringify(body) === JSON.stringify(FRESH_SIGN_IN);
}

test('in a session, what gives access needs a sign-in of the last 15 minutes, nothing else does, and it is documented', async () => {
  const refused: string[] = [];
  for (const [name] of inSessions) if (await isRefusedInOldSession(name)) refused.push(name);
  const expected = [...new Set([...givingAccess, ...OTHERS])].filter((name) => !(name in WITHOUT));
  expect(refused.toSorted()).toEqual(expected.toSorted());
  const documented = [...contract.operations].filter(([, { responses }]) =>
    JSON.stringify(responses).includes('FreshSignInRequired'),
  );
  expect(documented.map(([name]) => name).toSorted()).toEqual(refused.toSorted());
});

test('what needs none is listed for a reason that still holds', () => {
  expect(Object.keys(WITHOUT).filter((name) => !givingAccess.includes(name))).toEqual([]);
});

test.each(['member', 'finance'] as const)('an older session makes somebody a %s', async (role) => {
  for (const name of ['POST /v1/organizations/{id}/invitations', 'PATCH /v1/organizations/{id}/members/{user_id}']) {
    const fixtures = await seedFixturesFor(api, name);
    const session = await seedUserSession(api, fixtures.seller.user.id, 16);
    expect([name, (await ask(name, session, fixtures, role)).status]).toEqual([name, name.startsWith('POST') ? 201 : 200]);
    expect([name, (await ask(name, session, fixtures, 'owner')).body]).toEqual([name, FRESH_SIGN_IN]);
  }
});

test('an older session renames a token and deletes it, but gets none by repeating the request that made one', async () => {
  const { user, user_session: session } = await seedOrganization(api);
  const call = callAs(api, session);
  const create = () => call('POST', '/v1/personal-access-tokens/', { comment: 'CI', scopes: [] }, { 'idempotency-key': 'one' });
  const created = await create();
  expect([created.status, (await create()).body]).toEqual([201, created.body]);
  const older = `update identity.user_sessions set authenticated_at = authenticated_at - interval '16 minutes' where user_id = ?`;
  await api.app.get(EntityManager).fork().execute(older, [user.id]);
  expect((await create()).body).toEqual(FRESH_SIGN_IN);
  const path = `/v1/personal-access-tokens/${created.body.personal_access_token.id}`;
  expect((await call('PATCH', path, { comment: 'CI of 2026' })).body.comment).toBe('CI of 2026');
  expect((await call('PATCH', path, { scopes: [] })).body).toEqual(FRESH_SIGN_IN);
  expect((await call('DELETE', path)).status).toBe(204);
});

describe('a token that makes or changes tokens', () => {
  const HOUR_MS = 3_600_000;
  const KINDS = ['personal', 'organization'] as const;

  /** A personal token for an hour that manages tokens. */
  async function ending() {
    const seller = await seedOrganization(api);
    const scopes = SCOPES.filter((scope) => /_access_tokens:|^products:/.test(scope));
    const attributes = { comment: 'an hour', scopes, within: scopes, lifetime: HOUR_MS, latestExpiry: null };
    const { token } = await api.app.get(CommandBus).execute(new IssueAccessToken({ userId: seller.user.id }, attributes));
    return { seller, call: callAs(api, token), organization_id: seller.organization.id };
  }

  test.each(KINDS)('makes a %s one with its own scopes and end at most', async (kind) => {
    const { call, organization_id } = await ending();
    const create = async (more: object) => {
      const body = { comment: 'x', scopes: ['products:read'], ...(kind === 'organization' && { organization_id }), ...more };
      return call('POST', `/v1/${kind}-access-tokens/`, body);
    };
    const { body } = await create({});
    expect(body[`${kind}_access_token`].expires_at).not.toBeNull();
    expect((await create({ expires_in: 'PT2H' })).body.detail[0].loc).toEqual(['body', 'expires_in']);
    expect((await create({ scopes: ['customers:read'] })).body.detail[0].loc).toEqual(['body', 'scopes']);
  });

  test.each(KINDS)('adds no scopes to a %s one that expires later', async (kind) => {
    const { seller, call, organization_id } = await ending();
    const body = { comment: 'lasting', scopes: ['products:read'], ...(kind === 'organization' && { organization_id }) };
    const created = await callAs(api, seller.pat)('POST', `/v1/${kind}-access-tokens/`, body);
    const path = `/v1/${kind}-access-tokens/${created.body[`${kind}_access_token`].id}`;
    const refused = await call('PATCH', path, { scopes: ['products:read', 'products:write'] });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'scopes']]);
    expect((await call('PATCH', path, { scopes: [] })).body.scopes).toEqual([]);
    expect((await callAs(api, seller.pat)('PATCH', path, { scopes: ['products:write'] })).body.scopes).toEqual([
      'products:write',
    ]);
  });

  test('is never one of an application', () => {
    const kindsOf = ([, { security = [] }]: (typeof inSessions)[number]) => security.flatMap((scheme) => Object.keys(scheme));
    const managing = inSessions.filter(([name]) => /access-tokens/.test(name));
    expect(managing.length).toBeGreaterThan(0);
    expect(managing.filter((each) => kindsOf(each).some((kind) => kind === 'oidc' || kind === 'oat'))).toEqual([]);
  });
});
