import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URLS = '/v1/webhooks/endpoints';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW: 'hooks.internal,127.0.0.1:4000' });
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const endpoint = (overrides: object = {}) => ({
  url: 'https://example.com/hooks',
  format: 'raw',
  events: ['order.paid'],
  ...overrides,
});
const create = async (overrides: object = {}) => (await call('POST', URLS, endpoint(overrides))).body;
const problemsOf = async (overrides: object) => {
  const { status, body } = await call('POST', URLS, endpoint(overrides));
  return [status, body.detail?.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')}: ${type}`)];
};

describe('POST /v1/webhooks/endpoints', () => {
  test('creates an endpoint with a secret', async () => {
    const { status, body } = await call('POST', URLS, endpoint({ name: 'Production', api_version: '2026-04' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: 'https://example.com/hooks',
      name: 'Production',
      api_version: '2026-04',
      format: 'raw',
      secret: expect.stringMatching(SECRET),
      organization_id: ours.organization.id,
      events: ['order.paid'],
      enabled: true,
      uses_standard_webhook_signature: true,
    });
  });

  test('accepts every kind of the reference, and none', async () => {
    const kinds = ['checkout.created', 'discount.deleted', 'subscription.migrated', 'benefit_grant.cycled', 'order.paid'];
    expect((await create({ events: kinds })).events).toEqual(kinds);
    expect((await create({ events: [] })).events).toEqual([]);
  });

  test.each(['cloudevents', 'cloudevents_binary'])('takes the envelope %s, and leaves out the standard one', async (envelope) => {
    const { id, ...created } = await create({ envelope });
    expect(created.envelope).toBe(envelope);
    const patched = (changes: object) => call('PATCH', `${URLS}/${id}`, changes);
    expect((await patched({ envelope: null })).body.envelope).toBe(envelope);
    expect((await patched({ format: 'slack' })).body.detail).toMatchObject([{ loc: ['body', 'envelope'], type: 'value_error' }]);
    expect((await patched({ envelope: 'standard' })).body).not.toHaveProperty('envelope');
    for (const given of [null, 'standard']) expect(await create({ envelope: given })).not.toHaveProperty('envelope');
  });

  test('takes products and benefits of the organization, and no others', async () => {
    const product = (
      await call('POST', '/v1/products/', { name: 'Pro', recurring_interval: null, prices: [{ amount_type: 'free' }] })
    ).body.id;
    const gone = (
      await call('POST', '/v1/products/', { name: 'Old', recurring_interval: null, prices: [{ amount_type: 'free' }] })
    ).body.id;
    expect((await call('DELETE', `/v1/products/${gone}`)).status).toBe(204);
    const benefit = (await call('POST', '/v1/benefits/', { type: 'custom', description: 'Thanks', properties: { note: null } }))
      .body.id;
    const { id, ...created } = await create({ product_ids: [product, product], benefit_ids: [benefit] });
    expect([created.product_ids, created.benefit_ids]).toEqual([[product], [benefit]]);
    const other = await seedOrganization(api);
    const foreign = (
      await callAs(api, other.oat)('POST', '/v1/benefits/', {
        type: 'custom',
        description: 'Foreign',
        properties: { note: null },
      })
    ).body.id;
    const refused = { product_ids: [product, gone, crypto.randomUUID()], benefit_ids: [foreign] };
    const problems = ['body.product_ids.1: value_error', 'body.product_ids.2: value_error', 'body.benefit_ids.0: value_error'];
    expect(await problemsOf(refused)).toEqual([422, problems]);
    const patched = await call('PATCH', `${URLS}/${id}`, refused);
    expect([patched.status, patched.body.detail.length]).toEqual([422, 3]);
    expect((await call('PATCH', `${URLS}/${id}`, { name: 'New' })).body).toMatchObject({
      product_ids: [product],
      benefit_ids: [benefit],
    });
    const cleared = (await call('PATCH', `${URLS}/${id}`, { product_ids: null, benefit_ids: [] })).body;
    for (const field of ['product_ids', 'benefit_ids']) expect(cleared).not.toHaveProperty(field);
    expect((await problemsOf({ product_ids: Array(51).fill(product) }))[1]).toEqual(['body.product_ids: too_long']);
  });

  test('accepts a secret of one’s own, and stores it encrypted', async () => {
    const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
    const { id, secret: stored } = await create({ secret });
    expect(stored).toBe(secret);
    const [row] = await api.app
      .get(EntityManager)
      .fork()
      .execute<{ secret: Buffer }[]>('select secret from webhooks.endpoints where id = ?', [id]);
    expect(row!.secret.includes(secret.slice(6))).toBe(false);
  });

  test('accepts hosts that the operator allows', async () => {
    for (const url of ['http://hooks.internal:9000/', 'http://127.0.0.1:4000/', 'https://hooks.internal/']) {
      expect((await create({ url })).url).toBe(url);
    }
  });

  test.each([
    ['http://example.com/', 'url_scheme'],
    ['nonsense', 'url_parsing'],
    ['', 'string_too_short'],
    [`https://example.com/${'x'.repeat(2083)}`, 'string_too_long'],
    ['https://user:password@example.com/', 'value_error'],
    ['https://localhost/', 'value_error'],
    ['https://api.localhost./', 'value_error'],
    ['https://127.0.0.1/', 'value_error'],
    ['http://127.0.0.1:4001/', 'url_scheme'],
    ['https://0.0.0.0/', 'value_error'],
    ['https://[::1]/', 'value_error'],
    ['https://10.0.0.1/', 'value_error'],
    ['https://169.254.169.254/latest/meta-data/', 'value_error'],
    ['https://0x7f000001/', 'value_error'],
    ['https://2130706433/', 'value_error'],
    ['https://0177.0.0.1/', 'value_error'],
    ['https://0177.0.0.1./', 'value_error'],
    ['https://10.0.0.1../', 'value_error'],
    ['https://localhost../', 'value_error'],
    ['http://2130706433/', 'url_scheme'],
    ['https://[::ffff:10.0.0.1]/', 'value_error'],
    ['https://[64:ff9b::a00:1]/', 'value_error'],
    ['https://intranet/', 'value_error'],
  ])('rejects the URL %s', async (url, type) => {
    expect(await problemsOf({ url })).toEqual([422, [`body.url: ${type}`]]);
  });

  test.each([
    [{ events: ['order.exploded'] }, 'body.events.0: enum'],
    [{ events: null }, 'body.events: list_type'],
    [{ format: 'xml' }, 'body.format: enum'],
    [{ envelope: 'soap' }, 'body.envelope: enum'],
    [{ envelope: 'cloudevents', format: 'discord' }, 'body.envelope: value_error'],
    [{ api_version: '2025-01' }, 'body.api_version: literal_error'],
    [{ secret: 'x'.repeat(40) }, 'body.secret: value_error'],
    [{ name: 'x'.repeat(256) }, 'body.name: string_too_long'],
  ])('rejects %j', async (overrides, problem) => {
    expect(await problemsOf(overrides)).toEqual([422, [problem]]);
  });

  test('reports all missing fields', async () => {
    const { status, body } = await call('POST', URLS, {});
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc[1])]).toEqual([422, ['url', 'format', 'events']]);
  });

  test('a personal token names the organization; members and finance may not', async () => {
    const named = endpoint({ organization_id: ours.organization.id });
    expect((await callAs(api, ours.pat)('POST', URLS, named)).status).toBe(201);
    for (const role of ['member', 'finance'] as const) {
      const { status, body } = await callAs(api, await ours.tokenAs(role))('POST', URLS, named);
      expect([status, body.detail]).toEqual([403, "You don't have permission to manage webhooks"]);
    }
  });

  test('the same idempotency key gets the same endpoint and secret', async () => {
    const headers = { 'idempotency-key': 'create-once' };
    const [first, second] = [await call('POST', URLS, endpoint(), headers), await call('POST', URLS, endpoint(), headers)];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });
});

