import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { callAs, type Method } from '../support/call.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';

const KIB = 1024;
/** Characters of four bytes that PostgreSQL cannot compress. */
const ofLength = (length: number): string =>
  Array.from({ length }, (_, index) =>
    String.fromCodePoint(0x1_0000 + ((index * index * 7919 + index * 104_729) % 0xd_0000)),
  ).join('');

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const clause = { property: 'name', operator: 'eq', value: 'a' };
const field = (properties: object) => ({ type: 'checkbox', slug: `f-${randomUUID()}`, name: 'Field', properties });
const event = (attributes: object) => ({ events: [{ name: 'a', external_customer_id: 'a', ...attributes }] });
const llm = (attributes: object) =>
  event({ metadata: { _llm: { vendor: 'a', model: 'a', input_tokens: 1, output_tokens: 1, total_tokens: 1, ...attributes } } });
const select = (option: object) => ({ ...field({ options: [{ value: 'a', label: 'a', ...option }] }), type: 'select' });
const meter = (attributes: object) => ({
  name: 'Meter',
  filter: { conjunction: 'and', clauses: [clause] },
  aggregation: { func: 'count' },
  ...attributes,
});
const email = () => `${randomUUID()}@example.com`;

type Row = readonly [what: string, max: number, method: Method, url: string, body: (text: string) => object];

const TEXTS: readonly Row[] = [
  [
    'the note of a benefit',
    10_000,
    'POST',
    '/v1/benefits/',
    (note) => ({ type: 'custom', description: 'Note', properties: { note } }),
  ],
  [
    'the description of a product',
    10_000,
    'POST',
    '/v1/products/',
    (description) => ({ name: 'Product', description, prices: [{ amount_type: 'free' }] }),
  ],
  ['the label of a form field', 255, 'POST', '/v1/custom-fields/', (form_label) => field({ form_label })],
  ['the help of a form field', 10_000, 'POST', '/v1/custom-fields/', (form_help_text) => field({ form_help_text })],
  ['the label of an option', 255, 'POST', '/v1/custom-fields/', (label) => select({ label })],
  [
    'the label of a unit',
    255,
    'POST',
    '/v1/meters/',
    (custom_label) => meter({ unit: 'custom', custom_multiplier: 1, custom_label }),
  ],
  ['the external ID of an event', 1024, 'POST', '/v1/events/ingest', (external_id) => event({ external_id })],
  [
    'the external customer ID of an event',
    1024,
    'POST',
    '/v1/events/ingest',
    (external_customer_id) => event({ external_customer_id }),
  ],
  ['the name of a model', 255, 'POST', '/v1/events/ingest', (model) => llm({ model })],
  ['a prompt', 100_000, 'POST', '/v1/events/ingest', (prompt) => llm({ prompt })],
  ['a key of event metadata', 1024, 'POST', '/v1/events/ingest', (key) => event({ metadata: { [key]: 1 } })],
];

test.each(TEXTS)('%s has at most %i characters', async (_what, max, method, url, body) => {
  const atLimit = await fixture.seller(method, url, body(ofLength(max)));
  expect([200, 201]).toContain(atLimit.status);
  const above = await fixture.seller(method, url, body(ofLength(max + 1)));
  expect(above.status).toBe(422);
  expect(above.body.detail[0]).toMatchObject({
    type: 'string_too_long',
    msg: `String should have at most ${max} characters`,
    ctx: { max_length: max },
  });
});

test('the name of an organization has at most 1,024 characters', async () => {
  const owner = callAs(fixture.api, fixture.ours.pat);
  const create = (name: string) => owner('POST', '/v1/organizations/', { name, slug: `o-${randomUUID()}` });
  expect((await create(ofLength(1024))).status).toBe(201);
  expect((await create(ofLength(1025))).body.detail[0].type).toBe('string_too_long');
});

test('a tax ID has at most 255 characters', async () => {
  const create = (tax_id: string) => fixture.seller('POST', '/v1/customers/', { email: email(), tax_id });
  expect((await create(ofLength(255))).body.detail?.[0].type).not.toBe('string_too_long');
  expect((await create(ofLength(256))).body.detail[0]).toMatchObject({ loc: ['body', 'tax_id'], type: 'string_too_long' });
});

test('the label of an activation has at most 10,000 characters', async () => {
  const key = await fixture.key({ limit_activations: 1 });
  const activate = (label: string) =>
    fixture.anonymous('POST', '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label });
  const above = await activate(ofLength(10_001));
  expect([above.status, above.body.detail[0].type]).toEqual([422, 'string_too_long']);
  expect((await activate(ofLength(10_000))).status).toBe(200);
});

test('the key of a validation has at most 1,024 characters', async () => {
  const validate = (key: string) =>
    fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', {
      key,
      organization_id: fixture.ours.organization.id,
    });
  expect((await validate(ofLength(1024))).status).toBe(404);
  expect((await validate(ofLength(1025))).body.detail[0]).toMatchObject({ loc: ['body', 'key'], type: 'string_too_long' });
});

test('an invitation token has at most 1,024 characters', async () => {
  const claim = (invitation_token: string) => fixture.anonymous('POST', '/v1/customer-seats/claim', { invitation_token });
  expect((await claim(ofLength(1024))).status).toBe(400);
  expect((await claim(ofLength(1025))).body.detail[0].type).toBe('string_too_long');
});

