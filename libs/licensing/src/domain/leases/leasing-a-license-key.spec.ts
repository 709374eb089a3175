import {
  aLicenseKey,
  anInstallation,
  withValues,
  type LeasedKey,
  NOW,
  secondsAfterNow,
} from '../../../testing/license-key.builder.ts';
import { leaseClaims } from './lease-claims.ts';
import { type OfflinePolicy, refreshAfter } from './lease.ts';
import { Leasing } from './leasing.ts';
import { listOf, placeOf, STATUS_LIST_SIZE } from './status-lists.ts';

const POLICY: OfflinePolicy = { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices: 1 };

/** As the repository loads it at that time. */
function at(key: LeasedKey, now: Date, policy: OfflinePolicy | null = POLICY, held = 0): LeasedKey {
  const before = key.leasing.leases;
  const leasing = Leasing.of(now, policy, held + before.filter((lease) => lease.isHeld(now)).length);
  for (const each of before) leasing.load(each);
  return key.loadedWith({ leasing });
}
const lease = (key: LeasedKey, device = 'laptop', index = 7) =>
  key.lease({ activationId: null, installation: anInstallation({ device }) }, () => index);

test('a lease is valid for whole seconds and held until its grace is over', () => {
  const { issuedAt, expiresAt, heldUntil } = lease(at(aLicenseKey().limitedTo(1).build(), new Date(NOW.getTime() + 999)));
  expect([issuedAt, expiresAt, heldUntil]).toEqual([NOW, secondsAfterNow(3600), secondsAfterNow(4200)]);
});

test('no lease, and no grace, outlives its key', () => {
  const key = aLicenseKey().limitedTo(1).build();
  withValues(key, { expiresAt: secondsAfterNow(4000) });
  expect(lease(at(key, NOW))).toMatchObject({ expiresAt: secondsAfterNow(3600), heldUntil: secondsAfterNow(4000) });
  withValues(key, { expiresAt: secondsAfterNow(100) });
  expect(lease(at(key, NOW))).toMatchObject({ expiresAt: secondsAfterNow(100), heldUntil: secondsAfterNow(100) });
});

test('a renewal under a shorter policy does not shorten what is held', () => {
  const key = at(aLicenseKey().limitedTo(1).build(), NOW);
  lease(key);
  const renewed = lease(at(key, secondsAfterNow(1), { ...POLICY, leaseSeconds: 60, graceSeconds: 0 }));
  expect(renewed.heldUntil).toEqual(secondsAfterNow(61));
  expect(key.leasing.leases[0]).toMatchObject({ heldUntil: secondsAfterNow(4200), expiresAt: secondsAfterNow(3600) });
  expect(() => lease(at(key, secondsAfterNow(4199)), 'desktop')).toThrow(
    expect.objectContaining({ code: 'OFFLINE_LIMIT_REACHED' }),
  );
});

test('where the maximum was lowered, nobody renews before enough leases are over', () => {
  const key = at(aLicenseKey().limitedTo(5).build(), NOW, { ...POLICY, maxOfflineDevices: 2 });
  lease(key, 'one', 1);
  lease(key, 'two', 2);
  expect(() => lease(at(key, secondsAfterNow(1)), 'one')).toThrow(expect.objectContaining({ code: 'OFFLINE_LIMIT_REACHED' }));
  expect(lease(at(key, secondsAfterNow(4200)), 'one').statusIndex).toBe(1);
});

test.each([
  ['revoked', aLicenseKey().limitedTo(1).revoked(), 'REVOKED'],
  ['disabled', aLicenseKey().limitedTo(1).disabled(), 'DISABLED'],
  ['of a deleted customer', aLicenseKey().limitedTo(1).ofDeletedCustomer(), 'REVOKED'],
  ['expired, before everything but the status', aLicenseKey().expiredOn('2026-01-01'), 'EXPIRED'],
  ['without activations', aLicenseKey(), 'ACTIVATIONS_NOT_SUPPORTED'],
  ['full', aLicenseKey().limitedTo(1).activatedOn('desktop'), 'ACTIVATION_LIMIT_REACHED'],
])('a key that is %s is not leased, and stays as it was', (_what, builder, code) => {
  const key = at(builder.build(), NOW);
  const before = JSON.stringify(key);
  expect(() => lease(key)).toThrow(expect.objectContaining({ code, kind: 'not-permitted' }));
  expect(JSON.stringify(key)).toBe(before);
});

test('the expiry of the key is compared with the time of the database', () => {
  const key = aLicenseKey().limitedTo(1).build();
  withValues(key, { expiresAt: secondsAfterNow(10) });
  lease(at(key, secondsAfterNow(9)));
  expect(() => lease(at(key, secondsAfterNow(10)))).toThrow(expect.objectContaining({ code: 'EXPIRED' }));
});

test('the first lease of an activation is published, no renewal, and its return before the end of the activation', () => {
  const key = at(aLicenseKey().limitedTo(2).build(), NOW, { ...POLICY, maxOfflineDevices: 2 });
  const namesOf = () => key.pullEvents().map(({ name, payload }) => [name, payload['activation_id']]);
  key.pullEvents();
  const { activation } = lease(key, 'laptop', 1);
  expect(namesOf()).toEqual([
    ['license_key.activated', activation.id],
    ['license_key.leased', activation.id],
  ]);
  const request = { activationId: activation.id, installation: anInstallation(), deviceKey: 'of the laptop' };
  const { id: leaseId } = key.lease(request, () => 2);
  expect(namesOf()).toEqual([]);
  lease(key, 'desktop', 3);
  expect(namesOf().map(([name]) => name)).toEqual(['license_key.activated', 'license_key.leased']);
  key.takeBack({ activationId: activation.id, leaseId, isSignedBy: (device) => device === 'of the laptop' });
  expect(namesOf()).toEqual([
    ['license_key.lease_ended', activation.id],
    ['license_key.deactivated', activation.id],
  ]);
});

test('claims name list and place of the status, and when to renew', () => {
  const key = at(aLicenseKey().limitedTo(1).build(), NOW);
  const { activation, ...term } = lease(key, 'laptop', STATUS_LIST_SIZE + 3);
  expect([listOf(term.statusIndex), placeOf(term.statusIndex)]).toEqual([1, 3]);
  expect(refreshAfter(term)).toEqual(secondsAfterNow(1800));
  const facts = { organizationId: key.organizationId, keyId: key.id, term, activation, key: key.snapshot };
  const addresses = { issuer: 'https://licenses.example.com', statusList: (list: number) => `https://example.com/${list}` };
  expect(leaseClaims(facts, addresses, null)).toMatchObject({
    exp: secondsAfterNow(3600).getTime() / 1000,
    device: { activation_id: activation.id, id: 'laptop' },
    status: { status_list: { idx: 3, uri: 'https://example.com/1' } },
  });
  expect(leaseClaims(facts, addresses, null)).not.toHaveProperty('nonce');
  const policyState = { updates: { from: NOW.toISOString(), until: secondsAfterNow(60).toISOString() } };
  const withUpdates = leaseClaims({ ...facts, key: { ...key.snapshot, policyState } }, addresses, null);
  expect(withUpdates.license).toHaveProperty('updates_until', secondsAfterNow(60).getTime() / 1000);
  expect(leaseClaims(facts, addresses, null).license).not.toHaveProperty('updates_until');
});
