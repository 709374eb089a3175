import { type LicenseFixture, openLicenseFixture, keyParams, TIME } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

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

  test('answers with the key, its customer and no activation, and counts', async () => {
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

  test('answers with null where the key is without', async () => {
    const key = await fixture.key();
    expect((await validate(key)).body).toMatchObject({ limit_activations: null, limit_usage: null, expires_at: null });
  });

  test('answers with the activation that is named', async () => {
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

  test('adds to the usage, up to the limit exactly', async () => {
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

  test('takes what is optional as null, conditions without an activation, a mismatch of nothing', async () => {
    const key = await fixture.key();
    const nulls = { activation_id: null, benefit_id: null, customer_id: null, increment_usage: null };
    const right = { benefit_id: key.benefit_id.toUpperCase(), customer_id: key.customer_id, conditions: { any: 'thing' } };
    for (const input of [nulls, right, { unknown: { field: 1 } }]) expect((await validate(key, input)).status).toBe(200);
    expect(await fixture.read(key)).toMatchObject({ validations: 3 });
  });

  test('refuses a sum beyond 32 bits', async () => {
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
