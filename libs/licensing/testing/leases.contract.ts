import { newId } from '#kernel';
import type { KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import { randomUUID } from 'node:crypto';
import type { OfflinePolicy } from '../src/domain/leases/lease.ts';
import { NoStatusIndex, OfflineLimitReached, OfflineNotSupported, PlaceNotHeld } from '../src/domain/leases/lease.errors.ts';
import type { LeaseRequest } from '../src/domain/leases/lease-request.ts';
import { ActivationLimitReached } from '../src/domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import { aLicenseKey, anInstallation, NOW } from './license-key.builder.ts';

export interface LeasesUnderTest {
  readonly licenseKeys: LicenseKeys & KeyIssuance;
  /** Sets the policy of a benefit. */
  allow(key: LicenseKey, policy: OfflinePolicy): Promise<void>;
  /** Lets all leases of the key, with their grace, be over. */
  letPass(key: LicenseKey): Promise<void>;
  activationCount(key: LicenseKey): Promise<number>;
}

const POLICY = { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices: 2, held: 'until_lease_ends' } as const;

/** What every implementation of the port does with leases. */
export function leasesContract(opened: () => LeasesUnderTest): void {
  let index = 0;
  const presented = (key: LicenseKey) => ({ organizationId: key.organizationId, key: key.snapshot.key, at: NOW });
  const nextIndex = (): number => index++;

  async function leasable(policy: Partial<OfflinePolicy> = {}, activations = 5): Promise<LicenseKey> {
    const key = aLicenseKey().limitedTo(activations).newUnsaved();
    await opened().licenseKeys.addAll([key]);
    await opened().allow(key, { ...POLICY, ...policy });
    return key;
  }
  const change = (key: LicenseKey, request: LeaseRequest, newIndex = nextIndex) =>
    opened().licenseKeys.changePresented(
      { ...presented(key), activationId: request.activationId, device: request.installation.device, to: 'lease' },
      (found) => {
        const { activation, ...term } = found.lease(request, newIndex);
        return { ...term, activationId: activation.id };
      },
    );
  const onDevice = (key: LicenseKey, device: string, newIndex = nextIndex) =>
    change(key, { activationId: null, installation: anInstallation({ device }) }, newIndex);
  const deactivate = (key: LicenseKey, activationId: string) =>
    opened().licenseKeys.changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
      found.deactivate(activationId, NOW),
    );
  const activate = (key: LicenseKey, device: string | null = null) =>
    opened().licenseKeys.changePresented(
      { ...presented(key), device, to: 'activateInSlotOfLease' },
      (found) => found.activate(anInstallation({ device }), NOW).id,
    );

  test('a lease is stored with the activation that it made, and renewed by device or activation under the same index', async () => {
    const key = await leasable();
    const first = await onDevice(key, 'laptop');
    const byDevice = await onDevice(key, 'laptop');
    const byId = await change(key, { activationId: first.activationId, installation: anInstallation() });
    for (const renewed of [byDevice, byId]) {
      expect([renewed.activationId, renewed.statusIndex]).toEqual([first.activationId, first.statusIndex]);
      expect(renewed.id).not.toBe(first.id);
    }
    expect(first.expiresAt.getTime() - first.issuedAt.getTime()).toBe(3_600_000);
    expect(first.heldUntil.getTime() - first.expiresAt.getTime()).toBe(600_000);
    expect(await opened().activationCount(key)).toBe(1);
  });

  test('as many devices as the policy allows have a lease, ended ones included, and again when those are over', async () => {
    const key = await leasable();
    const [first] = [await onDevice(key, 'one'), await onDevice(key, 'two')];
    await expect(onDevice(key, 'three')).rejects.toBeInstanceOf(OfflineLimitReached);
    await deactivate(key, first.activationId);
    await expect(onDevice(key, 'three')).rejects.toBeInstanceOf(OfflineLimitReached);
    await onDevice(key, 'two');
    await opened().letPass(key);
    await onDevice(key, 'three');
    await onDevice(key, 'two');
    await expect(onDevice(key, 'four')).rejects.toBeInstanceOf(OfflineLimitReached);
    expect(await opened().activationCount(key)).toBe(2);
  });

  test('the slot of a deactivated activation is taken until its lease is over, and then freed once', async () => {
    const key = await leasable({}, 1);
    const { activationId } = await onDevice(key, 'one');
    await deactivate(key, activationId);
    await expect(activate(key)).rejects.toBeInstanceOf(ActivationLimitReached);
    expect(await opened().activationCount(key)).toBe(1);
    await opened().letPass(key);
    await activate(key);
    await expect(activate(key)).rejects.toBeInstanceOf(ActivationLimitReached);
    expect(await opened().activationCount(key)).toBe(1);
  });

  test('a device gets the place back that its own lease holds, and its former lease is returned', async () => {
    const key = await leasable({ maxOfflineDevices: 1 }, 1);
    const { activationId } = await onDevice(key, 'one');
    await deactivate(key, activationId);
    await expect(activate(key, 'two')).rejects.toMatchObject({ retryAt: expect.any(Date) });
    expect(await activate(key, 'one')).not.toBe(activationId);
    expect(await opened().activationCount(key)).toBe(1);
    await onDevice(key, 'one');
    await expect(activate(key, 'two')).rejects.toMatchObject({ retryAt: undefined });
  });

  test('a place that is held for a device is free when the device has another one', async () => {
    const key = await leasable({ maxOfflineDevices: 2 }, 2);
    const { activationId } = await onDevice(key, 'one');
    await deactivate(key, activationId);
    const activated = { ...presented(key), device: 'one', to: 'activate' } as const;
    await opened().licenseKeys.changePresented(activated, (found) => void found.activate(anInstallation({ device: 'one' }), NOW));
    expect(await opened().activationCount(key)).toBe(2);
    await activate(key, 'two');
    await expect(activate(key, 'three')).rejects.toBeInstanceOf(ActivationLimitReached);
    expect(await opened().activationCount(key)).toBe(2);
  });

  test('places are released at once as often as moves are left, then held until the next one, or until the seller ends it', async () => {
    const moves = { limit: 1, periodDays: 30 };
    const key = await leasable({ maxOfflineDevices: 1, held: 'released_at_once', moves }, 1);
    const first = await onDevice(key, 'one');
    await deactivate(key, first.activationId);
    expect(await opened().activationCount(key)).toBe(0);
    const { activationId, heldUntil } = await onDevice(key, 'two');
    await deactivate(key, activationId);
    expect(await opened().activationCount(key)).toBe(1);
    await expect(onDevice(key, 'three')).rejects.toMatchObject({ code: 'OFFLINE_LIMIT_REACHED', retryAt: heldUntil });
    await expect(activate(key, 'three')).rejects.toMatchObject({ code: 'ACTIVATION_LIMIT_REACHED', retryAt: heldUntil });
    const which = { id: key.id, within: [key.organizationId], activationId, to: 'deactivate' } as const;
    await opened().licenseKeys.change(which, (found) => found.endHeldPlace(activationId, 'The notebook was stolen.'));
    expect(await opened().activationCount(key)).toBe(0);
    await onDevice(key, 'three');
    await expect(
      opened().licenseKeys.change(which, (found) => found.endHeldPlace(activationId, 'Once more.')),
    ).rejects.toBeInstanceOf(PlaceNotHeld);
  });

  test('an activation whose lease is over gives its slot back at once', async () => {
    const key = await leasable({}, 1);
    const { activationId } = await onDevice(key, 'one');
    await opened().letPass(key);
    await deactivate(key, activationId);
    expect(await opened().activationCount(key)).toBe(0);
  });

  test('activations that are named together are loaded with their leases', async () => {
    const key = await leasable();
    const [leased, other] = [await onDevice(key, 'one'), await onDevice(key, 'two')];
    const activationIds = [leased.activationId, await activate(key)];
    const which = { id: key.id, within: [key.organizationId], activationIds, to: 'deactivate' } as const;
    await opened().licenseKeys.change(which, (found) => found.transferTo(newId(), NOW, activationIds));
    expect(await opened().licenseKeys.activationsOf(key.organizationId, key.id, 10)).toEqual([other.activationId]);
    // The lease of the ended one holds its slot.
    expect(await opened().activationCount(key)).toBe(2);
  });

  test('twenty racing devices get as many leases as the policy allows, and one device one activation', async () => {
    const key = await leasable({ maxOfflineDevices: 3 }, 50);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => onDevice(key, `device ${n % 10}`)));
    const granted = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(new Set(granted.map(({ activationId }) => activationId)).size).toBe(3);
    expect(new Set(granted.map(({ statusIndex }) => statusIndex)).size).toBe(3);
    expect(await opened().activationCount(key)).toBe(3);
  });

  test('a refused lease stores nothing', async () => {
    const key = await leasable();
    const none = (): number => {
      throw new NoStatusIndex();
    };
    await expect(onDevice(key, 'one', none)).rejects.toBeInstanceOf(NoStatusIndex);
    const online = aLicenseKey().limitedTo(1).newUnsaved();
    await opened().licenseKeys.addAll([online]);
    await expect(onDevice(online, 'one')).rejects.toBeInstanceOf(OfflineNotSupported);
    expect([await opened().activationCount(key), await opened().activationCount(online)]).toEqual([0, 0]);
    await expect(change(key, { activationId: randomUUID(), installation: anInstallation() })).rejects.toMatchObject({
      code: 'ACTIVATION_NOT_FOUND',
    });
  });
}
