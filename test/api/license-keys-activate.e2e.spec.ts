import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, keyParams, TIME, UUID } from '../support/license-fixture.ts';
import { notFound, notPermitted, expectUnchanged } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const EXPIRED = notPermitted('EXPIRED', 'License key has expired.');
const INACTIVE = 'License key is no longer active. This license key can not be activated.';
const NOT_SUPPORTED = notPermitted(
  'ACTIVATIONS_NOT_SUPPORTED',
  'This license key does not support activations. Use the /validate endpoint instead to check license validity.',
);
const FULL = notPermitted('ACTIVATION_LIMIT_REACHED', 'License key activation limit already reached');

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

describe.each([
  ['POST /v1/license-keys/activate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/activate', () => fixture.anonymous],
] as const)('%s', (operation, caller) => {
  const activate = (key: SeededLicenseKey, input: object = {}, headers: Record<string, string> = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), label: 'laptop', ...input }, headers);
  const refusing = (key: SeededLicenseKey, input: object = {}) => expectUnchanged(fixture, () => activate(key, input));
  const update = (key: SeededLicenseKey, terms: object) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, terms);

  test('answers with the activation and its key, whose conditions stay hidden', async () => {
    const key = await fixture.key({ limit_activations: 2, limit_usage: 5, expires_at: '2999-01-01T00:00:00Z' });
    const { activations: _none, ...before } = await fixture.read(key);
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
    const key = await fixture.key({ limit_activations: 2 });
    const before = await fixture.read(key);
    const { license_key: _key, ...activation } = (await activate(key)).body;
    expect(await fixture.read(key)).toEqual({ ...before, activations: [activation] });
    expect((await fixture.eventsOf(key.id))[1]).toMatchObject({
      name: 'license_key.activated',
      payload: { license_key_id: key.id, activation_id: activation.id, label: 'laptop' },
    });
  });

  test('takes what a label, conditions and meta may be at most', async () => {
    const key = await fixture.key({ limit_activations: 9 });
    const map = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n + 10}${'😀'.repeat(38)}`, '😀'.repeat(500)]));
    const odd = JSON.parse('{"__proto__": "own", "constructor": -1.5, "ключ": "знач", "large": 1e308}');
    for (const input of [
      { label: '' },
      { label: 'x'.repeat(10_000) },
      { conditions: map, meta: map },
      { conditions: odd, meta: odd },
    ]) {
      const { label = 'laptop', conditions = {}, meta = {} }: { label?: string; conditions?: object; meta?: object } = input;
      const { status, body } = await activate(key, input);
      expect([status, body.label, Object.entries(body.meta).sort()]).toEqual([200, label, Object.entries(meta).sort()]);
      const valid = { ...keyParams(key), activation_id: body.id, conditions };
      expect((await fixture.seller('POST', '/v1/license-keys/validate', valid)).status).toBe(200);
    }
  });

  test('takes the same label again, for another slot', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    expect((await activate(key)).body.id).not.toBe((await activate(key)).body.id);
    expect(await refusing(key)).toEqual(FULL);
  });

  test.each(['revoked', 'disabled'])('refuses a %s key', async (status) => {
    const key = await fixture.key({ limit_activations: 1 });
    await update(key, { status });
    expect(await refusing(key)).toEqual(notPermitted(status.toUpperCase(), INACTIVE));
  });

  test('refuses an expired key', async () => {
    expect(await refusing(await fixture.key({ limit_activations: 1, expires_at: '2020-01-01' }))).toEqual(EXPIRED);
  });

  test('refuses a key without activations', async () => {
    expect(await refusing(await fixture.key())).toEqual(NOT_SUPPORTED);
  });

  test('refuses a key that is full, also after its limit was lowered, until there is room', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const [first] = [await fixture.activation(key), await fixture.activation(key)];
    expect(await refusing(key)).toEqual(FULL);
    await update(key, { limit_activations: 1 });
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: first });
    expect(await refusing(key)).toEqual(FULL);
    await update(key, { limit_activations: 2 });
    expect((await activate(key)).status).toBe(200);
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('does not find %s', async (_what, input) => {
    const key = await fixture.key({ limit_activations: 1 });
    expect(await refusing(key, input(key))).toEqual(notFound('NOT_FOUND'));
  });
});
