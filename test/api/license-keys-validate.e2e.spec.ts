import { type LicenseFixture, openLicenseFixture, keyParams, TIME } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { randomUUID } from 'node:crypto';
import { badRequest, notFound, outcomeOfRequest } from '../support/license-key-outcome.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

describe.each([
  ['POST /v1/license-keys/validate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/validate', () => fixture.anonymous],
] as const)('%s', (operation, caller) => {
  const validate = (key: SeededLicenseKey, input: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), ...input });

  test('returns the key and its customer without an activation, and counts the validation', async () => {
    const key = await fixture.key({ limit_activations: 3, limit_usage: 10, expires_at: '2999-12-31T23:59:59.5+01:00' });
    const answer = await validate(key);
    const customer = (await fixture.seller('GET', `/v1/customers/${key.customer_id}`)).body;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: key.id,
      created_at: expect.stringMatching(TIME),
      modified_at: expect.stringMatching(TIME),
      organization_id: fixture.ours.organization.id,
      customer_id: fixture.customer.id,
      customer,
      benefit_id: fixture.benefit.id,
      key: key.key,
      display_key: `****-${key.key.slice(-6)}`,
      status: 'granted',
      limit_activations: 3,
      usage: 0,
      limit_usage: 10,
      validations: 1,
      last_validated_at: expect.stringMatching(TIME),
      expires_at: '2999-12-31T22:59:59.500Z',
      activation: null,
    });
    expect(answer.body.last_validated_at).toBe(answer.body.modified_at);
    expect(answer.headers).not.toHaveProperty('license-code');
    const { activation: _none, ...validated } = answer.body;
    expect(await fixture.read(key)).toEqual({ ...validated, activations: [] });
  });

  test('tells what the customer needs to know, in a header', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    expect((await validate(key)).headers['license-standing']).toBe('good');
    for (const label of ['a', 'b']) await fixture.activation(key, { label });
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 1 });
    const { headers, body } = await validate(key);
    expect([headers['license-standing'], Object.keys(body)]).toEqual([
      'over_limit;limit=1;used=2',
      Object.keys((await validate(await fixture.key())).body),
    ]);
    expect((await validate(key, { benefit_id: randomUUID() })).headers).not.toHaveProperty('license-standing');
  });

  test('returns null for limits that the key does not have', async () => {
    const key = await fixture.key();
    expect((await validate(key)).body).toMatchObject({ limit_activations: null, limit_usage: null, expires_at: null });
  });

  test('returns the activation given by activation_id', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const id = await fixture.activation(key, { conditions: { major: 1 }, meta: { os: 'linux', cores: 8, beta: true } });
    const { status, body } = await validate(key, { activation_id: id, conditions: { major: 1 } });
    expect([status, body.activation]).toEqual([
      200,
      {
        id,
        license_key_id: key.id,
        label: 'laptop',
        meta: { os: 'linux', cores: 8, beta: true },
        created_at: expect.stringMatching(TIME),
        modified_at: null,
      },
    ]);
  });

  test('increments the usage up to exactly the limit', async () => {
    const key = await fixture.key({ limit_usage: 5 });
    for (const [increment_usage, usage] of [
      [2, 2],
      ['1', 3],
      [null, 3],
      [0, 3],
      [2, 5],
    ] as const) {
      expect((await validate(key, { increment_usage })).body).toMatchObject({ usage });
    }
    expect(await fixture.read(key)).toMatchObject({ usage: 5, validations: 5 });
    expect((await fixture.eventsOf(key.id)).map(({ name }) => name)).toEqual([
      'license_key.created',
      'license_key.usage_limit_reached',
    ]);
  });

  test('accepts null for optional fields, and conditions without an activation', async () => {
    const key = await fixture.key();
    const nulls = { activation_id: null, benefit_id: null, customer_id: null, increment_usage: null };
    const right = { benefit_id: key.benefit_id.toUpperCase(), customer_id: key.customer_id, conditions: { any: 'thing' } };
    for (const input of [nulls, right, { unknown: { field: 1 } }]) expect((await validate(key, input)).status).toBe(200);
    expect(await fixture.read(key)).toMatchObject({ validations: 3 });
  });

  test('rejects an increment that would overflow 32 bits', async () => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 2_147_483_647 });
    const before = await fixture.snapshot();
    const { status, body } = await validate(key, { increment_usage: 1 });
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['body', 'increment_usage'], type: 'less_than_equal', msg: 'Usage would exceed 2147483647.', input: 1 }],
    ]);
    expect(await fixture.snapshot()).toEqual(before);
  });
});

