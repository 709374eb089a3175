import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { INVALID } from './invalid-customer-inputs.ts';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let customer: { id: string; external_id: string | null };
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
  customer = await seedCustomer(api, ours.organization.id);
});
afterAll(() => api.close());

/** Every customer row, and every published event. */
const everything = async (): Promise<unknown> => {
  const em = api.app.get(EntityManager).fork();
  return [
    await em.execute('select * from customer_portal.customers order by id'),
    await em.execute('select * from platform.outbox order by id'),
  ];
};

/** A value nested this deep, as text, because JSON.stringify would overflow the stack. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Updates by external id ignore the external id and the type. */
const IGNORED_BY_EXTERNAL_ID = new Set(['external_id', 'type']);

describe.each([
  ['POST', 'new', (): string => '/v1/customers/', { email: 'ada@example.com' }],
  ['PATCH', 'by id', (): string => `/v1/customers/${customer.id}`, {}],
  ['PATCH', 'by external id', (): string => `/v1/customers/external/${customer.external_id}`, {}],
] as const)('%s %s', (method, which, url, valid) => {
  const wrong = INVALID.filter(([, , loc]) => which !== 'by external id' || !IGNORED_BY_EXTERNAL_ID.has(String(loc[0])));

  test.each(wrong)('rejects %s and changes nothing', async (_what, fields, loc, type) => {
    const before = await everything();
    const { status, body } = await call(method, url(), { ...valid, ...fields });
    expect(status).toBe(422);
    const [where, why] = method === 'POST' && type === 'enum' && loc[0] === 'type' ? [[], 'union_tag_invalid'] : [loc, type];
    expect(body.detail[0]).toMatchObject({ loc: ['body', ...where], type: why, msg: expect.any(String) });
    expect(await everything()).toEqual(before);
  });

  test('reports all errors together', async () => {
    const { body } = await call(method, url(), {
      email: 'x',
      metadata: 1,
      locale: '',
      billing_address: { country: 'XX', line1: 7 },
    });
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.')).sort()).toEqual([
      'billing_address.country',
      'billing_address.line1',
      'email',
      'locale',
      'metadata',
    ]);
  });

  test.each([
    ['nothing', '', [], 'missing'],
    ['null', 'null', [], 'missing'],
    ['a list', '[]', [], 'model_attributes_type'],
    ['text', '"ada@example.com"', [], 'model_attributes_type'],
    ['a number', '1', [], 'model_attributes_type'],
    ['no JSON', '{"email":', [9], 'json_invalid'],
    ['NaN', '{"email":NaN}', [0], 'json_invalid'],
    ['a form', 'email=ada', [0], 'json_invalid'],
    ['deep nesting', nested(250), [], 'model_attributes_type'],
    ['bytes that are no UTF-8', Buffer.from('7b22656d61696c223a22ff227d', 'hex'), [0], 'json_invalid'],
    [
      'deep nesting inside',
      `{"email":"ada@example.com","metadata":{"k":${nested(250)}}}`,
      ['metadata', 'k', 'constrained-str'],
      'string_type',
    ],
  ])('rejects a body of %s', async (_what, payload, loc, type) => {
    const before = await everything();
    const { status, body } = await call(method, url(), payload);
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ loc: ['body', ...loc], type });
    expect(await everything()).toEqual(before);
  });

  test('415 for another content type, 413 for a huge body', async () => {
    const text = await call(method, url(), JSON.stringify(valid), { 'content-type': 'text/plain' });
    expect([text.status, text.body]).toEqual([415, { error: 'UnsupportedMediaType', detail: expect.any(String) }]);
    const huge = await call(method, url(), { ...valid, unknown: 'x'.repeat(1024 * 1024) });
    expect([huge.status, huge.body]).toEqual([413, { error: 'RequestBodyTooLarge', detail: expect.any(String) }]);
  });
});

