import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const VALIDATE = '/v1/customer-portal/license-keys/validate';
const codeOf = async (key: SeededLicenseKey, typed: string): Promise<[number, unknown]> => {
  const { status, headers } = await fixture.anonymous('POST', VALIDATE, { ...keyParams(key), key: typed });
  return [status, headers['license-code']];
};
/** An explanation has the code that the operation would have. */
const codeIn = ({ headers, body }: Answer): unknown => headers['license-code'] ?? body?.code;
const issue = (key: string, more: object = {}) =>
  fixture.seller('POST', '/v1/license-keys/', { customer_id: fixture.customer.id, benefit_id: fixture.benefit.id, key, ...more });

test('every operation that takes a key finds it however it is written', async () => {
  const { document } = Contract.of(fixture.api);
  const { schemas } = document.components;
  const propertiesOf = (schema: { $ref?: string; properties?: object } | undefined): object =>
    schema?.$ref ? (schemas[schema.$ref.split('/').at(-1)!]!['properties'] as object) : (schema?.properties ?? {});
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
    const { requestBody } = (methods['post'] ?? {}) as {
      requestBody?: { content?: { 'application/json'?: { schema?: object } } };
    };
    const properties = propertiesOf(requestBody?.content?.['application/json']?.schema);
    return 'key' in properties && 'organization_id' in properties ? [{ path, names: Object.keys(properties) }] : [];
  });
  expect(operations.length).toBeGreaterThanOrEqual(11);
  for (const { path, names } of operations) {
    const key = await fixture.key({ limit_activations: 3, limit_usage: 5 });
    const activation_id = await fixture.activation(key);
    const call = path.startsWith('/v1/customer-portal/') ? fixture.anonymous : fixture.seller;
    // Units of a lease are those of counters, which this key does not have.
    const reserved = names.includes('ttl_seconds') ? { units: 1, ttl_seconds: 60 } : {};
    const body = { ...keyParams(key), label: 'laptop', activation_id, ...reserved, operation: 'validate' };
    const answer = (of: object) => {
      const sent = Object.entries({ ...body, ...of }).filter(([name]) => names.includes(name));
      return call('POST', path.replace('{id}', randomUUID()), Object.fromEntries(sent));
    };
    const typed = await answer({ key: `\u00a0"${key.key.toLowerCase().replaceAll('-', '\u2011')}"\r\n` });
    expect([path, codeIn(typed)]).not.toEqual([path, 'NOT_FOUND']);
    expect([path, typed.status]).not.toEqual([path, 422]);
    const unknown = await answer({ key: `X${key.key}` });
    expect([path, codeIn(unknown)]).toEqual([path, 'NOT_FOUND']);
  }
});

test('the answer has the key as it is stored', async () => {
  const key = await fixture.key();
  const { body } = await fixture.anonymous('POST', VALIDATE, { ...keyParams(key), key: `${key.key.toLowerCase()}\n` });
  expect([body.key, body.id]).toEqual([key.key, key.id]);
});

test('a key of a format is found in any case; look-alikes and missing hyphens need accepts_typed_input', async () => {
  const benefit = (accepts_typed_input: boolean) => ({
    type: 'license_keys',
    description: 'A license key',
    properties: { prefix: 'acme pro', key_format: { groups: 5, group_length: 5, accepts_typed_input } },
  });
  for (const accepted of [false, true]) {
    const { body } = await fixture.seller('POST', '/v1/benefits/', benefit(accepted));
    const key = await fixture.key({ benefit_id: body.id });
    for (const typed of [
      key.key.toLowerCase(),
      ` ${key.key.replaceAll('-', '\u2212')}`,
      key.key.replace('ACME PRO', 'AcmePro'),
    ]) {
      expect([typed, ...(await codeOf(key, typed))]).toEqual([typed, 200, undefined]);
    }
    const front = 'ACME PRO-';
    const without = front + key.key.slice(front.length).replaceAll('-', '');
    expect((await codeOf(key, without))[0]).toBe(accepted ? 200 : 404);
  }
});

test('a key of one’s own is stored as it is given, and found by what can be seen of it', async () => {
  const { status, body: key } = await issue(' Legacy–0001-7f3k-92qx ');
  expect([status, key.key]).toEqual([201, ' Legacy–0001-7f3k-92qx ']);
  expect(await codeOf(key, 'Legacy-0001-7f3k-92qx')).toEqual([200, undefined]);
  expect(await codeOf(key, 'legacy-0001-7f3k-92qx')).toEqual([404, 'NOT_FOUND']);
});

test('two keys of one’s own that differ by their form only are the same key; other letters make another one', async () => {
  expect((await issue('Twice-0001-7f3k-92qx')).status).toBe(201);
  const again = await issue('\u00a0Twice\u20110001\u20117f3k\u201192qx');
  expect([again.status, again.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'key'], msg: 'A license key with this key already exists.' }],
  ]);
  expect((await issue('TWICE-0001-7F3K-92QX')).status).toBe(201);
  const uuid = randomUUID();
  expect([(await issue(uuid)).status, (await issue(uuid.toUpperCase())).status]).toEqual([201, 422]);
});

const UNTYPABLE = /control or format characters/;

test.each([
  ['a line break', 'LINE-0001-7f3k-92qx\n', UNTYPABLE],
  ['a zero-width space', 'ZERO-0001\u200b-7f3k-92qx', UNTYPABLE],
  ['a soft hyphen', 'SOFT\u00ad-0001-7f3k-92qx', UNTYPABLE],
  ['nothing but blanks', ' '.repeat(20), /blanks and quotes alone/],
  ['blanks around a few characters', `${' '.repeat(20)}short`, /at least 16 characters/],
])('a key of one’s own with %s is refused with a sentence', async (_what, key, sentence) => {
  const one = await issue(key);
  expect([one.status, one.body.detail]).toMatchObject([422, [{ loc: ['body', 'key'], msg: expect.stringMatching(sentence) }]]);
  const pool = await fixture.seller('POST', '/v1/license-key-pools', {
    name: 'Batch',
    benefit_id: (await fixture.seller('POST', '/v1/benefits/', { type: 'license_keys', description: 'Key', properties: {} })).body
      .id,
  });
  const added = await fixture.seller('POST', `/v1/license-key-pools/${pool.body.id}/entries`, { entries: [key] });
  expect([added.status, added.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'entries', 0], msg: expect.stringMatching(sentence) }],
  ]);
});

test('a string of a pool is taken if a key has its form', async () => {
  expect((await issue('Pool-0001-7f3k-92qx')).status).toBe(201);
  const { body: benefit } = await fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'Key',
    properties: {},
  });
  const pool = await fixture.seller('POST', '/v1/license-key-pools', { name: 'Batch', benefit_id: benefit.id });
  const add = (entries: string[]) => fixture.seller('POST', `/v1/license-key-pools/${pool.body.id}/entries`, { entries });
  expect((await add(['Pool\u20130001\u20137f3k\u201392qx'])).status).toBe(422);
  expect((await add(['Other-0001-7f3k-92qx'])).status).toBe(200);
  expect((await issue(' Other-0001-7f3k-92qx')).status).toBe(422);
});
