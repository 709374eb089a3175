import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, presented, TIME, UUID } from '../support/license-fixture.ts';
import { notFound, notPermitted, expectUnchanged } from '../support/error-matchers.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const EXPIRED = notPermitted('EXPIRED', 'License key has expired.');
const INACTIVE = 'License key is no longer active. This license key can not be activated.';
const NOT_SUPPORTED = notPermitted(
  'ACTIVATIONS_NOT_SUPPORTED',
  'This license key does not support activations. Use the /validate endpoint instead to check license validity.',
);
const FULL = notPermitted('ACTIVATION_LIMIT_REACHED', 'License key activation limit already reached');

let shop: LicenseFixture;
beforeAll(async () => {
  shop = await openLicenseFixture();
});
afterAll(() => shop.close());

describe.each([
  ['POST /v1/license-keys/activate', () => shop.seller],
  ['POST /v1/customer-portal/license-keys/activate', () => shop.anyone],
] as const)('%s', (operation, caller) => {
  const activate = (key: SeededLicenseKey, said: object = {}, headers: Record<string, string> = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...presented(key), label: 'laptop', ...said }, headers);
  const refusing = (key: SeededLicenseKey, said: object = {}) => expectUnchanged(shop, () => activate(key, said));
  const update = (key: SeededLicenseKey, terms: object) => shop.seller('PATCH', `/v1/license-keys/${key.id}`, terms);

  test('answers with the activation and its key, whose conditions stay hidden', async () => {
    const key = await shop.key({ limit_activations: 2, limit_usage: 5, expires_at: '2999-01-01T00:00:00Z' });
    const { activations: _none, ...before } = await shop.read(key);
    const answer = await activate(key, { conditions: { major: 1 }, meta: { os: 'linux', cores: 8.5, beta: false } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: expect.stringMatching(UUID),
        license_key_id: key.id,
        label: 'laptop',
        meta: { os: 'linux', cores: 8.5, beta: false },
        created_at: expect.stringMatching(TIME),
        modified_at: null,
        license_key: before,
      },
    ]);
    expect(answer.body.license_key).toMatchObject({ status: 'granted', modified_at: null, last_validated_at: null });
    expect(answer.headers).not.toHaveProperty('license-code');
  });

  test('stores the activation, leaves the key as it is, and tells', async () => {
    const key = await shop.key({ limit_activations: 2 });
    const before = await shop.read(key);
    const { license_key: _key, ...activation } = (await activate(key)).body;
    expect(await shop.read(key)).toEqual({ ...before, activations: [activation] });
    expect((await shop.eventsOf(key.id))[1]).toMatchObject({
      name: 'license_key.activated',
      payload: { license_key_id: key.id, activation_id: activation.id, label: 'laptop' },
    });
  });

  test('takes what a label, conditions and meta may be at most', async () => {
    const key = await shop.key({ limit_activations: 9 });
    const map = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n + 10}${'😀'.repeat(38)}`, '😀'.repeat(500)]));
    const odd = JSON.parse('{"__proto__": "own", "constructor": -1.5, "ключ": "знач", "large": 1e308}');
    for (const said of [
      { label: '' },
      { label: 'x'.repeat(10_000) },
      { conditions: map, meta: map },
      { conditions: odd, meta: odd },
    ]) {
      const { label = 'laptop', conditions = {}, meta = {} }: { label?: string; conditions?: object; meta?: object } = said;
      const { status, body } = await activate(key, said);
      expect([status, body.label, Object.entries(body.meta).sort()]).toEqual([200, label, Object.entries(meta).sort()]);
      const valid = { ...presented(key), activation_id: body.id, conditions };
      expect((await shop.seller('POST', '/v1/license-keys/validate', valid)).status).toBe(200);
    }
  });

  test('takes the same label again, for another slot', async () => {
    const key = await shop.key({ limit_activations: 2 });
    expect((await activate(key)).body.id).not.toBe((await activate(key)).body.id);
    expect(await refusing(key)).toEqual(FULL);
  });

  test.each(['revoked', 'disabled'])('refuses a %s key', async (status) => {
    const key = await shop.key({ limit_activations: 1 });
    await update(key, { status });
    expect(await refusing(key)).toEqual(notPermitted(status.toUpperCase(), INACTIVE));
  });

  test('refuses an expired key', async () => {
    expect(await refusing(await shop.key({ limit_activations: 1, expires_at: '2020-01-01' }))).toEqual(EXPIRED);
  });

  test('refuses a key without activations', async () => {
    expect(await refusing(await shop.key())).toEqual(NOT_SUPPORTED);
  });

  test('refuses a key that is full, also after its limit was lowered, until there is room', async () => {
    const key = await shop.key({ limit_activations: 2 });
    const [first] = [await shop.activation(key), await shop.activation(key)];
    expect(await refusing(key)).toEqual(FULL);
    await update(key, { limit_activations: 1 });
    await shop.seller('POST', '/v1/license-keys/deactivate', { ...presented(key), activation_id: first });
    expect(await refusing(key)).toEqual(FULL);
    await update(key, { limit_activations: 2 });
    expect((await activate(key)).status).toBe(200);
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['the wrong organization', () => ({ organization_id: shop.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('does not find %s', async (_what, said) => {
    const key = await shop.key({ limit_activations: 1 });
    expect(await refusing(key, said(key))).toEqual(notFound('NOT_FOUND'));
  });
});