describe('GET /v1/webhooks/endpoints', () => {
  test('lists the newest first, in pages', async () => {
    const seller = await seedOrganization(api);
    const own = callAs(api, seller.oat);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await own('POST', URLS, endpoint({ name }))).body.id);
    const { status, body } = await own('GET', `${URLS}?limit=2`);
    expect([status, body.items.map(({ id }: { id: string }) => id), body.pagination]).toEqual([
      200,
      ids.slice(0, 2),
      { total_count: 3, max_page: 2 },
    ]);
  });

  test('is empty for members', async () => {
    await create();
    const { body } = await callAs(api, await ours.tokenAs('member'))('GET', URLS);
    expect(body.items).toEqual([]);
  });
});

describe('PATCH /v1/webhooks/endpoints/{id}', () => {
  test('changes what is given', async () => {
    const before = await create({ name: 'Old' });
    const { status, body } = await call('PATCH', `${URLS}/${before.id}`, {
      name: null,
      events: ['order.created'],
      enabled: false,
    });
    const changed = { name: null, events: ['order.created'], enabled: false, modified_at: expect.stringMatching(TIME) };
    expect([status, body]).toEqual([200, { ...before, ...changed }]);
    expect((await call('GET', `${URLS}/${before.id}`)).body).toEqual(body);
  });

  test('null leaves required fields as they are', async () => {
    const before = await create();
    const nothing = { url: null, format: null, events: null, enabled: null, api_version: null };
    const { body } = await call('PATCH', `${URLS}/${before.id}`, nothing);
    expect(body).toEqual(before);
  });

  test('rejects a private URL', async () => {
    const { id } = await create();
    const { status, body } = await call('PATCH', `${URLS}/${id}`, { url: 'https://10.0.0.1/' });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'url'], type: 'value_error' }]]);
  });
});