describe.each([
  ['POST /v1/license-keys/validate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/validate', () => fixture.anonymous],
] as const)('%s rejects', (operation, caller) => {
  const validate = (key: SeededLicenseKey, input: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), ...input });
  const refusing = (key: SeededLicenseKey, input: object = {}) => outcomeOfRequest(fixture, () => validate(key, input));

  test.each(['revoked', 'disabled'])('rejects a %s key', async (status) => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status });
    expect(await refusing(key)).toEqual(notFound(status.toUpperCase(), 'License key is no longer active.'));
  });

  test('rejects an expired key', async () => {
    const key = await fixture.key({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await refusing(key)).toEqual(notFound('EXPIRED', 'License key has expired.'));
  });

  test('rejects unknown and deactivated activations and those of other keys with equal responses', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 2 }), await fixture.key({ limit_activations: 2 })];
    const gone = await fixture.activation(key);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: gone });
    for (const activation_id of [randomUUID(), gone, await fixture.activation(other)]) {
      expect(await refusing(key, { activation_id })).toEqual(notFound('ACTIVATION_NOT_FOUND'));
    }
  });

  test('rejects conditions that differ from those of the activation', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const activation_id = await fixture.activation(key, { conditions: { major: 1, os: 'linux' } });
    const mismatch = notFound('CONDITIONS_MISMATCH', 'License key does not match required conditions');
    for (const conditions of [undefined, {}, { major: 1 }, { major: '1', os: 'linux' }, { major: 1, os: 'linux', more: 1 }]) {
      expect(await refusing(key, { activation_id, conditions })).toEqual(mismatch);
    }
    expect((await validate(key, { activation_id, conditions: { os: 'linux', major: 1 } })).status).toBe(200);
  });

  test('rejects another benefit and another customer', async () => {
    const key = await fixture.key();
    const benefit = notFound('BENEFIT_MISMATCH', 'License key does not match given benefit.');
    expect(await refusing(key, { benefit_id: randomUUID(), customer_id: randomUUID() })).toEqual(benefit);
    const customer = notFound('CUSTOMER_MISMATCH', 'License key does not match given user.');
    expect(await refusing(key, { benefit_id: key.benefit_id, customer_id: randomUUID() })).toEqual(customer);
  });

  test('rejects a product that does not bring the benefit, and a key without an entitlement', async () => {
    const key = await fixture.key();
    const product = notFound('PRODUCT_MISMATCH', 'License key does not match given product.');
    expect(await refusing(key, { product_id: randomUUID(), customer_id: randomUUID() })).toEqual(product);
    const missing = notFound('ENTITLEMENT_MISSING', 'License key does not have the entitlement export.');
    expect(await refusing(key, { entitlements: ['export'], increment_usage: 1 })).toEqual(missing);
    expect((await validate(key, { product_id: null, entitlements: null })).status).toBe(200);
    const invalid = [[], [''], ['x'.repeat(41)], Array(21).fill('export'), 'export'];
    for (const entitlements of invalid) expect((await validate(key, { entitlements })).status).toBe(422);
  });

  test('rejects an increment above the remaining usage, which can be negative', async () => {
    const key = await fixture.key({ limit_usage: 3 });
    const left = (remaining: number) => badRequest('USAGE_LIMIT_EXCEEDED', `License key only has ${remaining} more usages.`);
    expect(await refusing(key, { increment_usage: 4 })).toEqual(left(3));
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 5 });
    expect(await refusing(key, { increment_usage: 1 })).toEqual(left(-2));
    expect((await validate(key)).status).toBe(200);
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['an empty string', () => ({ key: '' })],
    ['a very long string', () => ({ key: 'x'.repeat(1024) })],
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('%s', async (_what, input) => {
    const key = await fixture.key();
    expect(await refusing(key, input(key))).toEqual(notFound('NOT_FOUND'));
  });
});
