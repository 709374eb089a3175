import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, keyParams, TIME, UUID } from '../support/license-fixture.ts';
import { notFound, notPermitted, outcomeOfRequest } from '../support/license-key-outcome.ts';
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
  const refusing = (key: SeededLicenseKey, input: object = {}) => outcomeOfRequest(fixture, () => activate(key, input));
  const update = (key: SeededLicenseKey, terms: object) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, terms);

  test('returns the activation and its key, without conditions', async () => {
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

  test('refuses a key of another benefit before it takes an activation', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const mismatch = notFound('BENEFIT_MISMATCH', 'License key does not match given benefit.');
    expect(await refusing(key, { benefit_id: randomUUID() })).toEqual(mismatch);
    expect((await activate(key, { benefit_id: fixture.benefit.id })).status).toBe(200);
    expect(await refusing(key, { benefit_id: randomUUID() })).toEqual(mismatch);
    expect((await activate(await fixture.key({ limit_activations: 1 }), { benefit_id: null })).status).toBe(200);
  });

  test('stores the activation, leaves the key unchanged and publishes an event', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const before = await fixture.read(key);
    const { license_key: _key, ...activation } = (await activate(key)).body;
    expect(await fixture.read(key)).toEqual({ ...before, activations: [activation] });
    expect((await fixture.eventsOf(key.id))[1]).toMatchObject({
      name: 'license_key.activated',
      payload: { license_key_id: key.id, activation_id: activation.id },
    });
  });

  test('accepts the longest label, conditions and meta', async () => {
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

  test('accepts a label in use, with a new activation', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    expect((await activate(key)).body.id).not.toBe((await activate(key)).body.id);
    expect(await refusing(key)).toEqual(FULL);
  });

  test.each(['revoked', 'disabled'])('rejects a %s key', async (status) => {
    const key = await fixture.key({ limit_activations: 1 });
    await update(key, { status });
    expect(await refusing(key)).toEqual(notPermitted(status.toUpperCase(), INACTIVE));
  });

  test('rejects an expired key', async () => {
    expect(await refusing(await fixture.key({ limit_activations: 1, expires_at: '2020-01-01' }))).toEqual(EXPIRED);
  });

  test('rejects a key that does not support activations', async () => {
    expect(await refusing(await fixture.key())).toEqual(NOT_SUPPORTED);
  });

  test('rejects a key at its activation limit, also if the limit was lowered, until there is room', async () => {
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
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('404 for %s', async (_what, input) => {
    const key = await fixture.key({ limit_activations: 1 });
    expect(await refusing(key, input(key))).toEqual(notFound('NOT_FOUND'));
  });
});

describe.each([
  ['POST /v1/license-keys/deactivate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/deactivate', () => fixture.anonymous],
] as const)('%s', (operation, caller) => {
  const deactivate = (key: SeededLicenseKey, activation_id: unknown, input: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), activation_id, ...input });
  const refusing = (...input: Parameters<typeof deactivate>) => outcomeOfRequest(fixture, () => deactivate(...input));

  test('returns 204, ends the activation, leaves the key unchanged and publishes an event', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const [one, other] = [await fixture.activation(key, { label: 'one' }), await fixture.activation(key, { label: 'other' })];
    const before = await fixture.read(key);
    const answer = await deactivate(key, one.toUpperCase());
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).not.toHaveProperty('license-code');
    expect(await fixture.read(key)).toEqual({ ...before, activations: [expect.objectContaining({ id: other })] });
    expect((await fixture.eventsOf(key.id)).at(-1)).toMatchObject({
      name: 'license_key.deactivated',
      payload: { activation_id: one },
    });
  });

  test('frees the slot', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await deactivate(key, await fixture.activation(key));
    expect(await fixture.activation(key)).toEqual(expect.any(String));
  });

  test.each([
    ['revoked', { status: 'revoked' }],
    ['disabled', { status: 'disabled' }],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }],
    ['without activations by now', { limit_activations: null }],
  ])('works for a key that is %s', async (_what, terms) => {
    const key = await fixture.key({ limit_activations: 1 });
    const id = await fixture.activation(key);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, terms);
    expect((await deactivate(key, id)).status).toBe(204);
    expect(await fixture.read(key)).toMatchObject({ activations: [] });
  });

  test('404 for an activation that is deactivated, unknown or of another key', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 1 }), await fixture.key({ limit_activations: 1 })];
    const [gone, foreign] = [await fixture.activation(key), await fixture.activation(other)];
    await deactivate(key, gone);
    for (const id of [gone, foreign, randomUUID()]) expect(await refusing(key, id)).toEqual(notFound('ACTIVATION_NOT_FOUND'));
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('404 for %s', async (_what, input) => {
    const key = await fixture.key({ limit_activations: 1 });
    expect(await refusing(key, await fixture.activation(key), input(key))).toEqual(notFound('NOT_FOUND'));
  });
});

