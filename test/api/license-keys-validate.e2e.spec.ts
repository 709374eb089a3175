import { type LicenseFixture, openLicenseFixture, presented, TIME } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let shop: LicenseFixture;
beforeAll(async () => {
  shop = await openLicenseFixture();
});
afterAll(() => shop.close());

describe.each([
  ['POST /v1/license-keys/validate', () => shop.seller],
  ['POST /v1/customer-portal/license-keys/validate', () => shop.anyone],
] as const)('%s', (operation, caller) => {
  const validate = (key: SeededLicenseKey, said: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...presented(key), ...said });

  test('answers with the key, its customer and no activation, and counts', async () => {
    const key = await shop.key({ limit_activations: 3, limit_usage: 10, expires_at: '2999-12-31T23:59:59.5+01:00' });
    const answer = await validate(key);
    const customer = (await shop.seller('GET', `/v1/customers/${key.customer_id}`)).body;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: key.id,
      created_at: expect.stringMatching(TIME),
      modified_at: expect.stringMatching(TIME),
      organization_id: shop.ours.organization.id,
      customer_id: shop.customer.id,
      customer,
      benefit_id: shop.benefit.id,
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
    expect(await shop.read(key)).toEqual({ ...validated, activations: [] });
  });

  test('answers with null where the key is without', async () => {
    const key = await shop.key();
    expect((await validate(key)).body).toMatchObject({ limit_activations: null, limit_usage: null, expires_at: null });
  });

  test('answers with the activation that is named', async () => {
    const key = await shop.key({ limit_activations: 1 });
    const id = await shop.activation(key, { conditions: { major: 1 }, meta: { os: 'linux', cores: 8, beta: true } });
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
    const key = await shop.key({ limit_usage: 5 });
    for (const [increment_usage, usage] of [
      [2, 2],
      ['1', 3],
      [null, 3],
      [0, 3],
      [2, 5],
    ] as const) {
      expect((await validate(key, { increment_usage })).body).toMatchObject({ usage });
    }
    expect(await shop.read(key)).toMatchObject({ usage: 5, validations: 5 });
    expect((await shop.eventsOf(key.id)).map(({ name }) => name)).toEqual([
      'license_key.created',
      'license_key.usage_limit_reached',
    ]);
  });

  test('takes what is optional as null, conditions without an activation, a mismatch of nothing', async () => {
    const key = await shop.key();
    const nulls = { activation_id: null, benefit_id: null, customer_id: null, increment_usage: null };
    const right = { benefit_id: key.benefit_id.toUpperCase(), customer_id: key.customer_id, conditions: { any: 'thing' } };
    for (const said of [nulls, right, { unknown: { field: 1 } }]) expect((await validate(key, said)).status).toBe(200);
    expect(await shop.read(key)).toMatchObject({ validations: 3 });
  });

  test('refuses a sum beyond 32 bits', async () => {
    const key = await shop.key();
    await shop.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 2_147_483_647 });
    const before = await shop.everything();
    const { status, body } = await validate(key, { increment_usage: 1 });
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['body', 'increment_usage'], type: 'less_than_equal', msg: 'Usage would exceed 2147483647.', input: 1 }],
    ]);
    expect(await shop.everything()).toEqual(before);
  });
});
