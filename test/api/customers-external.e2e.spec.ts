import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { SetMemberRole } from '#organizations';
import { CommandBus } from '@nestjs/cqrs';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const AMBIGUOUS = {
  error: 'AmbiguousExternalCustomerID',
  detail: 'The external customer ID matches customers in several accessible organizations.',
};

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const seed = (external_id: string) => seedCustomer(api, ours.organization.id, { external_id });

/** Any text can be an external id except `.` and `..`, which are relative path segments. */
const UNUSUAL_IDS = [
  'user/1',
  '/',
  'a b',
  'ключ',
  '😀',
  '100%',
  '%2F',
  '?x=1#y',
  'a+b',
  'a;b:c@d&e=f',
  '"\'<>',
  '\\',
  '-1',
  'null',
  'external',
  'é',
];

describe('GET /v1/customers/external/{external_id}', () => {
  test.each([...UNUSUAL_IDS, 'x'.repeat(255), '😀'.repeat(255)])('returns the customer %j', async (external_id) => {
    const { id } = await seed(external_id);
    const { status, body } = await call('GET', `/v1/customers/external/${encodeURIComponent(external_id)}`);
    expect([status, body.id, body.external_id]).toEqual([200, id, external_id]);
    expect((await call('GET', `/v1/customers/external/${encodeURIComponent(external_id)}/`)).body).toEqual(body);
  });

  test('is case-sensitive', async () => {
    await seed('Case');
    expect((await call('GET', '/v1/customers/external/case')).status).toBe(404);
  });

  test.each(['nobody', '%20', 'x'.repeat(1000), '%ff', '%'])('404 for %s', async (external_id) => {
    const { status, body } = await call('GET', `/v1/customers/external/${external_id}`);
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });
});

describe('PATCH /v1/customers/external/{external_id}', () => {
  test('changes the customer, but neither its external id nor its type', async () => {
    const { id } = await seed('changing/1');
    const changes = { name: 'New', external_id: 'other', type: 'team' };
    const { status, body } = await call('PATCH', '/v1/customers/external/changing%2F1', changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'New', external_id: 'changing/1', type: 'individual' });
  });

  test('rejects invalid changes', async () => {
    const other = await seed('other-one');
    await seed('refused');
    const wrong = { email: other.email, billing_address: null, external_id: 7, type: 'nonsense' };
    const { status, body } = await call('PATCH', '/v1/customers/external/refused', wrong);
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['email', 'billing_address']);
  });
});

describe('DELETE /v1/customers/external/{external_id}', () => {
  test.each(['', '?anonymize=true', '?anonymize=0'])('removes the customer (%s)', async (query) => {
    const { id } = await seed('leaving');
    const { status, text } = await call('DELETE', `/v1/customers/external/leaving${query}`);
    expect([status, text]).toEqual([204, '']);
    for (const url of [`/v1/customers/${id}`, '/v1/customers/external/leaving']) {
      expect((await call('GET', url)).status).toBe(404);
    }
  });
});

describe('a user of two organizations', () => {
  const shared = async (external_id: string) => {
    const theirs = await seedOrganization(api);
    await api.app.get(CommandBus).execute(new SetMemberRole({ id: theirs.organization.id }, ours.user.id, 'finance'));
    await seedCustomer(api, theirs.organization.id, { external_id });
    return { asUser: callAs(api, ours.pat), theirs };
  };

  test.each(['GET', 'PATCH', 'DELETE'] as const)('%s reports an ambiguous external id with 409', async (method) => {
    const { id } = await seed(`shared-${method}`);
    const { asUser, theirs } = await shared(`shared-${method}`);
    const url = `/v1/customers/external/shared-${method}`;
    const body = method === 'PATCH' ? { name: 'New' } : undefined;
    const answer = await asUser(method, url, body);
    expect([answer.status, answer.body]).toEqual([409, AMBIGUOUS]);
    expect((await asUser('GET', url, undefined, { 'polar-organization': ours.organization.id })).body.id).toBe(id);
    expect((await callAs(api, theirs.oat)('GET', url)).body.name).toBeNull();
    expect((await call('GET', url)).body.name).toBeNull();
  });

  test.each(['PATCH', 'DELETE'] as const)('%s is rejected for the role finance', async (method) => {
    const { asUser } = await shared(`theirs-${method}`);
    const body = method === 'PATCH' ? { name: 'New' } : undefined;
    const answer = await asUser(method, `/v1/customers/external/theirs-${method}`, body);
    expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
  });
});

test.each([
  ['GET', undefined],
  ['PATCH', { name: 'New' }],
  ['DELETE', undefined],
] as const)('%s rejects a NUL character in the external id with 422', async (method, body) => {
  const answer = await call(method, '/v1/customers/external/a%00b', body);
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatchObject([{ loc: ['path', 'external_id'], type: 'value_error' }]);
});