describe('PATCH /v1/webhooks/endpoints/{id}/secret', () => {
  test('gives a new secret, with and without a body', async () => {
    const { id, secret } = await create();
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    const reset = await call('PATCH', `${URLS}/${id}/secret`, undefined, headers);
    expect([reset.status, reset.body.secret]).toEqual([200, expect.stringMatching(SECRET)]);
    const again = await call('PATCH', `${URLS}/${id}/secret`, { overlap_seconds: 60 });
    expect(new Set([secret, reset.body.secret, again.body.secret]).size).toBe(3);
  });

  test('rejects an overlap of more than 30 days', async () => {
    const { id } = await create();
    const { status } = await call('PATCH', `${URLS}/${id}/secret`, { overlap_seconds: 2_592_001 });
    expect(status).toBe(422);
  });
});

describe('DELETE /v1/webhooks/endpoints/{id}', () => {
  test('deletes the endpoint', async () => {
    const { id } = await create();
    const answer = await call('DELETE', `${URLS}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['PATCH', '/secret'],
      ['POST', '/test'],
    ] as const) {
      const again = await call(method, `${URLS}/${id}${path}`, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

test.each([
  ['GET', '/v1/webhooks/endpoints/nonsense'],
  ['PATCH', '/v1/webhooks/endpoints/nonsense'],
  ['DELETE', '/v1/webhooks/endpoints/nonsense'],
  ['PATCH', '/v1/webhooks/endpoints/nonsense/secret'],
  ['POST', '/v1/webhooks/endpoints/nonsense/test'],
  ['POST', '/v1/webhooks/endpoints/nonsense/redeliver'],
  ['POST', '/v1/webhooks/events/nonsense/redeliver'],
] as const)('%s %s is 422', async (method, url) => {
  const { status, body } = await call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {});
  expect(status).toBe(422);
  expect(body.detail[0]).toMatchObject({ loc: ['path', 'id'], type: 'uuid_parsing' });
});

test.each([
  ['GET', '/v1/webhooks/endpoints'],
  ['GET', '/v1/webhooks/deliveries'],
  ['GET', '/v1/webhooks/events'],
] as const)('%s %s requires a token', async (method, url) => {
  expect((await callAs(api)(method, url)).status).toBe(401);
});
