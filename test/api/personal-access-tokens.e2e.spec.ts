import { randomUUID } from 'node:crypto';
import { SCOPES } from '#platform/auth';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PATH = '/v1/personal-access-tokens';
const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
  call = callAs(api, ours.pat);
});

const create = (overrides: object = {}, as = call) =>
  as('POST', '/v1/personal-access-tokens/', { comment: 'Laptop', scopes: ['organizations:read'], ...overrides });

describe('POST /v1/personal-access-tokens/', () => {
  test('returns a working token, once', async () => {
    const { status, body } = await create({ expires_in: 'P30D' });
    expect([status, body]).toEqual([
      201,
      {
        personal_access_token: {
          id: expect.any(String),
          created_at: TIMESTAMP,
          modified_at: null,
          comment: 'Laptop',
          scopes: ['organizations:read'],
          expires_at: TIMESTAMP,
          last_used_at: null,
        },
        token: expect.stringMatching(/^latchkey_pat_[0-9A-Za-z]{49}$/),
      },
    ]);
    expect((await callAs(api, body.token)('GET', '/v1/organizations/')).body.items).toMatchObject([ours.organization]);
    const again = await call('GET', `/v1/personal-access-tokens/${body.personal_access_token.id}`);
    expect([again.status, again.body]).toEqual([200, body.personal_access_token]);
  });

  test('rejects scopes that the caller does not have', async () => {
    const withoutScopes = callAs(api, await ours.personalTokenWith(['personal_access_tokens:write', 'products:read']));
    expect((await create({ scopes: ['products:read'] }, withoutScopes)).status).toBe(201);
    const { status, body } = await create({ scopes: ['products:write'] }, withoutScopes);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'scopes'], type: 'value_error' }]]);
  });

  test('is permitted for every role; the token has the permissions of its user', async () => {
    const { status, body } = await create({ scopes: SCOPES.slice(0, 2) }, callAs(api, await ours.tokenAs('finance')));
    expect(status).toBe(201);
    expect((await callAs(api, body.token)('PATCH', `/v1/organizations/${ours.organization.id}`, {})).status).toBe(403);
  });
});

describe('GET /v1/personal-access-tokens/', () => {
  test('lists the user’s own tokens, newest first', async () => {
    const { id } = (await create()).body.personal_access_token;
    const { status, body } = await call('GET', '/v1/personal-access-tokens/?limit=1');
    expect([status, body.pagination]).toEqual([200, { total_count: 2, max_page: 2 }]);
    const rest = await call('GET', '/v1/personal-access-tokens/?limit=1&page=2');
    expect([...body.items, ...rest.body.items].map((each: { id: string }) => each.id)).toContain(id);
    expect(body.items[0].created_at >= rest.body.items[0].created_at).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/latchkey_pat_|digest|organization_id/);
  });

  test('does not show an admin the tokens of others', async () => {
    const admin = callAs(api, await ours.tokenAs('admin'));
    expect((await admin('GET', PATH)).body.pagination.total_count).toBe(1);
  });

  test.each([
    ['page=0', ['page'], 'greater_than'],
    ['limit=x', ['limit'], 'int_parsing'],
  ])('rejects ?%s', async (query, loc, type) => {
    const { status, body } = await call('GET', `${PATH}?${query}`);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', ...loc], type }]]);
  });
});

describe('PATCH /v1/personal-access-tokens/{id}', () => {
  test('changes comment and scopes with immediate effect', async () => {
    const { body } = await create();
    const url = `/v1/personal-access-tokens/${body.personal_access_token.id}`;
    const changed = await call('PATCH', url, { comment: 'Phone', scopes: ['products:read'] });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...body.personal_access_token, comment: 'Phone', scopes: ['products:read'], modified_at: TIMESTAMP },
    ]);
    expect((await callAs(api, body.token)('GET', '/v1/organizations/')).status).toBe(403);
  });

  test('rejects scopes that the caller does not have', async () => {
    const { id } = (await create()).body.personal_access_token;
    const withoutScopes = callAs(api, await ours.personalTokenWith(['personal_access_tokens:write']));
    const { status, body } = await withoutScopes('PATCH', `${PATH}/${id}`, { scopes: ['products:read'] });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'scopes'], type: 'value_error' }]]);
    expect((await withoutScopes('PATCH', `${PATH}/${id}`, { scopes: [] })).body.scopes).toEqual([]);
  });
});

