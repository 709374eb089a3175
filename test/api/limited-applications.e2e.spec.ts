import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { IssueOAuthToken } from '#oauth';
import { SetMemberRole } from '#organizations';
import { SCOPES } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { callAs, type Method } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { EXAMPLES, outcomeOf } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';

const CANNOT_CREATE = {
  error: 'CannotCreateOrganizationError',
  detail: 'A credential that is limited to certain organizations cannot create another.',
};

/** An application may do everything, but only in the first of the organizations that its user owns. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
const bus = api.app.get(CommandBus);
const [ours, other] = await Promise.all([seedFixtures(api), seedFixtures(api)]);
const userId = ours.seller.user.id;
await bus.execute(new SetMemberRole({ id: other.organization_id }, userId, 'owner'));
const application = { clientId: 'limited', userId, scopes: SCOPES, lifetimeMs: 86_400_000 };
const limited = callAs(api, await bus.execute(new IssueOAuthToken({ ...application, organizationIds: [ours.organization_id] })));
const unlimited = callAs(api, await bus.execute(new IssueOAuthToken({ ...application, organizationIds: null })));
afterAll(() => api.close());

const operations = [...contract.operations]
  .filter(([name, { security = [] }]) => !isOfOpenId(name) && security.some((scheme) => 'oidc' in scheme))
  .map(([name]) => name);

const ask = (name: string, call = limited) => {
  const { url, body, headers } = EXAMPLES[name]!.request(other, { organization_id: other.organization_id });
  return call(name.split(' ')[0] as Method, url, body, { ...headers });
};

test('it gets and changes nothing in the other organizations of its user, and nothing of the user', async () => {
  const before = await databaseWrites(api);
  const wrong: unknown[] = [];
  for (const name of operations) {
    const { foreign } = EXAMPLES[name]!;
    const answer = await ask(name);
    const isRefused = foreign === undefined ? answer.status === 403 : outcomeOf(answer) === foreign;
    // Without an organization in the request, it is about those of the application.
    const isAboutOwn = foreign === undefined && name.startsWith('GET ') && !answer.text.includes(other.organization_id);
    if (!isRefused && !isAboutOwn) wrong.push([name, answer.status, answer.text]);
  }
  expect(wrong).toEqual([]);
  expect(await databaseWrites(api)).toBe(before);
});

test('what is about the user alone takes no application at all', () => {
  const ofUser = [...contract.operations].filter(([, { security = [] }]) => {
    const scopes = security.flatMap((scheme) => Object.values(scheme).flat());
    return scopes.length > 0 && scopes.every((scope) => /^(user|personal_access_tokens):/.test(scope));
  });
  expect(ofUser.length).toBeGreaterThan(10);
  expect(ofUser.map(([name]) => name).filter((name) => operations.includes(name))).toEqual([]);
});

test('it makes no organization, in which its user would be owner; one without the limit does', async () => {
  const create = (call: typeof limited) => call('POST', '/v1/organizations/', { name: 'New', slug: `new-${randomUUID()}` });
  const { status, body } = await create(limited);
  expect([status, body]).toEqual([403, CANNOT_CREATE]);
  expect((await create(unlimited)).status).toBe(201);
});
