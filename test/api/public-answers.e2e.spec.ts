import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { ownRequest } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';

/** Seeding fixtures takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

const MARK = 'known-to-the-seller-only';

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ...NO_KEY_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
const fixtures = await seedFixtures(api);
afterAll(() => api.close());

async function send(operation: string, change: object = {}): Promise<Answer> {
  const { method, url, body, headers, token } = ownRequest(contract, operation, fixtures);
  return callAs(api, token)(method, url, Object.keys(change).length > 0 ? { ...(body as object), ...change } : body, headers);
}

/** What sellers write for themselves, and a customer who is another one than that of the license key. */
const NOTES: readonly (readonly [operation: string, change: object])[] = [
  ['PATCH /v1/license-keys/{id}', { notes: MARK, metadata: { mark: MARK } }],
  ['PATCH /v1/benefits/{id}', { metadata: { mark: MARK } }],
  ['PATCH /v1/products/{id}', { metadata: { mark: MARK } }],
  ['PATCH /v1/meters/{id}', { metadata: { mark: MARK } }],
  ['POST /v1/organization-access-tokens/', { comment: MARK }],
  ['POST /v1/customers/', { email: `${MARK}@example.com`, name: MARK, external_id: MARK }],
];

test('no operation without credentials answers with what only the seller knows, nor with data of another customer', async () => {
  for (const [operation, change] of NOTES) {
    const { status, text } = await send(operation, change);
    expect([operation, status < 300 ? '' : text]).toEqual([operation, '']);
  }
  const open = [...contract.operations].flatMap(([name, { security = [] }]) => (security.length === 0 ? name : []));
  // Answers of the OpenID provider have suites of their own, and users who sign in are told who they are.
  const asked = open.filter((name) => !isOfOpenId(name) && !name.includes(' /v1/users/sign-in/'));
  expect(asked.length).toBeGreaterThan(20);
  for (const operation of asked) {
    const { text } = await send(operation);
    const secrets = [MARK, fixtures.seller.oat, fixtures.seller.pat, fixtures.seller.user_session, fixtures.seller.user.email];
    expect([operation, secrets.filter((secret) => text.includes(secret))]).toEqual([operation, []]);
  }
});
