import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OPTIONS = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];

const OF_EACH_TYPE = [
  [
    'text',
    { form_label: 'VAT', textarea: 'no', min_length: 0, max_length: '20' },
    { form_label: 'VAT', textarea: false, min_length: 0, max_length: 20 },
  ],
  ['number', { ge: -2_147_483_648, le: 2_147_483_647 }, { ge: -2_147_483_648, le: 2_147_483_647 }],
  ['date', { form_help_text: 'When?', ge: 0, le: null }, { form_help_text: 'When?', ge: 0 }],
  ['checkbox', { form_placeholder: '', form_label: null, form_help_text: ' ' }, {}],
  ['select', { form_placeholder: 'One of', options: OPTIONS }, { form_placeholder: 'One of', options: OPTIONS }],
] as const;

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let count = 0;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const field = (overrides: object = {}) => ({
  type: 'text',
  slug: `field-${++count}`,
  name: 'A field',
  properties: {},
  ...overrides,
});
const create = async (overrides: object = {}) => {
  const { status, body, text } = await call('POST', '/v1/custom-fields/', field(overrides));
  if (status !== 201) throw new Error(text);
  return body;
};

describe.each(OF_EACH_TYPE)('a custom field of type %s', (type, sent, shown) => {
  test('is created, and returned with only the properties that were set', async () => {
    const given = field({ type, properties: sent, metadata: { tier: 'gold' }, organization_id: null });
    const { status, body } = await call('POST', '/v1/custom-fields/', given);
    expect(status).toBe(201);
    expect(body).toEqual({
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      id: expect.any(String),
      metadata: { tier: 'gold' },
      type,
      slug: given.slug,
      name: 'A field',
      organization_id: ours.organization.id,
      properties: shown,
    });
    expect((await call('GET', `/v1/custom-fields/${body.id}`)).body).toEqual(body);
  });

  test('update changes the given fields, replaces properties as a whole and ignores null', async () => {
    const { body: before } = await call('POST', '/v1/custom-fields/', field({ type, properties: sent, metadata: { a: 1 } }));
    const url = `/v1/custom-fields/${before.id}`;
    const silent = await call('PATCH', url, { type, slug: null, name: null, properties: null });
    expect(silent.status).toBe(200);
    expect({ ...silent.body, modified_at: null }).toEqual(before);
    const properties = type === 'select' ? { options: [OPTIONS[0]] } : {};
    const { body } = await call('PATCH', url, { type, slug: `${before.slug}_`, name: 'Another', properties, metadata: {} });
    expect(body).toEqual({
      ...before,
      slug: `${before.slug}_`,
      name: 'Another',
      properties,
      metadata: {},
      modified_at: expect.stringMatching(TIME),
    });
  });

  test('keeps its type', async () => {
    const { id } = await create({ type, properties: sent });
    const other = type === 'text' ? 'number' : 'text';
    const { status, body } = await call('PATCH', `/v1/custom-fields/${id}`, { type: other });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['body', 'type'], type: 'value_error', msg: 'Custom field type cannot be changed.', input: other },
    ]);
  });
});

