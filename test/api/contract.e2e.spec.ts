import { startApi, NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { askedWith, callerOf, operationsOf, tokenWith } from '../support/described-operations.ts';
import { EXAMPLES } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';

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
  'GET /v1/customer-portal/device-sign-ins/{user_code}',
  'GET /v1/customer-portal/organizations/{slug}',
  'GET /v1/customer-portal/organizations/{slug}/branding',
  'DELETE /v1/customer-portal/customer-session',
]);

/** A sandbox has operations of its own. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
/** For operations that only read. */
const shared = await seedFixtures(api);
afterAll(() => api.close());

const operations = operationsOf(contract);

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

test.each(operations)('$name has one success status, or besides 201 also 200 for what exists already', ({ success }) => {
  expect(success.length === 1 || success.join() === '200,201').toBe(true);
});

/** `operations` asks those that change something. */
describe.each(operations.filter(({ method }) => method === 'GET'))('$name', (operation) => {
  const { name, method, success } = operation;
  test.each(askedWith(operation))('matches the document for a credential of kind %s with the scope %s', async (...credential) => {
    const token = await tokenWith(api, credential, shared, name);
    const { url, body, headers } = EXAMPLES[name]!.request(shared, callerOf(credential, shared));
    const answer = await callAs(api, token)(method, url, body, headers);
    expect([answer.status, contract.violations(name, answer)]).toEqual([success.at(-1), []]);
  });
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
