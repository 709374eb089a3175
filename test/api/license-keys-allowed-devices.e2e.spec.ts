import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const PUBLIC = '/v1/customer-portal/license-keys';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();
const use = (operation: string, key: SeededLicenseKey, body: object, device?: string): Promise<Answer> =>
  fixture.anonymous(
    'POST',
    `${PUBLIC}/${operation}`,
    { ...keyParams(key), ...body },
    device === undefined ? {} : { 'license-device': device },
  );
const allow = (key: SeededLicenseKey, allowed_devices: unknown): Promise<Answer> =>
  fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { allowed_devices });

describe.each([
  ['node-locked', {}],
  ['floating', { mode: 'floating', checkout_seconds: 60 }],
])('a %s key with allowed devices', (mode, activations) => {
  async function keyFor(allowed_devices: readonly string[]): Promise<SeededLicenseKey> {
    const properties = {
      activations: { limit: 5, enable_customer_admin: false, ...activations },
      offline: { lease_seconds: 3600, grace_seconds: 60, max_offline_devices: 5 },
    };
    const benefit = { type: 'license_keys', description: 'A license key', properties };
    const { id: benefit_id } = (await fixture.seller('POST', '/v1/benefits/', benefit)).body;
    return fixture.key({ benefit_id, allowed_devices });
  }

  test('is used on them only, and a device that is taken from the list is refused with its next request', async () => {
    const key = await keyFor(['workstation-1', 'workstation-2']);
    const { status, body } = await use('activate', key, { label: 'one' }, 'workstation-1');
    expect(status).toBe(200);
    expect(outcomeOf(await use('lease', key, { label: 'two' }, 'workstation-2'))).toBe('200');
    for (const device of ['workstation-3', undefined]) {
      expect(outcomeOf(await use('activate', key, { label: 'x' }, device))).toBe('403 DEVICE_NOT_ALLOWED');
      expect(outcomeOf(await use('lease', key, { label: 'x' }, device))).toBe('403 DEVICE_NOT_ALLOWED');
    }
    const named = { activation_id: body.id };
    await allow(key, ['workstation-2']);
    expect(outcomeOf(await use('validate', key, named))).toBe('404 DEVICE_NOT_ALLOWED');
    expect(outcomeOf(await use('lease', key, named))).toBe('403 DEVICE_NOT_ALLOWED');
    const beat = await use('heartbeat', key, named);
    expect(outcomeOf(beat)).toBe(mode === 'floating' ? '404 DEVICE_NOT_ALLOWED' : '403 HEARTBEATS_NOT_SUPPORTED');
    expect(outcomeOf(await use('validate', key, {}))).toBe('200');
    const explained = await fixture.seller('POST', '/v1/license-keys/explain', { operation: 'validate', id: key.id, ...named });
    expect(explained.body).toMatchObject({ allowed: false, code: 'DEVICE_NOT_ALLOWED' });
    expect((await use('deactivate', key, named)).status).toBe(204);
    await allow(key, null);
    expect(outcomeOf(await use('activate', key, { label: 'x' }))).toBe('200');
  });

  test('shows them to sellers only', async () => {
    const key = await keyFor(['workstation-1']);
    expect(await fixture.read(key)).toMatchObject({ allowed_devices: ['workstation-1'] });
    const shown = [await use('activate', key, { label: 'one' }, 'workstation-1'), await use('validate', key, {})];
    expect(shown.map(({ status, text }) => [status, text.includes('allowed_devices')])).toEqual([
      [200, false],
      [200, false],
    ]);
    const changed = await allow(key, ['workstation-2', 'workstation-3']);
    expect(changed.body.allowed_devices).toEqual(['workstation-2', 'workstation-3']);
    expect((await allow(key, null)).body).not.toHaveProperty('allowed_devices');
    const told = [
      (await fixture.seller('GET', `/v1/audit-log/?resource_id=${key.id}`)).text,
      JSON.stringify(await fixture.eventsOf(key.id)),
    ];
    for (const text of told) expect([text.includes('allowed_devices'), text.includes('workstation-')]).toEqual([true, false]);
  });
});

test.each([[[]], [['']], [['x'.repeat(129)]], [Array.from({ length: 101 }, () => randomUUID())], ['workstation-1'], [[1]]])(
  'refuses the list %j',
  async (allowed_devices) => {
    const key = await fixture.key();
    const { status, body } = await allow(key, allowed_devices);
    expect([status, body.detail?.[0].loc.slice(0, 2)]).toEqual([422, ['body', 'allowed_devices']]);
  },
);