describe('DELETE /v1/custom-fields/{id}', () => {
  test('deletes permanently and frees the slug', async () => {
    const { id, slug } = await create();
    const answer = await call('DELETE', `/v1/custom-fields/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const again of [
      await call('GET', `/v1/custom-fields/${id}`),
      await call('PATCH', `/v1/custom-fields/${id}`, { type: 'text' }),
      await call('DELETE', `/v1/custom-fields/${id}`),
    ]) {
      expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await create({ slug })).slug).toBe(slug);
  });
});

describe('products', () => {
  test('return attached custom fields in their order, without deleted ones', async () => {
    const [first, second] = [await create(), await create({ type: 'checkbox' })];
    const attach = (...fields: [id: string, required: boolean][]) => ({
      attached_custom_fields: fields.map(([custom_field_id, required]) => ({ custom_field_id, required })),
    });
    const product = { name: 'Acme Pro', prices: [{ amount_type: 'free' }] };
    const created = await call('POST', '/v1/products/', { ...product, ...attach([second.id, true], [first.id, false]) });
    expect(created.status).toBe(201);
    expect(created.body.attached_custom_fields).toEqual([
      { custom_field_id: second.id, custom_field: second, order: 0, required: true },
      { custom_field_id: first.id, custom_field: first, order: 1, required: false },
    ]);
    const url = `/v1/products/${created.body.id}`;
    const changed = await call('PATCH', url, attach([first.id, true]));
    expect(changed.body.attached_custom_fields).toMatchObject([{ custom_field_id: first.id, order: 0, required: true }]);
    const twice = await call('PATCH', url, attach([first.id, true], [second.id, true], [first.id, false]));
    expect(twice.body.detail).toEqual([
      {
        loc: ['body', 'attached_custom_fields', 2, 'custom_field_id'],
        type: 'value_error',
        msg: 'Custom field is already attached.',
        input: first.id,
      },
    ]);
    await call('DELETE', `/v1/custom-fields/${first.id}`);
    expect((await call('GET', url)).body.attached_custom_fields).toEqual([]);
    expect((await call('PATCH', url, attach([first.id, true]))).body.detail).toMatchObject([
      { loc: ['body', 'attached_custom_fields', 0, 'custom_field_id'], msg: 'Custom field does not exist.' },
    ]);
  });
});

describe('invalid input', () => {
  const NUL = 'a\0b';
  type Wrong = [
    what: string,
    wrong: { readonly type?: string | null; readonly [field: string]: unknown },
    loc: string[],
    type: string,
  ];
  const properties = (type: string, wrong: object, at: string, code: string): Wrong => [
    `${type} with ${JSON.stringify(wrong)}`,
    { type, properties: wrong },
    ['properties', at],
    code,
  ];

  test.each<Wrong>([
    ['an unknown type', { type: 'nonsense' }, [], 'union_tag_invalid'],
    ['no type', { type: null }, [], 'union_tag_not_found'],
    ['a slug in capitals', { slug: 'VAT' }, ['slug'], 'string_pattern_mismatch'],
    ['an empty slug', { slug: '' }, ['slug'], 'string_too_short'],
    ['a huge slug', { slug: 'x'.repeat(256) }, ['slug'], 'string_too_long'],
    ['a slug that is a number', { slug: 1 }, ['slug'], 'string_type'],
    ['an empty name', { name: '' }, ['name'], 'string_too_short'],
    ['a huge name', { name: 'x'.repeat(256) }, ['name'], 'string_too_long'],
    ['NUL in the name', { name: NUL }, ['name'], 'value_error'],
    ['metadata that is a list', { metadata: [] }, ['metadata'], 'dict_type'],
    ['properties that are text', { properties: 'x' }, ['properties'], 'model_attributes_type'],
    properties('text', { form_label: 1 }, 'form_label', 'string_type'),
    properties('text', { form_help_text: NUL }, 'form_help_text', 'value_error'),
    properties('text', { textarea: 'maybe' }, 'textarea', 'bool_parsing'),
    properties('text', { min_length: -1 }, 'min_length', 'greater_than_equal'),
    properties('text', { max_length: 2_147_483_648 }, 'max_length', 'less_than_equal'),
    properties('text', { min_length: 2, max_length: 1 }, 'max_length', 'value_error'),
    properties('number', { ge: -2_147_483_649 }, 'ge', 'greater_than_equal'),
    properties('number', { ge: 1.5 }, 'ge', 'int_from_float'),
    properties('date', { ge: 2, le: 1 }, 'le', 'value_error'),
    properties('date', { le: '2026-01-01' }, 'le', 'int_parsing'),
    properties('select', {}, 'options', 'missing'),
    properties('select', { options: [] }, 'options', 'too_short'),
    properties('select', { options: 'x' }, 'options', 'list_type'),
  ])('rejects %s and changes nothing', async (_what, wrong, loc, code) => {
    const { type = 'text' } = wrong;
    const given = type === 'select' ? { options: OPTIONS } : {};
    const known = OF_EACH_TYPE.some(([each]) => each === type);
    const { id } = await create(known ? { type, properties: given } : {});
    const before = await databaseWrites(api);
    for (const answer of [
      await call('POST', '/v1/custom-fields/', field(wrong)),
      await call('PATCH', `/v1/custom-fields/${id}`, { type, ...wrong }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', ...loc], type: code }]);
    }
    expect(await databaseWrites(api)).toBe(before);
  });

  test.each(['slug', 'name', 'properties'])('creation requires %s', async (name) => {
    const { status, body } = await call('POST', '/v1/custom-fields/', field({ [name]: undefined }));
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', name], 'missing']);
  });

  test('an option requires a value and a label', async () => {
    const wrong = field({ type: 'select', properties: { options: [{ value: '' }, 'x'] } });
    const { body } = await call('POST', '/v1/custom-fields/', wrong);
    expect(body.detail).toMatchObject([
      { loc: ['body', 'properties', 'options', 0, 'value'], type: 'string_too_short' },
      { loc: ['body', 'properties', 'options', 0, 'label'], type: 'missing' },
      { loc: ['body', 'properties', 'options', 1], type: 'model_attributes_type' },
    ]);
  });

  test('rejects a slug that the organization already uses', async () => {
    const { slug } = await create();
    const { id } = await create();
    const taken = [
      { loc: ['body', 'slug'], type: 'value_error', msg: 'Custom field with this slug already exists.', input: slug },
    ];
    for (const answer of [
      await call('POST', '/v1/custom-fields/', field({ slug })),
      await call('PATCH', `/v1/custom-fields/${id}`, { type: 'text', slug }),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([422, taken]);
    }
    const other = await seedOrganization(api);
    expect((await callAs(api, other.oat)('POST', '/v1/custom-fields/', field({ slug }))).status).toBe(201);
  });

  test('a user’s token must name the organization, an organization’s token must not', async () => {
    const named = field({ organization_id: ours.organization.id });
    expect((await call('POST', '/v1/custom-fields/', named)).body.detail).toMatchObject([{ type: 'organization_token' }]);
    const asUser = callAs(api, ours.pat);
    expect((await asUser('POST', '/v1/custom-fields/', field())).body.detail).toMatchObject([{ type: 'missing' }]);
    expect((await asUser('POST', '/v1/custom-fields/', named)).status).toBe(201);
    const foreign = field({ organization_id: randomUUID() });
    expect((await asUser('POST', '/v1/custom-fields/', foreign)).body.detail).toMatchObject([{ msg: 'Organization not found.' }]);
  });
});
