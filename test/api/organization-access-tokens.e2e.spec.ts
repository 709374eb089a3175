import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { SCOPES } from '#platform/auth';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PATH = '/v1/organization-access-tokens';
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

const create = async (overrides: object = {}, as = call) =>
  as('POST', '/v1/organization-access-tokens/', {
    comment: 'CI',
    scopes: ['organizations:read'],
    organization_id: ours.organization.id,
    ...overrides,
  });
const created = async (overrides?: object): Promise<string> => (await create(overrides)).body.organization_access_token.id;

describe('POST /v1/organization-access-tokens/', () => {
  test('returns a working token, once', async () => {
    const { status, body } = await create();
    expect([status, body]).toEqual([
      201,
      {
        organization_access_token: {
          id: expect.any(String),
          created_at: TIMESTAMP,
          modified_at: null,
          comment: 'CI',
          scopes: ['organizations:read'],
          expires_at: null,
          last_used_at: null,
          organization_id: ours.organization.id,
        },
        token: expect.stringMatching(/^latchkey_oat_[0-9A-Za-z]{49}$/),
      },
    ]);
    const asToken = callAs(api, body.token);
    expect((await asToken('GET', '/v1/organizations/')).body.items).toMatchObject([ours.organization]);
    expect((await asToken('PATCH', `/v1/organizations/${ours.organization.id}`, {})).status).toBe(403);
    const again = await call('GET', `${PATH}/${body.organization_access_token.id}`);
    expect(again.body).toEqual(body.organization_access_token);
  });

  test('shows when it was last used', async () => {
    const id = await created();
    const used = `update organizations.access_tokens set last_used_at = '2026-11-20 10:00:00.5+00' where id = ?`;
    await api.app.get(EntityManager).fork().execute(used, [id]);
    expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ last_used_at: '2026-11-20T10:00:00.500Z' });
  });

  test.each([
    ['P1D', 86_400],
    ['PT90M', 5400],
    ['P1Y2M3W4DT5H6M7S', 365 * 86_400 + 60 * 86_400 + 25 * 86_400 + 5 * 3600 + 6 * 60 + 7],
    ['PT0,5S', 0.5],
    ['P36500D', 36_500 * 86_400],
  ])('accepts the lifetime %s', async (expires_in, seconds) => {
    const before = Date.now();
    const { expires_at } = (await create({ expires_in })).body.organization_access_token;
    const createdAt = Date.parse(expires_at) - seconds * 1000;
    expect(before <= createdAt && createdAt <= Date.now()).toBe(true);
  });

  test('deduplicates scopes, accepts none, and needs no organization with a restricted token', async () => {
    const scopes = ['organizations:read', 'organizations:read'];
    expect((await create({ scopes })).body.organization_access_token.scopes).toEqual(['organizations:read']);
    const held = await call('POST', PATH, { comment: '', scopes: [] }, { 'polar-organization': ours.organization.id });
    expect([held.status, held.body]).toMatchObject([
      201,
      { organization_access_token: { comment: '', scopes: [], organization_id: ours.organization.id } },
    ]);
  });

  test('rejects scopes that the caller does not have', async () => {
    const withoutScopes = callAs(api, await ours.personalTokenWith(['organization_access_tokens:write', 'products:read']));
    expect((await create({ scopes: ['products:read'] }, withoutScopes)).status).toBe(201);
    const scopes = ['products:read', 'products:write'];
    const { status, body } = await create({ scopes }, withoutScopes);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'scopes'], type: 'value_error', input: scopes }]]);
  });

  test('requires an organization that the user belongs to', async () => {
    const missing = await create({ organization_id: null });
    expect([missing.status, missing.body.detail]).toMatchObject([422, [{ loc: ['body', 'organization_id'], type: 'missing' }]]);
    const foreign = await create({ organization_id: theirs.organization.id });
    expect([foreign.status, foreign.body.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'organization_id'], type: 'value_error', msg: 'Organization not found.' }],
    ]);
  });

  test.each([
    ['admin', 201],
    ['member', 403],
    ['finance', 403],
  ] as const)('answers the role %s with %i', async (role, expected) => {
    const { status, body } = await create({}, callAs(api, await ours.tokenAs(role)));
    expect([status, body.error]).toEqual([expected, expected === 403 ? 'NotPermitted' : undefined]);
  });
});

