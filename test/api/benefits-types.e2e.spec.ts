import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const create = async (benefit: object) => (await call('POST', '/v1/benefits/', benefit)).body;

const OF_EACH_TYPE = [
  ['custom', { note: ' Welcome! ' }, { note: 'Welcome!' }, 'public'],
  ['feature_flag', { unknown: 1 }, {}, 'private'],
  ['license_keys', {}, { prefix: null, expires: null, activations: null, limit_usage: null }, 'public'],
] as const;

describe.each(OF_EACH_TYPE)('a benefit of type %s', (type, properties, shown, visibility) => {
  const benefit = { type, description: `A ${type}`, properties };

  test('can be created and read', async () => {
    const { status, body } = await call('POST', '/v1/benefits/', benefit);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      type,
      description: `A ${type}`,
      selectable: true,
      deletable: true,
      is_deleted: false,
      organization_id: ours.organization.id,
      metadata: {},
      visibility,
      properties: shown,
      visibility_configurable: true,
    });
    expect((await call('GET', `/v1/benefits/${body.id}`)).body).toEqual(body);
  });

  test.each(['draft', 'private', 'public'])('can be %s', async (other) => {
    expect((await create({ ...benefit, visibility: other })).visibility).toBe(other);
  });

  test('ignores null as visibility', async () => {
    expect((await create({ ...benefit, visibility: null })).visibility).toBe(visibility);
  });

  test('can be changed, except its type', async () => {
    const { id } = await create(benefit);
    const changed = await call('PATCH', `/v1/benefits/${id}`, { type, description: 'Another', properties });
    expect([changed.status, changed.body.description, changed.body.properties]).toEqual([200, 'Another', shown]);
    for (const other of OF_EACH_TYPE.map(([each]) => each).filter((each) => each !== type)) {
      const { status, body } = await call('PATCH', `/v1/benefits/${id}`, { type: other });
      expect(status).toBe(422);
      expect(body.detail).toEqual([
        { loc: ['body', 'type'], type: 'value_error', msg: 'Benefit type cannot be changed.', input: other },
      ]);
    }
  });

  test('requires properties', async () => {
    const { status, body } = await call('POST', '/v1/benefits/', { type, description: 'Without' });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', 'properties'], type: 'missing' }]);
  });

  test('can be filtered by its type', async () => {
    const { id } = await create(benefit);
    const { body } = await call('GET', `/v1/benefits/?type=${type}&id=${id}`);
    expect(body.items.map((each: { id: string }) => each.id)).toEqual([id]);
    const others = OF_EACH_TYPE.flatMap(([each]) => (each === type ? [] : [`type=${each}`])).join('&');
    expect((await call('GET', `/v1/benefits/?${others}&id=${id}`)).body.items).toEqual([]);
  });
});

describe('a custom benefit', () => {
  test.each([
    [{}, null],
    [{ note: '' }, null],
    [{ note: ' \n ' }, null],
    [{ note: null }, null],
    [{ note: 'n'.repeat(10_000) }, 'n'.repeat(10_000)],
  ])('returns the note for properties %#', async (properties, note) => {
    expect((await create({ type: 'custom', description: 'Custom', properties })).properties).toEqual({ note });
  });

  test('a change replaces the note and publishes no change of license key terms', async () => {
    const { id } = await create({ type: 'custom', description: 'Custom', properties: { note: 'before' } });
    const { body } = await call('PATCH', `/v1/benefits/${id}`, { type: 'custom', properties: {} });
    expect(body.properties).toEqual({ note: null });
    const em = api.app.get(EntityManager).fork();
    const events = await em.execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);
    expect(events).toEqual([
      { name: 'benefit.created', payload: { type: 'custom' } },
      {
        name: 'benefit.updated',
        payload: {
          type: 'custom',
          is_deleted: false,
          license_key_terms_changed: false,
          license_key_expiry_changed: false,
          license_key_quantity_changed: false,
        },
      },
    ]);
  });

  test.each([
    ['a number', 1, 'string_type'],
    ['a list', [], 'string_type'],
    ['NUL', 'a\0b', 'value_error'],
    ['a lone surrogate', '\ud800', 'string_unicode'],
  ])('rejects %s as a note', async (_what, note, type) => {
    const { id } = await create({ type: 'custom', description: 'Custom', properties: {} });
    const wrong = { type: 'custom', description: 'Custom', properties: { note } };
    for (const answer of [await call('POST', '/v1/benefits/', wrong), await call('PATCH', `/v1/benefits/${id}`, wrong)]) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', 'properties', 'note'], type }]);
    }
  });
});

test.each(['discord', 'github_repository', 'slack_shared_channel'])('rejects the type %s', async (type) => {
  const { status, body } = await call('POST', '/v1/benefits/', { type, description: 'Other', properties: {} });
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([{ loc: ['body'], type: 'union_tag_invalid', ctx: { tag: type } }]);
});

test('types sort by their names', async () => {
  const { body } = await call('GET', '/v1/benefits/?sorting=type&limit=100');
  const types = body.items.map(({ type }: { type: string }) => type);
  expect(types).toEqual([...types].sort());
  expect(new Set(types).size).toBe(3);
});

test('a flag may have values, which are shown as they were sent and stay until others are sent', async () => {
  const flag = { type: 'feature_flag', description: 'Export', properties: {} };
  const values = { maxPages: 5, 'a b': 'x', _on: true };
  const created = await create({ ...flag, values });
  expect(created).toMatchObject({ properties: {}, values });
  const change = async (changes: object) =>
    (await call('PATCH', `/v1/benefits/${created.id}`, { type: 'feature_flag', ...changes })).body;
  expect((await change({ properties: {}, description: 'Exports' })).values).toEqual(values);
  expect((await change({ values: { maxPages: 6 } })).values).toEqual({ maxPages: 6 });
  expect(await change({ values: {} })).not.toHaveProperty('values');
  const large = await call('POST', '/v1/benefits/', {
    ...flag,
    values: { a: 'x'.repeat(500), b: 'ü'.repeat(500), c: 'ü'.repeat(500) },
  });
  expect([large.status, large.body.detail[0].loc]).toEqual([422, ['body', 'values']]);
});
