import type { KeyBatches } from '../src/domain/keys/key-batches.ts';
import type { KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import { EndSilentActivations, EndSilentActivationsHandler } from '../src/commands/floating/end-silent-activations.ts';
import type { OfflinePolicy } from '../src/domain/leases/lease.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import { aLicenseKey, anInstallation, aValidationInput, NOW } from './license-key.builder.ts';

export interface CheckOutsUnderTest {
  readonly licenseKeys: LicenseKeys & KeyIssuance & KeyBatches;
  /** Sets the policy of a benefit. */
  allow(key: LicenseKey, policy: OfflinePolicy): Promise<void>;
  /** Lets so many seconds pass for what the key has granted. */
  pass(key: LicenseKey, seconds: number): Promise<void>;
  activationCount(key: LicenseKey): Promise<number>;
}

/** What every implementation of the port does with check-outs of floating keys. */
export function checkOutsContract(opened: () => CheckOutsUnderTest): void {
  const presented = (key: LicenseKey) => ({ organizationId: key.organizationId, key: key.snapshot.key, at: NOW });
  const add = async (key: LicenseKey): Promise<LicenseKey> => {
    await opened().licenseKeys.addAll([key]);
    return key;
  };
  const floatingKey = (limit: number, overdraft = 0, processes?: { readonly perDevice: number }) =>
    add(aLicenseKey().limitedTo(limit).floating({ overdraft, processes }).newUnsaved());
  const activate = (key: LicenseKey, device: string | null = null, installation: string | null = null) =>
    opened().licenseKeys.changePresented(
      { ...presented(key), device, to: 'activate' },
      (found) => found.activate(anInstallation({ device, installation }), NOW).facts,
    );
  const heartbeat = (key: LicenseKey, activationId: string) =>
    opened().licenseKeys.changePresented(
      { ...presented(key), activationId },
      (found) => found.heartbeat(activationId, NOW).facts,
    );
  const validate = (key: LicenseKey, activationId: string) =>
    opened().licenseKeys.changePresented(
      { ...presented(key), activationId },
      (found) => void found.validate(aValidationInput({ activationId }), NOW),
    );
  const deactivate = (key: LicenseKey, activationId: string) =>
    opened().licenseKeys.changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
      found.deactivate(activationId, NOW),
    );
  const endSilent = () => {
    const { licenseKeys } = opened();
    return new EndSilentActivationsHandler(licenseKeys, licenseKeys, { now: () => NOW }).execute(new EndSilentActivations());
  };
  const refused = (code: string) => expect.objectContaining({ code });

  test('a slot is checked out until it is silent for too long, and belongs to another device from then on', async () => {
    const key = await floatingKey(1);
    const first = await activate(key, 'laptop');
    await expect(activate(key, 'desktop')).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
    await opened().pass(key, 40);
    const renewed = await heartbeat(key, first.id);
    expect(renewed.checkoutExpiresAt!.getTime() - renewed.lastHeartbeatAt!.getTime()).toBe(60_000);
    await opened().pass(key, 40);
    await validate(key, first.id);
    await opened().pass(key, 20);
    const second = await activate(key, 'desktop');
    for (const use of [heartbeat, validate]) await expect(use(key, first.id)).rejects.toEqual(refused('CHECKOUT_EXPIRED'));
    await expect(activate(key, 'laptop')).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
    await deactivate(key, second.id);
    expect((await activate(key, 'laptop')).id).toBe(first.id);
    await heartbeat(key, first.id);
  });

  test('twenty racing devices check out as many slots as limit and overdraft allow', async () => {
    const key = await floatingKey(3, 2);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => activate(key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await opened().pass(key, 60);
    const later = await Promise.allSettled(Array.from({ length: 20 }, () => activate(key)));
    expect(later.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('racing processes of three devices share places, each no more than it may have, and end alone', async () => {
    const key = await floatingKey(9, 0, { perDevice: 2 });
    const start = (n: number) => activate(key, `device ${n % 3}`, `process ${n}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => start(n)));
    const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect(new Set(started).size).toBe(18);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))).toEqual(
      Array.from({ length: 6 }, () => 'ACTIVATION_LIMIT_REACHED'),
    );
    expect(await opened().activationCount(key)).toBe(9);
    await Promise.all(started.map((id) => heartbeat(key, id)));
    await Promise.all(started.slice(1).map((id) => deactivate(key, id)));
    expect(await opened().activationCount(key)).toBe(1);
    await heartbeat(key, started[0]!);
    const others = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => activate(key, `other ${n}`)));
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    await deactivate(key, started[0]!);
    await activate(key, 'another');
    await expect(activate(key, 'one more')).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
  });

  test('a leased slot is held until the lease and its grace are over, also after it was deactivated', async () => {
    const key = await floatingKey(1);
    await opened().allow(key, { leaseSeconds: 300, graceSeconds: 60, maxOfflineDevices: 1, held: 'until_lease_ends' });
    const request = { activationId: null, installation: anInstallation({ device: 'laptop' }) };
    const which = { ...presented(key), device: 'laptop', to: 'lease' } as const;
    const { id } = await opened().licenseKeys.changePresented(which, (found) => found.lease(request, () => 99).activation.facts);
    await opened().pass(key, 290);
    await deactivate(key, id);
    expect(await opened().activationCount(key)).toBe(0);
    await opened().pass(key, 60);
    await expect(activate(key)).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
    await opened().pass(key, 10);
    await activate(key);
  });

  test('activations that were silent for an hour are ended, those that are checked out are not', async () => {
    const [key, other] = [await floatingKey(2), await floatingKey(1)];
    const [silent, live] = [await activate(key), await activate(key)];
    await activate(other);
    await opened().pass(key, 59);
    await heartbeat(key, live.id);
    await opened().pass(key, 3601);
    const again = await activate(key, 'laptop');
    await endSilent();
    expect(await opened().activationCount(key)).toBe(2);
    await expect(heartbeat(key, silent.id)).rejects.toEqual(refused('ACTIVATION_NOT_FOUND'));
    await expect(heartbeat(key, live.id)).rejects.toEqual(refused('CHECKOUT_EXPIRED'));
    await heartbeat(key, again.id);
    await endSilent();
    expect(await opened().activationCount(key)).toBe(2);
  });

  test('a node-locked key keeps its activations and refuses heartbeats', async () => {
    const key = await add(aLicenseKey().limitedTo(1).newUnsaved());
    const { id, checkoutExpiresAt } = await activate(key);
    expect(checkoutExpiresAt).toBeUndefined();
    await expect(heartbeat(key, id)).rejects.toEqual(refused('HEARTBEATS_NOT_SUPPORTED'));
  });
}