describe('GET /v1/organization-access-tokens/', () => {
  test('lists the tokens of the organizations that the user manages, newest first', async () => {
    const ids = [await created(), await created(), await created()];
    const { status, body } = await call('GET', '/v1/organization-access-tokens/?limit=2');
    expect([status, body.pagination]).toEqual([200, { total_count: 4, max_page: 2 }]);
    const rest = await call('GET', `${PATH}?limit=2&page=2`);
    const listed = [...body.items, ...rest.body.items].map(({ id }: { id: string }) => id);
    expect(listed.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
    const times = [...body.items, ...rest.body.items].map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual([...times].sort().toReversed());
    expect(JSON.stringify(body)).not.toMatch(/latchkey_oat_|digest/);
  });

  test('filters by organization', async () => {
    const count = async (query: string) => (await call('GET', `${PATH}?${query}`)).body.pagination.total_count;
    const [own, foreign] = [ours, theirs].map(({ organization }) => `organization_id=${organization.id}`);
    expect([await count(own!), await count(foreign!), await count(`${own}&${foreign}`)]).toEqual([1, 0, 1]);
  });

  test.each(['member', 'finance'] as const)('is empty for the role %s', async (role) => {
    const as = callAs(api, await ours.tokenAs(role));
    expect((await as('GET', PATH)).body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
  });

  test.each([
    ['page=0', ['page'], 'greater_than'],
    ['limit=x', ['limit'], 'int_parsing'],
    ['organization_id=x', ['organization_id', 0], 'uuid_parsing'],
    ['organization_id=00000000-0000-1000-8000-000000000000', ['organization_id', 0], 'uuid_version'],
  ])('rejects ?%s', async (query, loc, type) => {
    const { status, body } = await call('GET', `${PATH}?${query}`);
    expect([status, body.detail]).toMatchObject([422, wrongParameter(loc, type)]);
  });
});

describe('PATCH /v1/organization-access-tokens/{id}', () => {
  test('changes comment and scopes with immediate effect', async () => {
    const { body } = await create();
    const url = `/v1/organization-access-tokens/${body.organization_access_token.id}`;
    const renamed = await call('PATCH', url, { comment: 'Deploy', organization_id: 1 });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      { ...body.organization_access_token, comment: 'Deploy', modified_at: TIMESTAMP },
    ]);
    expect((await call('PATCH', url, { expires_in: 'P1D' })).status).toBe(422);
    const reduced = await call('PATCH', url, { scopes: ['products:read'] });
    expect(reduced.body).toMatchObject({ comment: 'Deploy', scopes: ['products:read'] });
    expect((await callAs(api, body.token)('GET', '/v1/organizations/')).status).toBe(403);
  });

  test('rejects scopes that the caller does not have', async () => {
    const id = await created();
    const withoutScopes = callAs(api, await ours.personalTokenWith(['organization_access_tokens:write']));
    const { status, body } = await withoutScopes('PATCH', `${PATH}/${id}`, { comment: 'x', scopes: ['products:read'] });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'scopes'], type: 'value_error' }]]);
    expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ comment: 'CI', modified_at: null });
    expect((await withoutScopes('PATCH', `${PATH}/${id}`, { comment: 'x' })).body.scopes).toEqual(['organizations:read']);
  });
});

describe('DELETE /v1/organization-access-tokens/{id}', () => {
  test('revokes immediately', async () => {
    const { body } = await create();
    const url = `/v1/organization-access-tokens/${body.organization_access_token.id}`;
    const gone = await call('DELETE', url);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await callAs(api, body.token)('GET', '/v1/organizations/')).status).toBe(401);
    expect((await call('DELETE', url)).body).toEqual(NOT_FOUND);
  });
});

describe.each([
  ['GET', '/v1/organization-access-tokens/{id}', undefined],
  ['PATCH', '/v1/organization-access-tokens/{id}', { comment: 'mine' }],
  ['DELETE', '/v1/organization-access-tokens/{id}', undefined],
] as const)('%s %s', (method, path, body) => {
  const url = (id: string): string => path.replace('{id}', id);

  test('404 for unknown and foreign tokens, and for the role member', async () => {
    const id = await created();
    const foreign = callAs(api, theirs.pat);
    const member = callAs(api, await ours.tokenAs('member'));
    for (const answer of [
      await call(method, url(randomUUID()), body),
      await foreign(method, url(id), body),
      await member(method, url(id), body),
      await call(method, url(id), body, { 'polar-organization': theirs.organization.id }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await call('GET', url(id))).body).toMatchObject({ comment: 'CI', modified_at: null });
  });

  test('is permitted for the role admin', async () => {
    const admin = callAs(api, await ours.tokenAs('admin'));
    expect((await admin(method, url(await created()), body)).status).toBeLessThan(300);
  });

  test.each([
    ['nonsense', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
  ])('rejects the id %s with 422', async (id, type) => {
    const answer = await call(method, url(id), body);
    expect([answer.status, answer.body.detail]).toMatchObject([422, [{ loc: ['path', 'id'], type }]]);
  });
});

const BOTH = ['organization_access_tokens:read', 'organization_access_tokens:write'] as const;
const ONE = [BOTH[1]] as const;

describe.each([
  ['GET', '', undefined, BOTH],
  ['POST', '', {}, ONE],
  ['GET', '/id', undefined, BOTH],
  ['PATCH', '/id', {}, ONE],
  ['DELETE', '/id', undefined, ONE],
] as const)('%s /v1/organization-access-tokens%s', (method, rest, body, scopes) => {
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
