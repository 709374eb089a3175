import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import { notPermitted, expectUnchanged } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

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

  test('gives the same device its activation back, and changes nothing', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const first = await activateOn('serial-1', key, { meta: { os: 'linux' } });
    const before = await fixture.snapshot();
    const again = await activateOn('serial-1', key, { label: 'renamed', meta: {}, conditions: { major: 2 } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await fixture.snapshot()).toEqual(before);
  });

  test('takes another slot for another device, in whatever case', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const ids = [await activateOn('serial-1', key), await activateOn('SERIAL-1', key)].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(2);
    const full = notPermitted('ACTIVATION_LIMIT_REACHED', 'License key activation limit already reached');
    expect(await expectUnchanged(fixture, () => activateOn('serial-2', key))).toEqual(full);
  });

  test('is known to one key only', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 1 }), await fixture.key({ limit_activations: 1 })];
    const [mine, theirs] = [await activateOn('serial-1', key), await activateOn('serial-1', other)];
    expect([theirs.status, theirs.body.license_key_id]).toEqual([200, other.id]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('is forgotten when it is deactivated', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const { id } = (await activateOn('serial-1', key)).body;
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: id });
    const again = await activateOn('serial-1', key);
    expect([again.status, again.body.id === id]).toEqual([200, false]);
  });

  test('helps nobody past a refusal', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await activateOn('serial-1', key);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'disabled' });
    const inactive = notPermitted('DISABLED', 'License key is no longer active. This license key can not be activated.');
    expect(await expectUnchanged(fixture, () => activateOn('serial-1', key))).toEqual(inactive);
  });

  test('is never shown', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const { text } = await activateOn('very-secret-serial', key);
    expect(text + JSON.stringify([await fixture.read(key), await fixture.eventsOf(key.id)])).not.toContain('very-secret-serial');
  });

  test.each([
    ['the shortest', 'x'],
    ['the longest', 'x'.repeat(128)],
    ['an odd one', `a "b" 'c' {d} \\e; --`],
  ])('may be %s', async (_what, device) => {
    const key = await fixture.key({ limit_activations: 1 });
    const [first, again] = [await activateOn(device, key), await activateOn(device, key)];
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test.each([
    ['', 'string_too_short'],
    ['x'.repeat(129), 'string_too_long'],
  ])('is not %j', async (device, type) => {
    const key = await fixture.key({ limit_activations: 1 });
    const refused = await expectUnchanged(fixture, () => activateOn(device, key));
    expect(refused).toMatchObject({ status: 422, detail: [{ loc: ['header', 'license-device'], type }], changed: false });
  });
});
