import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const BENEFIT = { type: 'license_keys', description: 'Pro license', properties: {} };

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

const create = async (): Promise<string> => (await seedBenefit(api, ours.organization.id)).id;

/** What a stranger can tell two answers apart by. */
const visible = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
};

describe.each([
  ['GET', '/v1/benefits/', undefined, ['benefits:read', 'benefits:write']],
  ['POST', '/v1/benefits/', BENEFIT, ['benefits:write']],
  ['GET', '/v1/benefits/:id', undefined, ['benefits:read', 'benefits:write']],
  ['PATCH', '/v1/benefits/:id', { type: 'license_keys' }, ['benefits:write']],
  ['DELETE', '/v1/benefits/:id', undefined, ['benefits:write']],
] as const)('%s %s', (method, path, body, scopes) => {
  const url = async () => path.replace(':id', path.endsWith(':id') ? await create() : '');

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
    const answer = await callAs(api, await ours.tokenWith([scope]))(method, await url(), body);
    expect([200, 201, 204]).toContain(answer.status);
  });

  test('needs the scope', async () => {
    const others = ['products:read', 'products:write', ...(method === 'GET' ? [] : (['benefits:read'] as const))] as const;
    const answer = await callAs(api, await ours.tokenWith(others))(method, path, body && {});
    expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
    expect(answer.headers['www-authenticate']).toContain(scopes.join(' '));
  });

  if (path.endsWith(':id')) {
    test('a benefit of another organization is as good as none', async () => {
      const { id: foreign } = await seedBenefit(api, theirs.organization.id);
      const foreignAnswer = await call(method, `/v1/benefits/${foreign}`, body);
      const missing = await call(method, `/v1/benefits/${randomUUID()}`, body);
      expect([missing.status, missing.body]).toEqual([404, NOT_FOUND]);
      expect(visible(foreignAnswer)).toEqual(visible(missing));
      expect((await callAs(api, theirs.oat)('GET', `/v1/benefits/${foreign}`)).body.modified_at).toBeNull();
    });

    test('a credential held to another organization sees none', async () => {
      const id = await create();
      const headers = { 'polar-organization': theirs.organization.id };
      expect((await callAs(api, ours.pat)(method, `/v1/benefits/${id}`, body, headers)).status).toBe(404);
    });

    test.each([
      ['nonsense', 'uuid_parsing'],
      ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
      ['%00', 'uuid_parsing'],
    ])('the id %s is a 422', async (id, type) => {
      const answer = await call(method, `/v1/benefits/${id}`, body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['path', 'id'], type }]);
    });
  }
});
