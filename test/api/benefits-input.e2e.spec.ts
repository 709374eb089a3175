import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { INVALID } from './invalid-benefit-inputs.ts';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let id: string;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
  ({ id } = await seedBenefit(api, ours.organization.id));
});
afterAll(() => api.close());

const benefit = (overrides: object = {}): object => ({
  type: 'license_keys',
  description: 'Pro license',
  properties: {},
  ...overrides,
});

/** Every row of the catalog, and every published event. */
const everything = async (): Promise<unknown> => {
  const em = api.app.get(EntityManager).fork();
  return [
    await em.execute('select * from catalog.benefits order by id'),
    await em.execute('select * from platform.outbox order by id'),
  ];
};

/** A value nested this deep, as text, because JSON.stringify would overflow the stack. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** The beginning of a body up to its properties. */
const OPEN = '{"type":"license_keys","description":"Pro license","properties":';

describe.each([
  ['POST', (): string => '/v1/benefits/', benefit],
  ['PATCH', (): string => `/v1/benefits/${id}`, (wrong: object): object => ({ type: 'license_keys', ...wrong })],
] as const)('%s', (method, url, body) => {
  test.each(INVALID)('rejects %s and changes nothing', async (_what, wrong, loc, type) => {
    const before = await everything();
    const answer = await call(method, url(), body(wrong));
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', ...loc], type, msg: expect.any(String) }]);
    expect(await everything()).toEqual(before);
  });

  test.each([null, [1], { nested: 1 }])('rejects the metadata value %j with an error of each alternative', async (value) => {
    const { status, body: answer } = await call(method, url(), body({ metadata: { k: value } }));
    expect(status).toBe(422);
    expect(answer.detail.map((each: { loc: string[]; type: string }) => [each.loc.join('.'), each.type])).toEqual([
      ['body.metadata.k.constrained-str', 'string_type'],
      ['body.metadata.k.int', 'int_type'],
      ['body.metadata.k.float', 'float_type'],
      ['body.metadata.k.bool', 'bool_type'],
    ]);
  });

  test.each(['', 'v'.repeat(501)])(
    'rejects a metadata value of the wrong length with an error of each alternative',
    async (value) => {
      const { body: answer } = await call(method, url(), body({ metadata: { k: value } }));
      expect(answer.detail.map(({ type }: { type: string }) => type)).toEqual([
        value ? 'string_too_long' : 'string_too_short',
        'int_parsing',
        'float_parsing',
        'bool_parsing',
      ]);
    },
  );

  test('reports all errors together', async () => {
    const wrong = { description: 'x', visibility: 'x', metadata: 1, properties: { limit_usage: 0, expires: {} } };
    const { body: answer } = await call(method, url(), body(wrong));
    expect(answer.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.')).sort()).toEqual([
      'description',
      'metadata',
      'properties.expires.timeframe',
      'properties.expires.ttl',
      'properties.limit_usage',
      'visibility',
    ]);
  });

  test.each([
    ['nothing', '', [], 'missing'],
    ['null', 'null', [], 'missing'],
    ['a list', '[]', [], 'model_attributes_type'],
    ['text', '"license_keys"', [], 'model_attributes_type'],
    ['a number', '1', [], 'model_attributes_type'],
    ['no JSON', '{"type":', [8], 'json_invalid'],
    ['NaN', '{"type":NaN}', [0], 'json_invalid'],
    ['a form', 'type=license_keys', [0], 'json_invalid'],
    ['deep nesting', nested(250), [], 'model_attributes_type'],
    ['deep nesting inside', `${OPEN}{},"metadata":{"k":${nested(250)}}}`, ['metadata', 'k', 'constrained-str'], 'string_type'],
    ['a number beyond all', `${OPEN}{"limit_usage":1e999}}`, ['properties', 'limit_usage'], 'finite_number'],
  ])('rejects a body of %s', async (_what, payload, loc, type) => {
    const answer = await call(method, url(), payload);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ loc: ['body', ...loc], type });
  });

  test('415 for another content type, 413 for a huge body', async () => {
    const text = await call(method, url(), JSON.stringify(benefit()), { 'content-type': 'text/plain' });
    expect([text.status, text.body]).toEqual([415, { error: 'UnsupportedMediaType', detail: expect.any(String) }]);
    const huge = await call(method, url(), benefit({ unknown: 'x'.repeat(1024 * 1024) }));
    expect([huge.status, huge.body]).toEqual([413, { error: 'RequestBodyTooLarge', detail: expect.any(String) }]);
  });
});

test('what the domain refuses is returned as it was sent, with the names of the request', async () => {
  const processes = { per_device: 4 };
  const properties = { activations: { limit: 1, enable_customer_admin: true, processes } };
  const { status, body } = await call('POST', '/v1/benefits/', benefit({ properties }));
  expect([status, body.detail]).toEqual([
    422,
    [expect.objectContaining({ loc: ['body', 'properties', 'activations', 'processes'], input: processes })],
  ]);
});

describe('POST', () => {
  test.each(['description', 'properties'])('requires %s', async (field) => {
    for (const [value, type] of [
      [undefined, 'missing'],
      [null, field === 'properties' ? 'model_attributes_type' : 'string_type'],
    ]) {
      const { status, body } = await call('POST', '/v1/benefits/', benefit({ [field]: value }));
      expect([status, body.detail.length]).toEqual([422, 1]);
      expect(body.detail).toMatchObject([{ loc: ['body', field], type }]);
    }
  });

  test('accepts 50 metadata pairs of maximum length', async () => {
    const key = (index: number) => `${index + 10}${'😀'.repeat(38)}`;
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [key(index), '😀'.repeat(500)]));
    const { status, body } = await call('POST', '/v1/benefits/', benefit({ metadata }));
    expect([status, body.metadata]).toEqual([201, metadata]);
  });

  test.each([
    ['1', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
    [7, 'uuid_type'],
  ])('rejects the organization id %j', async (organization_id, type) => {
    const { status, body } = await callAs(api, ours.pat)('POST', '/v1/benefits/', benefit({ organization_id }));
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', 'organization_id'], type }]);
  });

  test('an organization’s token must not name the organization', async () => {
    const { status, body } = await call('POST', '/v1/benefits/', benefit({ organization_id: ours.organization.id }));
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', 'organization_id'], type: 'organization_token' }]);
  });

  test('a user’s token must name an organization that the user belongs to', async () => {
    const other = await seedOrganization(api);
    const asUser = callAs(api, ours.pat);
    const none = await asUser('POST', '/v1/benefits/', benefit());
    expect([none.status, none.body.detail]).toEqual([
      422,
      [{ loc: ['body', 'organization_id'], type: 'missing', msg: 'organization_id is required.', input: null }],
    ]);
    const answers = [];
    for (const organization_id of [other.organization.id, randomUUID()]) {
      const { status, body } = await asUser('POST', '/v1/benefits/', benefit({ organization_id }));
      answers.push([status, body.detail.map(({ input: _input, ...each }: { input: string }) => each)]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([
      422,
      [{ loc: ['body', 'organization_id'], type: 'value_error', msg: 'Organization not found.' }],
    ]);
  });
});
