import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TERMS = {
  prefix: 'ACME',
  expires: { ttl: 1, timeframe: 'year' },
  activations: { limit: 3, enable_customer_admin: true },
  limit_usage: 10,
};
const NO_TERMS = { prefix: null, expires: null, activations: null, limit_usage: null };

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const benefit = (overrides: object = {}) => ({
  type: 'license_keys',
  description: 'Pro license',
  properties: TERMS,
  ...overrides,
});

const create = async (overrides: object = {}): Promise<string> =>
  (await call('POST', '/v1/benefits/', benefit(overrides))).body.id;

const eventsOf = (id: string): Promise<{ name: string; payload: object }[]> =>
  api.app.get(EntityManager).fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);

describe('POST /v1/benefits/', () => {
  test('creates a benefit', async () => {
    const answer = await call(
      'POST',
      '/v1/benefits/',
      benefit({ visibility: 'private', metadata: { tier: 'gold', seats: 5, beta: true } }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      type: 'license_keys',
      description: 'Pro license',
      selectable: true,
      deletable: true,
      is_deleted: false,
      organization_id: ours.organization.id,
      metadata: { tier: 'gold', seats: 5, beta: true },
      visibility: 'private',
      properties: TERMS,
      visibility_configurable: true,
    });
    expect(await eventsOf(answer.body.id)).toEqual([{ name: 'benefit.created', payload: { type: 'license_keys' } }]);
  });

  test('omitted and null terms mean unlimited; visibility defaults to public, metadata to empty', async () => {
    for (const properties of [{}, NO_TERMS, { prefix: '  ' }]) {
      const { body } = await call('POST', '/v1/benefits', benefit({ properties, visibility: null, organization_id: null }));
      expect(body).toMatchObject({ properties: NO_TERMS, visibility: 'public', metadata: {} });
    }
  });

  test('coerces lenient input and stores free text unchanged', async () => {
    const properties = {
      prefix: '  ACME ',
      expires: { ttl: '3', timeframe: 'month' },
      activations: { limit: 2.0, enable_customer_admin: 'yes' },
    };
    const metadata = JSON.parse('{"__proto__": "own", "constructor": 1.5, "ключ": "знач 😀"}');
    const { status, body, text } = await call('POST', '/v1/benefits/', benefit({ properties, metadata, unknown: { field: 1 } }));
    expect(status).toBe(201);
    expect(body.properties).toEqual({
      prefix: 'ACME',
      expires: { ttl: 3, timeframe: 'month' },
      activations: { limit: 2, enable_customer_admin: true },
      limit_usage: null,
    });
    expect(Object.entries(JSON.parse(text).metadata).sort()).toEqual(Object.entries(metadata).sort());
  });

  test('a personal token must name the organization', async () => {
    const { status, body } = await callAs(api, ours.pat)(
      'POST',
      '/v1/benefits/',
      benefit({ organization_id: ours.organization.id }),
    );
    expect([status, body.organization_id]).toEqual([201, ours.organization.id]);
  });

  test('a personal token restricted to one organization need not', async () => {
    const headers = { 'polar-organization': ours.organization.id };
    const { status, body } = await callAs(api, ours.pat)('POST', '/v1/benefits/', benefit(), headers);
    expect([status, body.organization_id]).toEqual([201, ours.organization.id]);
  });

  test.each(['owner', 'admin', 'member'] as const)('is permitted for the role %s', async (role) => {
    const token = await ours.tokenAs(role);
    expect((await callAs(api, token)('POST', '/v1/benefits/', benefit({ organization_id: ours.organization.id }))).status).toBe(
      201,
    );
  });

  test('rejects the role finance with 403', async () => {
    const token = await ours.tokenAs('finance');
    const { status, body } = await callAs(api, token)(
      'POST',
      '/v1/benefits/',
      benefit({ organization_id: ours.organization.id }),
    );
    expect([status, body]).toEqual([403, { error: 'NotPermitted', detail: "You don't have permission to manage products" }]);
  });
});

describe('GET /v1/benefits/{id}', () => {
  test('returns the benefit', async () => {
    const { body: created } = await call('POST', '/v1/benefits/', benefit());
    for (const url of [`/v1/benefits/${created.id}`, `/v1/benefits/${created.id}/`, `/v1/benefits/${created.id.toUpperCase()}`]) {
      const { status, body } = await call('GET', url);
      expect([status, body]).toEqual([200, created]);
    }
  });

  test('is permitted for the role finance', async () => {
    const id = await create();
    expect((await callAs(api, await ours.tokenAs('finance'))('GET', `/v1/benefits/${id}`)).status).toBe(200);
  });
});

