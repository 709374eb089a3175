import { aLicenseKey, anInstallation, type LeasedKey, NOW } from '../../../testing/index.ts';
import type { LeakAction } from './leak.events.ts';
import type { LicenseKey } from './license-key.ts';
import type { AlertsPolicy } from '../policy/alerts-policy.ts';
import type { NetworkDigests } from './leak-watch.ts';

const tomorrow = new Date(NOW.getTime() + 86_400_000);
const network = (number: number): NetworkDigests => [String(number).padStart(11, 'n')];
const watched = (alerts: AlertsPolicy): LeasedKey => aLicenseKey().limitedTo(50).governedBy({ alerts }).build();
const activate = (key: LicenseKey, device: string | null, at = NOW) => key.activate(anInstallation({ device }), at);
const suspicions = (key: LicenseKey) =>
  key.pullEvents().flatMap(({ name, payload }) => (name === 'license_key.leak_suspected' ? [payload] : []));

test('one more device than the policy says is reported, once a day', () => {
  const key = watched({ devicesPerDay: 2 });
  for (const device of ['one', 'two', 'one']) activate(key, device);
  expect(suspicions(key)).toEqual([]);
  activate(key, 'three');
  expect(suspicions(key)).toMatchObject([{ license_key_id: key.id, devices: 3, networks: 0 }]);
  expect(key.policyState?.alerts?.suspected).toEqual({ at: NOW.toISOString(), devices: 3, networks: 0 });
  for (const device of ['four', 'five']) activate(key, device);
  expect(suspicions(key)).toEqual([]);
  for (const device of ['six', 'seven']) activate(key, device, tomorrow);
  expect(suspicions(key)).toEqual([]);
  activate(key, 'eight', tomorrow);
  expect(suspicions(key)).toMatchObject([{ devices: 3 }]);
});

test('a device that is deactivated and activated again is one device; without an id, each activation is one', () => {
  const key = watched({ devicesPerDay: 2 });
  for (let n = 0; n < 5; n++) key.deactivate(activate(key, 'one').id, NOW);
  expect(suspicions(key)).toEqual([]);
  activate(key, null);
  expect(suspicions(key)).toEqual([]);
  activate(key, null);
  expect(suspicions(key)).toHaveLength(1);
});

test('one more network than the policy says is reported, whatever was used on the days before', () => {
  const key = watched({ networksPerDay: 3 });
  for (let n = 0; n < 3; n++) key.noteUseFrom(network(n), NOW);
  for (let n = 3; n < 6; n++) key.noteUseFrom(network(n), tomorrow);
  expect(suspicions(key)).toEqual([]);
  key.noteUseFrom(network(5), tomorrow);
  expect(suspicions(key)).toEqual([]);
  key.noteUseFrom(network(0), tomorrow);
  expect(suspicions(key)).toMatchObject([{ networks: 4 }]);
  key.noteUseFrom(network(9), tomorrow);
  expect(suspicions(key)).toEqual([]);
});

test('devices and networks together are reported once a day', () => {
  const key = watched({ devicesPerDay: 1, networksPerDay: 1 });
  for (const device of ['one', 'two']) activate(key, device);
  for (const n of [1, 2]) key.noteUseFrom(network(n), NOW);
  expect(suspicions(key)).toHaveLength(1);
});

test('a key whose benefit wants no alerts remembers nothing for them', () => {
  const key = aLicenseKey().limitedTo(5).build();
  activate(key, 'one');
  key.noteUseFrom(network(1), NOW);
  expect(key.policyState).toBeNull();
});

describe('a key that was found in public', () => {
  const leak = { source: 'github', url: 'https://github.com/octocat/hello' } as const;
  const reported = (key: LicenseKey, wanted: LeakAction, replaced: string | null = null) => {
    key.pullEvents();
    key.reportLeak(leak, { wanted, replaced, newKey: () => 'ANOTHER' }, NOW);
    return key
      .pullEvents()
      .flatMap((event) => (event.name === 'license_key.leak_reported' ? [event.payload.action] : [event.name]));
  };

  test('is rotated without overlap and mailed, disabled, or only told, as its benefit wants', () => {
    const key = aLicenseKey().build();
    expect([reported(key, 'tell'), key.status, key.stored.key === 'ANOTHER']).toEqual([['tell'], 'granted', false]);
    const before = key.stored.key;
    expect(reported(key, 'rotate')).toEqual(['license_key.rotated', 'license_key.mail_requested', 'rotate']);
    expect([key.stored.key, key.pullReplacedStrings()]).toEqual(['ANOTHER', [{ key: before, validUntil: NOW }]]);
    expect([reported(key, 'disable').at(-1), key.status]).toEqual(['disable', 'disabled']);
    expect(reported(key, 'disable')).toEqual(['tell']);
  });

  test('ends a string that was replaced and still works, and nothing else', () => {
    const key = aLicenseKey().build();
    const current = key.stored.key;
    expect(reported(key, 'rotate', 'OLD')).toEqual(['rotate']);
    expect([key.stored.key, key.pullReplacedStrings()]).toEqual([current, [{ key: 'OLD', validUntil: NOW }]]);
  });

  test('stays as it is if it is revoked', () => {
    const key = aLicenseKey().build();
    key.update({ status: 'revoked' }, NOW);
    expect([reported(key, 'rotate'), reported(key, 'disable'), key.status]).toEqual([['tell'], ['tell'], 'revoked']);
  });
});
