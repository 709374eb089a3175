import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import type { Scope } from '#platform/auth';
import { startApi, NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs, type Method } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { EXAMPLES, seedFixturesFor } from '../support/examples/index.ts';
import { openSession } from '../support/portal.ts';
import type { SessionKind } from '../support/seed-portal.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';

/** These operations accept any text in their path and have no other input; an import responds to each invalid line by itself. */
const NEVER_INVALID = new Set([
  'GET /health/live',
  'GET /health/ready',
  'POST /v1/purchases/import',
  'GET /v1/customers/external/{external_id}',
  'GET /v1/customers/external/{external_id}/state',
  'DELETE /v1/customers/external/{external_id}',
  'GET /v1/customer-seats/claim/{invitation_token}',
  'GET /v1/customers/external/{external_id}/members/{member_external_id}',
  'DELETE /v1/customers/external/{external_id}/members/{member_external_id}',
  'GET /v1/metrics/limits',
  'GET /v1/users/me',
  'DELETE /v1/users/me/password',
  'DELETE /v1/users/me/authorizations/{id}',
  'POST /v1/users/me/second-factor',
  'DELETE /v1/users/me/second-factor',
  'POST /v1/users/me/recovery-codes',
  'POST /v1/users/me/passkeys/options',
  'POST /v1/users/sign-in/passkey-options',
  'GET /v1/customer-portal/customer-session/introspect',
  'GET /v1/customer-portal/customer-session/user',
  'GET /v1/customer-portal/customers/me',
  'GET /v1/customer-portal/customers/me/export',
  'GET /v1/customer-portal/organizations/{slug}',
  'GET /v1/customer-portal/organizations/{slug}/branding',
  'DELETE /v1/customer-portal/customer-session',
]);

/** A sandbox has operations of its own. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = await Contract.of(api);
/** For operations that only read. */
const shared = await seedFixtures(api);
afterAll(() => api.close());

async function sessionOf({ customer_id, seller }: SeededFixtures, kind = 'customer_session'): Promise<string> {
  return (await openSession(api, seller, customer_id, kind === 'member_session' ? 'billing_manager' : undefined)).token;
}

async function tokenWith(kind: string, scope: Scope, fixtures: SeededFixtures, name: string): Promise<string> {
  if (/customer-portal.(members|meters|seats)/.test(name)) return fixtures.sessions[kind as SessionKind];
  const { organization_id, seller } = fixtures;
  if (kind === 'user_session') return seller.user_session;
  if (kind.endsWith('_session')) return sessionOf(fixtures, kind);
  const owner = kind === 'oat' ? { organizationId: organization_id } : { userId: seller.user.id };
  const terms = { comment: scope, scopes: [scope], within: [scope], lifetime: null, latestExpiry: null };
  return (await api.app.get(CommandBus).execute(new IssueAccessToken(owner, terms))).token;
}

/** Where a personal access token is accepted, these make the same request of the same user; `access-matrix` has them. */
const LIKE_PERSONAL_TOKENS = new Set(['oidc', 'user_session']);

const described = [...contract.operations].filter(([name]) => !isOfOpenId(name));
const operations = described.map(([name, { security = [], responses }]) => ({
  name,
  method: name.split(' ')[0] as Method,
  success: Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300),
  credentials: security
    .flatMap((scheme) =>
      Object.entries(scheme).flatMap(([kind, scopes]) => scopes.map((scope) => [kind, scope as Scope] as const)),
    )
    .filter(([kind], _index, all) => !LIKE_PERSONAL_TOKENS.has(kind) || !all.some(([other]) => other === 'pat')),
}));

test('Contract reports missing, undocumented and malformed fields', async () => {
  const { seller, license_key_id } = shared;
  const name = 'GET /v1/license-keys/{id}';
  const answer = await callAs(api, seller.oat)('GET', `/v1/license-keys/${license_key_id}`);
  const violationsWith = (changes: object): string[] =>
    contract.violations(name, { ...answer, body: { ...answer.body, ...changes } });
  const { usage, ...without } = answer.body;

  expect(violationsWith({ usage })).toEqual([]);
  expect(contract.violations(name, { ...answer, body: without })).toHaveLength(1);
  expect(violationsWith({ secret: true })).toHaveLength(1);
  expect(violationsWith({ id: 'f47ac10b-58cc-1372-8567-0e02b2c3d479' })).toHaveLength(1);
  expect(violationsWith({ created_at: '2026-11-20T12:00:00Z' })).toHaveLength(1);
  expect(violationsWith({ status: 'granted ' })).toHaveLength(1);
  expect(violationsWith({ limit_usage: '5' })).toHaveLength(1);
  expect(violationsWith({ customer: { ...answer.body.customer, email: 5 } })).toHaveLength(1);
  expect(contract.violations(name, { ...answer, status: 418 })).toHaveLength(1);
  expect(contract.violations(name, { ...answer, headers: {} })).toHaveLength(3);
});

describe.each(operations)('$name', ({ name, method, success, credentials }) => {
  test('has one success status, or besides 201 also 200 for what exists already', () => {
    expect(success.length === 1 || success.join() === '200,201').toBe(true);
  });

  test.each(credentials.length > 0 ? credentials : [['none', 'none']])(
    'matches the document for a credential of kind %s with the scope %s',
    async (kind: string, scope: string) => {
      const fixtures = method === 'GET' ? shared : await seedFixturesFor(api, name);
      const token = kind === 'none' ? undefined : await tokenWith(kind, scope as Scope, fixtures, name);
      const caller = kind === 'pat' ? { organization_id: fixtures.organization_id } : { session: kind as SessionKind };
      const { url, body, headers } = EXAMPLES[name]!.request(fixtures, caller);
      const answer = await callAs(api, token)(method, url, body, headers);
      expect([answer.status, contract.violations(name, answer)]).toEqual([success.at(-1), []]);
    },
  );
});

describe.each(operations.filter(({ name }) => !NEVER_INVALID.has(name)))('$name', ({ name, method, credentials }) => {
  test('matches the document if every part of the request is invalid', async () => {
    const { url, body, headers } = EXAMPLES[name]!.request(shared, {});
    const wrong = Object.fromEntries(Object.keys(body ?? {}).map((field) => [field, { not: 'this' }]));
    const nonsense = url
      .replace(/[0-9a-f-]{36}/g, 'nonsense')
      .replace(/(\?.*)?$/, '?page=0&after=-1&organization_id=-1&authorizations=2');
    const accepts = (accepted: string): boolean => credentials.some(([kind]) => kind === accepted);
    const ofUser = accepts('user_session') ? shared.seller.user_session : shared.seller.pat;
    const token = accepts('member_session') ? shared.sessions.member_session : ofUser;
    const sent = method === 'GET' || method === 'DELETE' ? undefined : wrong;
    const answer = await callAs(api, token)(method, nonsense, sent, headers);
    expect([answer.status, contract.violations(name, answer)]).toEqual([422, []]);
  });
});
