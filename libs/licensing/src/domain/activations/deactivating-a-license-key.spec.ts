import {
  aLicenseKey,
  anInstallation,
  type LicenseKeyBuilder,
  NOW,
  secondsAfterNow,
} from '../../../testing/license-key.builder.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';

const activated = () => aLicenseKey().limitedTo(1).activatedOn('laptop');

test('a deactivation ends the activation and frees its slot', () => {
  const key = activated().build();
  const [activation] = key.activations;
  const at = secondsAfterNow(5);
  key.deactivate(activation!.id, at);
  expect(activation).toMatchObject({ isLive: false, deactivatedAt: at });
  expect(key.activate(anInstallation(), at).isLive).toBe(true);
});

test('a deactivation does not modify the key and is recorded', () => {
  const key = activated().build();
  const before = key.snapshot;
  const { id } = key.activations[0]!;
  key.deactivate(id, NOW);
  expect(key.snapshot).toEqual(before);
  expect(key.pullEvents()).toMatchObject([
    { name: 'license_key.deactivated', aggregateId: key.id, occurredAt: NOW, payload: { activation_id: id } },
  ]);
});

test.each<[string, (key: LicenseKeyBuilder) => LicenseKeyBuilder]>([
  ['revoked', (key) => key.revoked()],
  ['disabled', (key) => key.disabled()],
  ['expired', (key) => key.expiredOn('2026-01-01')],
  ['without activations by now', (key) => key.withoutActivations()],
])('a key that is %s can be deactivated', (_what, change) => {
  const key = change(activated()).build();
  const [activation] = key.activations;
  key.deactivate(activation!.id, NOW);
  expect(activation!.isLive).toBe(false);
});

test('an activation can be deactivated once', () => {
  const key = activated().deactivatedOn('laptop').build();
  expect(() => key.deactivate(key.activations[0]!.id, NOW)).toThrow(ActivationNotFound);
});

test('an activation of another key, or none, is not found', () => {
  const key = activated().build();
  for (const id of [activated().build().activations[0]!.id, '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d']) {
    expect(() => key.deactivate(id, NOW)).toThrow(expect.objectContaining({ code: 'ACTIVATION_NOT_FOUND', kind: 'not-found' }));
  }
});