describe.each([
  ['POST /v1/license-keys/activate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/activate', () => fixture.anonymous],
] as const)('License-Device on %s', (operation, caller) => {
  const activateOn = (device: string, key: SeededLicenseKey, input: object = {}) =>
    caller()(
      'POST',
      operation.replace('POST ', ''),
      { ...keyParams(key), label: 'laptop', ...input },
      { 'License-Device': device },
    );

  test('returns the existing activation of the device and changes nothing', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const first = await activateOn('serial-1', key, { meta: { os: 'linux' } });
    const before = await fixture.snapshot();
    const again = await activateOn('serial-1', key, { label: 'renamed', meta: {}, conditions: { major: 2 } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await fixture.snapshot()).toEqual(before);
  });

  test('creates another activation for another device; device ids are case-sensitive', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const ids = [await activateOn('serial-1', key), await activateOn('SERIAL-1', key)].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(2);
    const full = notPermitted('ACTIVATION_LIMIT_REACHED', 'License key activation limit already reached');
    expect(await outcomeOfRequest(fixture, () => activateOn('serial-2', key))).toEqual(full);
  });

  test('is specific to one key', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 1 }), await fixture.key({ limit_activations: 1 })];
    const [mine, theirs] = [await activateOn('serial-1', key), await activateOn('serial-1', other)];
    expect([theirs.status, theirs.body.license_key_id]).toEqual([200, other.id]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('is released by deactivation', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const { id } = (await activateOn('serial-1', key)).body;
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: id });
    const again = await activateOn('serial-1', key);
    expect([again.status, again.body.id === id]).toEqual([200, false]);
  });

  test('does not bypass other checks', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await activateOn('serial-1', key);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'disabled' });
    const inactive = notPermitted('DISABLED', 'License key is no longer active. This license key can not be activated.');
    expect(await outcomeOfRequest(fixture, () => activateOn('serial-1', key))).toEqual(inactive);
  });

  test('is never returned', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const { text } = await activateOn('very-secret-serial', key);
    expect(text + JSON.stringify([await fixture.read(key), await fixture.eventsOf(key.id)])).not.toContain('very-secret-serial');
  });

  test.each([
    ['the shortest', 'x'],
    ['the longest', 'x'.repeat(128)],
    ['an odd one', `a "b" 'c' {d} \\e; --`],
  ])('accepts %s', async (_what, device) => {
    const key = await fixture.key({ limit_activations: 1 });
    const [first, again] = [await activateOn(device, key), await activateOn(device, key)];
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test.each([
    ['', 'string_too_short'],
    ['x'.repeat(129), 'string_too_long'],
  ])('rejects %j', async (device, type) => {
    const key = await fixture.key({ limit_activations: 1 });
    const refused = await outcomeOfRequest(fixture, () => activateOn(device, key));
    expect(refused).toMatchObject({ status: 422, detail: [{ loc: ['header', 'license-device'], type }], changed: false });
  });
});