describe('DELETE /v1/personal-access-tokens/{id}', () => {
  test('revokes immediately', async () => {
    const { body } = await create();
    const url = `/v1/personal-access-tokens/${body.personal_access_token.id}`;
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await callAs(api, body.token)('GET', '/v1/organizations/')).status).toBe(401);
    expect((await call('DELETE', url)).body).toEqual(NOT_FOUND);
  });

  test('a token can revoke itself', async () => {
    const scopes = ['personal_access_tokens:write'];
    const { token, personal_access_token } = (await create({ scopes })).body;
    const itself = callAs(api, token);
    expect((await itself('DELETE', `${PATH}/${personal_access_token.id}`)).status).toBe(204);
    expect((await itself('DELETE', `${PATH}/${personal_access_token.id}`)).status).toBe(401);
  });
});

describe.each([
  ['GET', '/v1/personal-access-tokens/{id}', undefined],
  ['PATCH', '/v1/personal-access-tokens/{id}', { comment: 'mine' }],
  ['DELETE', '/v1/personal-access-tokens/{id}', undefined],
] as const)('%s %s', (method, path, body) => {
  const url = (id: string): string => path.replace('{id}', id);

  test('404 for unknown tokens, and those of others and of organizations', async () => {
    const { id } = (await create()).body.personal_access_token;
    const organization_id = ours.organization.id;
    const attributes = { comment: 'CI', scopes: [], organization_id };
    const other = (await call('POST', '/v1/organization-access-tokens', attributes)).body.organization_access_token;
    for (const answer of [
      await call(method, url(randomUUID()), body),
      await call(method, url(other.id), body),
      await callAs(api, theirs.pat)(method, url(id), body),
      await callAs(api, await ours.tokenAs('admin'))(method, url(id), body),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await call('GET', url(id))).body).toMatchObject({ comment: 'Laptop', modified_at: null });
  });

  test.each([
    ['nonsense', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
  ])('rejects the id %s with 422', async (id, type) => {
    const answer = await call(method, url(id), body);
    expect([answer.status, answer.body.detail]).toMatchObject([422, [{ loc: ['path', 'id'], type }]]);
  });
});

const BOTH = ['personal_access_tokens:read', 'personal_access_tokens:write'] as const;
const ONE = [BOTH[1]] as const;

describe.each([
  ['GET', '', undefined, BOTH],
  ['POST', '', {}, ONE],
  ['GET', '/id', undefined, BOTH],
  ['PATCH', '/id', {}, ONE],
  ['DELETE', '/id', undefined, ONE],
] as const)('%s /v1/personal-access-tokens%s', (method, rest, body, scopes) => {
  test('requires a personal token with the scope', async () => {
    const ask = (token?: string) => callAs(api, token)(method, PATH + rest, body);
    const others = SCOPES.filter((scope) => !(scopes as readonly string[]).includes(scope));
    expect((await ask()).status).toBe(401);
    expect((await ask(ours.oat)).body).toEqual({
      error: 'Unauthorized',
      detail: expect.stringMatching(/does not accept access tokens of this kind/),
    });
    const withoutScopes = await ask(await ours.personalTokenWith(others));
    expect([withoutScopes.status, withoutScopes.body.error]).toEqual([403, 'NotPermitted']);
    expect(withoutScopes.headers['www-authenticate']).toContain(scopes.join(' '));
    for (const scope of scopes) {
      expect((await ask(await ours.personalTokenWith([scope]))).status).toBe(method === 'GET' && rest === '' ? 200 : 422);
    }
  });
});