describe('the files of a benefit', () => {
  const files = (id: string, token?: string) => callAs(api, token)('GET', `/v1/benefits/${id}/files`);

  test('require credentials, and are found for benefits that have files', async () => {
    const id = await create();
    expect((await files(id)).status).toBe(401);
    expect((await files(id, 'junk')).status).toBe(401);
    const { status, body } = await files(id, ours.oat);
    expect([status, body]).toEqual([404, NOT_FOUND]);
    expect((await files('nonsense', ours.oat)).status).toBe(422);
    expect((await files('nonsense')).status).toBe(401);
  });

  test('unknown paths below a benefit are 404 for everyone', async () => {
    for (const token of [undefined, ours.oat]) {
      expect((await callAs(api, token)('GET', `/v1/benefits/${await create()}/nothing`)).status).toBe(404);
    }
  });
});

describe('PATCH /v1/benefits/{id}', () => {
  test('changes the given fields and nothing else', async () => {
    const id = await create({ metadata: { a: 1 } });
    const before = (await call('GET', `/v1/benefits/${id}`)).body;
    const answer = await call('PATCH', `/v1/benefits/${id}`, { type: 'license_keys', description: 'Another' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, description: 'Another', modified_at: expect.stringMatching(TIME) });
    expect((await call('GET', `/v1/benefits/${id}`)).body).toEqual(answer.body);
    expect((await eventsOf(id))[1]).toEqual({
      name: 'benefit.updated',
      payload: {
        type: 'license_keys',
        is_deleted: false,
        license_key_terms_changed: false,
        license_key_expiry_changed: false,
        license_key_quantity_changed: false,
      },
    });
  });

  test('replaces properties and metadata as a whole', async () => {
    const id = await create({ metadata: { a: 1 } });
    const changes = { type: 'license_keys', properties: { limit_usage: 11 }, metadata: { b: 2 }, visibility: 'draft' };
    const { body } = await call('PATCH', `/v1/benefits/${id}`, changes);
    expect(body).toMatchObject({ visibility: 'draft', metadata: { b: 2 }, properties: { ...NO_TERMS, limit_usage: 11 } });
    expect((await eventsOf(id))[1]).toMatchObject({ payload: { license_key_terms_changed: true } });
  });

  test('null changes nothing', async () => {
    const id = await create();
    const before = (await call('GET', `/v1/benefits/${id}`)).body;
    const changes = { type: 'license_keys', description: null, properties: null, visibility: null };
    expect((await call('PATCH', `/v1/benefits/${id}`, changes)).body).toEqual(before);
  });

  test('rejects the role finance and changes nothing', async () => {
    const id = await create();
    const before = (await call('GET', `/v1/benefits/${id}`)).body;
    const finance = callAs(api, await ours.tokenAs('finance'));
    const { status, body } = await finance('PATCH', `/v1/benefits/${id}`, { type: 'license_keys', description: 'Mine now' });
    expect([status, body]).toEqual([403, { error: 'NotPermitted', detail: "You don't have permission to manage products" }]);
    expect((await call('GET', `/v1/benefits/${id}`)).body).toEqual(before);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('DELETE /v1/benefits/{id}', () => {
  test('deletes permanently', async () => {
    const id = await create();
    const answer = await call('DELETE', `/v1/benefits/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await eventsOf(id))[1]).toEqual({
      name: 'benefit.updated',
      payload: {
        type: 'license_keys',
        is_deleted: true,
        license_key_terms_changed: false,
        license_key_expiry_changed: false,
        license_key_quantity_changed: false,
      },
    });
    for (const again of [
      await call('GET', `/v1/benefits/${id}`),
      await call('PATCH', `/v1/benefits/${id}`, { type: 'license_keys' }),
      await call('DELETE', `/v1/benefits/${id}`),
    ]) {
      expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await call('GET', `/v1/benefits/?id=${id}`)).body.items).toEqual([]);
  });

  test('accepts an empty body with a JSON content type', async () => {
    const id = await create();
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    expect((await call('DELETE', `/v1/benefits/${id}`, undefined, headers)).status).toBe(204);
  });

  test('rejects the role finance and changes nothing', async () => {
    const id = await create();
    const answer = await callAs(api, await ours.tokenAs('finance'))('DELETE', `/v1/benefits/${id}`);
    expect([answer.status, answer.body.error]).toEqual([403, 'NotPermitted']);
    expect((await call('GET', `/v1/benefits/${id}`)).status).toBe(200);
  });
});

describe.each([
  ['GET', undefined],
  ['PATCH', { type: 'license_keys' }],
  ['DELETE', undefined],
] as const)('%s /v1/benefits/{id}', (method, body) => {
  test.each([
    ['nonsense', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
    ['%00', 'uuid_parsing'],
  ])('rejects the id %s with 422', async (id, type) => {
    const answer = await call(method, `/v1/benefits/${id}`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['path', 'id'], type }]);
  });
});
