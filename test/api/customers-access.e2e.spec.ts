import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const READ = ['customers:read', 'customers:write'] as const;
const WRITE = ['customers:write'] as const;

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  theirs = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

/** What a stranger can tell two answers apart by. */
const visible = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
};

const everything = () => api.app.get(EntityManager).fork().execute('select * from customer_portal.customers order by id');

describe.each([
  ['GET', '/v1/customers/', undefined, READ],
  ['POST', '/v1/customers/', {}, WRITE],
  ['GET', '/v1/customers/:id', undefined, READ],
  ['PATCH', '/v1/customers/:id', { name: 'New' }, WRITE],
  ['DELETE', '/v1/customers/:id', undefined, WRITE],
  ['GET', '/v1/customers/external/:external', undefined, READ],
  ['PATCH', '/v1/customers/external/:external', { name: 'New' }, WRITE],
  ['DELETE', '/v1/customers/external/:external', undefined, WRITE],
] as const)('%s %s', (method, path, body, scopes) => {
  const url = ({ id, external_id }: { id: string; external_id: string | null }): string =>
    path.replace(':id', id).replace(':external', external_id!);
  const seed = ({ organization } = ours) => seedCustomer(api, organization.id);
  const wanted = () => (method === 'POST' ? { email: `${randomUUID()}@example.com` } : body);

  test.each([
    ['no token', {}],
    ['an unknown token', { authorization: 'Bearer latchkey_oat_nobody' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('with %s is unauthorized, whatever else is wrong', async (_what, headers: Record<string, string>) => {
    const answer = await callAs(api)(method, path, body && {}, headers);
    expect([answer.status, answer.body]).toEqual([401, { error: 'Unauthorized', detail: 'Unauthorized' }]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
  });

  test.each(scopes)('is open to the scope %s', async (scope) => {
    const answer = await callAs(api, await ours.tokenWith([scope]))(method, url(await seed()), wanted());
    expect([200, 201, 204]).toContain(answer.status);
  });

  test('needs the scope', async () => {
    const others = ['products:read', 'benefits:write', ...(method === 'GET' ? [] : (['customers:read'] as const))] as const;
    const answer = await callAs(api, await ours.tokenWith(others))(method, path, body && {});
    expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
    expect(answer.headers['www-authenticate']).toContain(scopes.join(' '));
  });

  if (path.includes(':')) {
    test('a customer of another organization is as good as none', async () => {
      const foreign = await seed(theirs);
      const before = await everything();
      const foreignAnswer = await call(method, url(foreign), body);
      const missing = await call(method, url({ id: randomUUID(), external_id: randomUUID() }), body);
      expect([missing.status, missing.body]).toEqual([404, NOT_FOUND]);
      expect(visible(foreignAnswer)).toEqual(visible(missing));
      expect(await everything()).toEqual(before);
    });

    test('a credential held to another organization sees none', async () => {
      const headers = { 'polar-organization': theirs.organization.id };
      expect((await callAs(api, ours.pat)(method, url(await seed()), body, headers)).status).toBe(404);
    });
  }

  if (path.endsWith(':id')) {
    test.each([
      ['nonsense', 'uuid_parsing'],
      ['external', 'uuid_parsing'],
      ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
      ['%00', 'uuid_parsing'],
    ])('the id %s is a 422', async (id, type) => {
      const answer = await call(method, `/v1/customers/${id}`, body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['path', 'id'], type }]);
    });
  }

  if (path.endsWith(':external')) {
    test('NUL in the external id is a 422', async () => {
      const answer = await call(method, '/v1/customers/external/a%00b', body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['path', 'external_id'], type: 'value_error' }]);
    });
  }
});