test('a search term has at most 1,024 characters', async () => {
  const search = (text: string) => fixture.seller('GET', `/v1/customers/?query=${text}`);
  expect((await search('x'.repeat(1024))).status).toBe(200);
  expect((await search('x'.repeat(1025))).body.detail[0]).toMatchObject({ loc: ['query', 'query'], type: 'string_too_long' });
});

test('a parameter is repeated at most 500 times', async () => {
  const list = (count: number) => fixture.seller('GET', `/v1/license-keys/?${'status=granted&'.repeat(count)}`);
  expect((await list(500)).status).toBe(200);
  expect((await list(501)).body.detail[0]).toMatchObject({ loc: ['query', 'status'], type: 'too_long' });
});

test.each(['benefits', 'customers', 'events', 'meters', 'orders', 'products', 'subscriptions'])(
  '%s are filtered by at most 20 values of metadata',
  async (resource) => {
    const filters = (count: number, name: (index: number) => string) =>
      fixture.seller(
        'GET',
        `/v1/${resource}/?${Array.from({ length: count }, (_, index) => `metadata[${name(index)}]=a`).join('&')}`,
      );
    for (const name of [(index: number) => `k${index}`, () => 'k']) {
      expect((await filters(20, name)).status).toBe(200);
      expect((await filters(21, name)).body.detail[0]).toMatchObject({ loc: ['query', 'metadata'], type: 'too_long' });
    }
  },
);

test('event metadata has at most 1,000 pairs', async () => {
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
  const ingest = (count: number) => fixture.seller('POST', '/v1/events/ingest', event({ metadata: pairs(count) }));
  expect((await ingest(1000)).status).toBe(200);
  expect((await ingest(1001)).body.detail[0]).toMatchObject({ type: 'too_long', ctx: { max_length: 1000 } });
});

test('an access token is created with at most 500 scopes', async () => {
  const create = (count: number) =>
    callAs(fixture.api, fixture.ours.pat)('POST', '/v1/personal-access-tokens/', {
      comment: 'Scopes',
      scopes: Array(count).fill('products:read'),
    });
  expect((await create(500)).status).toBe(201);
  expect((await create(501)).body.detail[0]).toMatchObject({ loc: ['body', 'scopes'], type: 'too_long' });
});

test('a label that was stored before the limit stays readable', async () => {
  const key = await fixture.key({ limit_activations: 2 });
  const activationId = await fixture.activation(key);
  const label = 'x'.repeat(KIB * KIB);
  const em = fixture.api.app.get(EntityManager).fork();
  await em.execute('update licensing.activations set label = ? where id = ?', [label, activationId]);
  expect((await fixture.read(key)).activations[0].label).toBe(label);
  const { status, body } = await fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', {
    ...keyParams(key),
    activation_id: activationId,
  });
  expect([status, body.activation.label]).toEqual([200, label]);
});

describe('the body of a public operation', () => {
  const LIMIT = 256 * KIB;
  const OPERATIONS = [
    'license-keys/validate',
    'license-keys/activate',
    'license-keys/deactivate',
    'customer-session/request',
    'customer-session/authenticate',
  ].map((path) => `/v1/customer-portal/${path}`);

  const padded = (size: number, unit: string): string => `{"padding":"${unit.repeat((size - 14) / unit.length)}"}`.padEnd(size);
  const answer = async (url: string, body: string) => {
    const { status, body: sent } = await fixture.anonymous('POST', url, body);
    return [status, sent.error ?? sent.detail[0].type];
  };

  test.each([...OPERATIONS, '/v1/customer-seats/claim'])('of %s has at most 256 KiB', async (url) => {
    expect(await answer(url, padded(LIMIT, 'x'))).toEqual([422, 'missing']);
    expect(await answer(url, padded(LIMIT + 1, 'x'))).toEqual([413, 'RequestBodyTooLarge']);
  });

  test('counts escape sequences as the characters that they stand for', async () => {
    const [url] = OPERATIONS as [string];
    const emojis = (count: number, unit: string) => `{"padding":"${unit.repeat(count)}"}`;
    for (const unit of ['😀', String.raw`\ud83d\ude00`]) {
      expect(await answer(url, emojis(65_530, unit))).toEqual([422, 'missing']);
      expect(await answer(url, emojis(65_534, unit))).toEqual([413, 'RequestBodyTooLarge']);
    }
    expect(await answer(url, padded(3 * LIMIT + 1, '\\u0061'))).toEqual([413, 'RequestBodyTooLarge']);
  });

  const escaped = (json: string): string =>
    json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const asIs = (json: string): string => json;

  test.each([
    ['UTF-8', asIs, 'a'],
    ['UTF-8', asIs, '€'],
    ['UTF-8', asIs, '😀'],
    ['UTF-8', asIs, '"'],
    ['UTF-8', asIs, '\u0001'],
    ['ASCII', escaped, 'é'],
    ['ASCII', escaped, '€'],
    ['ASCII', escaped, '😀'],
  ])('holds the longest label, conditions and meta in %s (%#)', async (_encoding, write, character) => {
    const key = await fixture.key({ limit_activations: 1 });
    const map = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index + 10}${character.repeat(38)}`, character.repeat(500)]),
    );
    const send = (path: string, body: object) =>
      fixture.anonymous('POST', `/v1/customer-portal/license-keys/${path}`, write(JSON.stringify(body)));
    const label = character.repeat(10_000);
    const activated = await send('activate', { ...keyParams(key), label, conditions: map, meta: map });
    expect([activated.status, activated.body.label]).toEqual([200, label]);
    const validated = await send('validate', { ...keyParams(key), activation_id: activated.body.id, conditions: map });
    expect(validated.status).toBe(200);
  });
});
