import type { CommandBus } from '@nestjs/cqrs';
import { FindTypedKeyFormats } from '#catalog/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryKeyActivity } from '../../../testing/in-memory-key-activity.ts';
import { InMemoryKeyRefusals } from '../../../testing/in-memory-key-refusals.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, anInstallation, NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
import { ActivateLicenseKey, ActivateLicenseKeyHandler } from './activate-license-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

class PlainDigests extends DeviceDigests {
  digestsOf = (_organizationId: string, _name: string, value: string): readonly [string] => [value];
}

function opened() {
  const licenseKeys = new InMemoryLicenseKeys();
  const activity = new InMemoryKeyActivity();
  const refusals = new InMemoryKeyRefusals();
  const clock = { now: () => licenseKeys.databaseTime };
  const presented = new PresentedKeys(licenseKeys, { digestsOf: () => ['-----------'] }, clock, refusals);
  const queries = answeringQueries([[FindTypedKeyFormats, () => []]]);
  const handler = new ActivateLicenseKeyHandler(
    presented,
    new PlainDigests(),
    new TypedKeys(licenseKeys, queries, clock),
    activity,
    clock,
    { execute: () => Promise.reject(new Error('Nothing is claimed here.')) } as unknown as CommandBus,
  );
  const activate = (key: LicenseKey, device: string, isDryRun = false) => {
    const credentials = { organizationId: key.organizationId, key: key.snapshot.key };
    return handler.execute(new ActivateLicenseKey(credentials, anInstallation({ device, label: device }), isDryRun));
  };
  const counted = () => [...activity.stored.values()].reduce((sum, { activations }) => sum + activations, 0);
  const refused = () => [...refusals.stored.values()].map(({ code, count }) => [code, count]);
  return { licenseKeys, activate, counted, refused };
}

test('an activation is counted, a dry run and a refusal are not', async () => {
  const { licenseKeys, activate, counted, refused } = opened();
  const key = aLicenseKey().limitedTo(1).newUnsaved();
  await licenseKeys.addAll([key]);
  await activate(key, 'laptop', true);
  expect([key.activationCount, counted()]).toEqual([0, 0]);
  const { activation, licenseKey } = await activate(key, 'laptop');
  expect([activation.label, licenseKey.id, counted()]).toEqual(['laptop', key.id, 1]);
  await expect(activate(key, 'desktop')).rejects.toMatchObject({ code: 'ACTIVATION_LIMIT_REACHED' });
  await expect(activate(key, 'desktop', true)).rejects.toMatchObject({ code: 'ACTIVATION_LIMIT_REACHED' });
  expect([counted(), refused()]).toEqual([1, [['ACTIVATION_LIMIT_REACHED', 1]]]);
});

test('the slot that a lease has left is given to the next device, once the lease is over', async () => {
  const { licenseKeys, activate, refused } = opened();
  const key = aLicenseKey().limitedTo(1).newUnsaved();
  await licenseKeys.addAll([key]);
  licenseKeys.policies.set(key.benefitId, { leaseSeconds: 60, graceSeconds: 0, maxOfflineDevices: 1, held: 'until_lease_ends' });
  const { activation } = await activate(key, 'laptop');
  const which = { id: key.id, within: [key.organizationId], activationId: activation.id, to: 'deactivate' } as const;
  const request = { activationId: activation.id, installation: anInstallation() };
  await licenseKeys.change(which, (found) => void found.lease(request, () => 1));
  await licenseKeys.change(which, (found) => found.deactivate(activation.id, NOW));
  await expect(activate(key, 'desktop')).rejects.toMatchObject({
    code: 'ACTIVATION_LIMIT_REACHED',
    retryAt: secondsAfterNow(60),
  });
  licenseKeys.databaseTime = secondsAfterNow(61);
  expect((await activate(key, 'desktop')).activation.label).toBe('desktop');
  expect(refused()).toEqual([['ACTIVATION_LIMIT_REACHED', 1]]);
});