describe('POST', () => {
  test.each([
    ['no address', {}, 'missing'],
    ['an address that is null', { email: null }, 'string_type'],
    ['no address but a type', { type: 'individual' }, 'missing'],
  ])('rejects an individual customer with %s', async (_what, body, type) => {
    const answer = await call('POST', '/v1/customers/', body);
    expect([answer.status, answer.body.detail.length]).toEqual([422, 1]);
    expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'email'], type });
  });

  test.each([{}, { email: null }, { owner: null }])('rejects a team with %j, which has no e-mail address', async (rest) => {
    const { status, body } = await call('POST', '/v1/customers/', { type: 'team', ...rest });
    expect([status, body.detail.length]).toEqual([422, 1]);
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'owner'], type: 'missing' });
  });

  test.each([
    ['text', 'owner@example.com', [], 'model_attributes_type'],
    ['without an address', {}, ['email'], 'missing'],
    ['whose e-mail address is invalid', { email: 'x' }, ['email'], 'value_error'],
    ['whose e-mail address is null', { email: null }, ['email'], 'string_type'],
    ['with a name that is a number', { email: 'o@example.com', name: 7 }, ['name'], 'string_type'],
    ['with a long name', { email: 'o@example.com', name: 'x'.repeat(257) }, ['name'], 'string_too_long'],
    ['with NUL in the external id', { email: 'o@example.com', external_id: 'a\0' }, ['external_id'], 'value_error'],
  ])('rejects an owner that is %s', async (_what, owner, loc, type) => {
    for (const rest of [{ type: 'team' }, { type: 'individual', email: 'ada@example.com' }]) {
      const { status, body } = await call('POST', '/v1/customers/', { ...rest, owner });
      expect([status, body.detail.length]).toEqual([422, 1]);
      expect(body.detail[0]).toMatchObject({ loc: ['body', 'owner', ...loc], type });
    }
  });

  test('accepts the longest value of every field', async () => {
    const key = (index: number) => `${index + 10}${'😀'.repeat(38)}`;
    const longest = {
      email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.com`,
      external_id: '😀'.repeat(255),
      name: '😀'.repeat(256),
      billing_address: Object.fromEntries(
        ['line1', 'line2', 'postal_code', 'city', 'state']
          .map((line) => [line, '😀'.repeat(255)] as const)
          .concat([['country', 'KP']]),
      ),
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [key(index), '😀'.repeat(500)])),
    };
    const { status, body } = await call('POST', '/v1/customers/', longest);
    expect([status, body]).toEqual([201, expect.objectContaining(longest)]);
  });

  test.each([
    ['1', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
    [7, 'uuid_type'],
  ])('rejects the organization id %j', async (organization_id, type) => {
    const { status, body } = await callAs(api, ours.pat)('POST', '/v1/customers/', { email: 'ada@example.com', organization_id });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', 'organization_id'], type }]);
  });

  test('an organization’s token must not name the organization', async () => {
    const body = { email: 'ada@example.com', organization_id: ours.organization.id };
    const answer = await call('POST', '/v1/customers/', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', 'organization_id'], type: 'organization_token' }]);
  });

  test('a user’s token must name an organization that the user belongs to', async () => {
    const other = await seedOrganization(api);
    const asUser = callAs(api, ours.pat);
    const none = await asUser('POST', '/v1/customers/', { email: 'ada@example.com' });
    expect([none.status, none.body.detail]).toEqual([
      422,
      [{ loc: ['body', 'organization_id'], type: 'missing', msg: 'organization_id is required.', input: null }],
    ]);
    for (const organization_id of [other.organization.id, randomUUID()]) {
      const { status, body } = await asUser('POST', '/v1/customers/', { email: 'ada@example.com', organization_id });
      expect([status, body.detail]).toEqual([
        422,
        [{ loc: ['body', 'organization_id'], type: 'value_error', msg: 'Organization not found.', input: organization_id }],
      ]);
    }
  });
});

test('a name is stored without characters that change the direction in which it is shown', async () => {
  const email = `${randomUUID()}@example.com`;
  const { status, body } = await call('POST', '/v1/customers/', { email, name: ' Ada\u202egpj.exe\u2066 ', external_id: email });
  expect([status, body.name]).toEqual([201, 'Adagpj.exe']);
  const other = `${randomUUID()}@example.com`;
  const line = { type: 'customer', customer: { email: other, external_id: other, name: 'B\u202eob' } };
  const imported = await call('POST', '/v1/purchases/import', JSON.stringify(line), { 'content-type': 'application/x-ndjson' });
  expect(imported.text).toContain('"status":"created"');
  expect((await call('GET', `/v1/customers/external/${other}`)).body.name).toBe('Bob');
});
