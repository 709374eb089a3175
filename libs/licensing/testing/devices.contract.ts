import { randomUUID } from 'node:crypto';
import type { Activation } from '../src/domain/activations/activation.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { Installation } from '../src/domain/keys/license-key.types.ts';
import type { LicensePolicy } from '../src/domain/policy/license-policy.ts';
import type { CheckOutsUnderTest } from './check-outs.contract.ts';
import { aDevice, aLicenseKey, anInstallation, aValidationInput, NOW, secondsAfterNow as after } from './license-key.builder.ts';

/** What every implementation of the port does with the devices of keys. */
export function devicesContract(opened: () => CheckOutsUnderTest): void {
  const presented = (key: LicenseKey) => ({ organizationId: key.organizationId, key: key.snapshot.key, at: NOW });
  const keyWith = async (limit: number, policy: LicensePolicy): Promise<LicenseKey> => {
    const key = aLicenseKey().limitedTo(limit).governedBy(policy).newUnsaved();
    await opened().licenseKeys.addAll([key]);
    return key;
  };
  const whichFor = (key: LicenseKey, { device = null, described }: Partial<Installation>) => ({
    ...presented(key),
    device,
    described,
    to: 'activate' as const,
  });
  /** What tests look at of an activation. It goes on changing in memory. */
  const known = ({ id, device, deviceProfile }: Activation) => ({ id, device, profile: deviceProfile });
  const activate = (key: LicenseKey, particulars: Partial<Installation>, now = NOW) =>
    opened().licenseKeys.changePresented(whichFor(key, particulars), (found) =>
      known(found.activate(anInstallation(particulars), now)),
    );
  const deactivate = (key: LicenseKey, activationId: string, now = NOW) =>
    opened().licenseKeys.changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
      found.deactivate(activationId, now),
    );
  const lease = (key: LicenseKey, particulars: Partial<Installation>, index: number) =>
    opened().licenseKeys.changePresented({ ...whichFor(key, particulars), to: 'lease' }, (found) => {
      const request = { activationId: null, installation: anInstallation(particulars) };
      const { statusIndex, activation } = found.lease(request, () => index);
      return { statusIndex, id: activation.id, device: activation.device };
    });
  const refused = (code: string) => expect.objectContaining({ code });
  const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  const race = (key: LicenseKey, number: number, each: (n: number) => Partial<Installation>) =>
    Promise.allSettled(Array.from({ length: number }, (_, n) => activate(key, each(n))));
  const classed = (name: string, components = {}) => ({ described: { ...aDevice(components), class: name } });

  test('a device is recognized by its components after it was stored, and what is known about it is renewed', async () => {
    const key = await keyWith(2, { devices: { match: 'most' } });
    const first = await activate(key, classed('desktop', { a: '1', b: '1', c: '1' }));
    await activate(key, { described: aDevice({ x: '1' }) });
    const again = await activate(key, { device: 'new id', ...classed('laptop', { a: '1', b: '1', c: '2' }) }, after(7200));
    const profile = {
      components: { a: '1', b: '1', c: '2' },
      class: 'desktop',
      isVirtual: false,
      lastSeenAt: after(7200).toISOString(),
    };
    expect(again).toEqual({ id: first.id, device: 'new id', profile });
    expect(await activate(key, { device: 'new id' })).toMatchObject({ id: first.id });
    await opened().licenseKeys.changePresented(
      { ...presented(key), activationId: first.id },
      (found) => void found.validate(aValidationInput({ activationId: first.id }), NOW),
    );
    const validate = (components: Record<string, string>) =>
      opened().licenseKeys.changePresented(
        { ...presented(key), activationId: first.id, described: aDevice(components) },
        (found) =>
          known(found.validate(aValidationInput({ activationId: first.id, described: aDevice(components) }), after(7200))!),
      );
    await expect(validate({ a: '9' })).rejects.toEqual(refused('DEVICE_MISMATCH'));
    expect(await validate({ b: '1', c: '2' })).toMatchObject({ profile });
    expect(await opened().activationCount(key)).toBe(2);
  });

  test('of twenty racing requests of one device all get one activation, of twenty devices as many as there are slots', async () => {
    const key = await keyWith(3, { devices: { match: 'all' } });
    const same = await race(key, 20, () => ({ described: aDevice({ serial: 'one' }) }));
    expect(new Set(same.map((outcome) => (outcome as PromiseFulfilledResult<{ id: string }>).value.id)).size).toBe(1);
    const others = await race(key, 20, (n) => ({ described: aDevice({ serial: `other ${n}` }) }));
    expect(codesOf(others)).toEqual(Array.from({ length: 18 }, () => 'ACTIVATION_LIMIT_REACHED'));
    expect(await opened().activationCount(key)).toBe(3);
  });

  test('of racing devices of a class as many are activated as the class allows', async () => {
    const key = await keyWith(12, { devices: { classes: [{ class: 'server', limit: 2 }] } });
    const { id } = await activate(key, classed('server'));
    const outcomes = await race(key, 20, (n) => classed(n % 2 === 0 ? 'server' : 'desktop'));
    const codes = codesOf(outcomes);
    expect(codes.filter((code) => code === 'DEVICE_CLASS_LIMIT_REACHED')).toHaveLength(9);
    await deactivate(key, id);
    await expect(activate(key, classed('server'))).resolves.toBeDefined();
    await expect(activate(key, classed('server'))).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
  });

  test('of racing devices as many take the place of others as there are swaps left', async () => {
    const key = await keyWith(5, { devices: { match: 'all', swaps: { limit: 2, every: 'year' } } });
    const described = aDevice({ serial: 'returns' });
    const { id } = await activate(key, { described });
    const first = await race(key, 4, (n) => ({ device: `first ${n}` }));
    expect(codesOf(first)).toEqual([]);
    const ids = first.map((outcome) => (outcome as PromiseFulfilledResult<{ id: string }>).value.id);
    for (const each of [id, ...ids]) await deactivate(key, each);
    const outcomes = await race(key, 20, (n) => ({ device: `second ${n}` }));
    expect(codesOf(outcomes)).toEqual(Array.from({ length: 18 }, () => 'DEVICE_SWAP_LIMIT_REACHED'));
    await activate(key, { described });
    await activate(key, { device: 'first 3' });
    expect(await opened().activationCount(key)).toBe(4);
    const state = await opened().licenseKeys.changePresented(presented(key), (found) => found.snapshot.policyState?.devices);
    expect(state).toMatchObject({ devices: 7, swaps: 2 });
  });

  test('of racing installations of two devices each gets one activation, and they share two places', async () => {
    const key = await keyWith(2, { devices: { match: 'all' } });
    const on = (machine: number, account: number) => ({
      device: `account ${account}`,
      described: aDevice({ serial: `${machine}` }),
    });
    const outcomes = await race(key, 24, (n) => on(n % 2, n % 6));
    expect(codesOf(outcomes)).toEqual([]);
    const ids = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<{ id: string }>).value.id);
    expect(new Set(ids).size).toBe(6);
    for (let n = 0; n < 6; n += 1) expect(await activate(key, on(n % 2, n))).toMatchObject({ id: ids[n] });
    expect(await opened().activationCount(key)).toBe(2);
    for (const n of [0, 2]) await deactivate(key, ids[n]!);
    expect(await opened().activationCount(key)).toBe(2);
    await deactivate(key, ids[4]!);
    expect(await opened().activationCount(key)).toBe(1);
  });

  test('installations with IDs of their own on one device share its place, without rules for devices as well', async () => {
    const key = await keyWith(1, {});
    await opened().allow(key, { leaseSeconds: 300, graceSeconds: 0, maxOfflineDevices: 1, held: 'until_lease_ends' });
    const on = (installation: string | null) => ({ device: 'machine', installation });
    const [a, b] = [await lease(key, on('a'), 41), await lease(key, on('b'), 42)];
    expect([a.id === b.id, a.statusIndex, b.statusIndex]).toEqual([false, 41, 42]);
    expect(await activate(key, on('b'))).toMatchObject({ id: b.id });
    const leaseOf = (activationId: string) =>
      opened().licenseKeys.changePresented({ ...presented(key), activationId, to: 'lease' }, (found) => {
        return found.lease({ activationId, installation: anInstallation() }, () => 43).statusIndex;
      });
    expect([await leaseOf(a.id), await leaseOf(b.id)]).toEqual([41, 42]);
    await deactivate(key, a.id);
    expect(await leaseOf(b.id)).toBe(42);
    await deactivate(key, b.id);
    await expect(activate(key, { device: 'other' })).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
    expect((await lease(key, on('c'), 44)).statusIndex).toBe(44);
    expect(await opened().activationCount(key)).toBe(1);
  });

  test('an activation gets the ID of the first installation that sends one, and what is known about its device stays', async () => {
    const key = await keyWith(1, {});
    const first = await activate(key, { device: 'machine', ...classed('desktop', { a: '1' }) });
    expect(await activate(key, { device: 'machine', installation: 'a' })).toMatchObject({ id: first.id });
    const again = await activate(key, { device: 'machine', installation: 'a', ...classed('desktop', { a: '1' }) });
    expect(again).toMatchObject({ id: first.id, profile: first.profile });
    expect((await activate(key, { device: 'machine', installation: 'b' })).id).not.toBe(first.id);
  });

  test('a device is removed with all of its installations, and its place is free', async () => {
    const key = await keyWith(1, { devices: { match: 'all' } });
    const described = aDevice({ serial: 'one' });
    const [first] = [await activate(key, { device: 'a', described }), await activate(key, { device: 'b', described })];
    await deactivate(key, first.id);
    const { id } = await activate(key, { device: 'c', described });
    const which = { id: key.id, within: [key.organizationId], activationId: id, to: 'deactivate' } as const;
    await opened().licenseKeys.change(which, (found) => found.removeDevice(id, NOW));
    expect(await opened().activationCount(key)).toBe(0);
    expect(await activate(key, { device: 'other' })).toMatchObject({ device: 'other' });
  });

  test('installations of a floating key check one slot out', async () => {
    const key = await keyWith(1, { floating: { checkoutSeconds: 60, overdraft: 0 }, devices: { match: 'all' } });
    const described = aDevice({ serial: 'one' });
    const first = await activate(key, { device: 'a', described });
    const second = await activate(key, { device: 'b', described });
    await deactivate(key, first.id);
    await expect(activate(key, { device: 'other' })).rejects.toEqual(refused('ACTIVATION_LIMIT_REACHED'));
    await deactivate(key, second.id);
    expect(await activate(key, { device: 'other' })).toMatchObject({ device: 'other' });
  });

  test('a leased device that is recognized renews its lease, and its slot counts in its class until the lease is over', async () => {
    const key = await keyWith(3, { devices: { match: 'any', classes: [{ class: 'desktop', limit: 1 }] } });
    await opened().allow(key, { leaseSeconds: 300, graceSeconds: 0, maxOfflineDevices: 2, held: 'until_lease_ends' });
    const installation = { device: randomUUID(), ...classed('desktop', { a: '1', b: '1' }) };
    const leased = await lease(key, installation, 31);
    const again = { device: randomUUID(), ...classed('desktop', { a: '1', b: '2' }) };
    const shared = await lease(key, again, 32);
    expect([shared.statusIndex, shared.device]).toEqual([32, again.device]);
    await deactivate(key, leased.id);
    await deactivate(key, shared.id);
    await expect(activate(key, classed('desktop'))).rejects.toEqual(refused('DEVICE_CLASS_LIMIT_REACHED'));
    await opened().pass(key, 300);
    await activate(key, classed('desktop'));
  });

  test('of a floating key, check-outs count in a class, and a slot is free when it is silent', async () => {
    const floating = { checkoutSeconds: 60, overdraft: 0 };
    const key = await keyWith(5, { floating, devices: { classes: [{ class: 'desktop', limit: 1 }] } });
    await activate(key, { device: 'first', ...classed('desktop') });
    await activate(key, { device: 'first' });
    await expect(activate(key, { device: 'second', ...classed('desktop') })).rejects.toEqual(
      refused('DEVICE_CLASS_LIMIT_REACHED'),
    );
    await opened().pass(key, 60);
    await activate(key, { device: 'second', ...classed('desktop') });
    await expect(activate(key, { device: 'first' })).rejects.toEqual(refused('DEVICE_CLASS_LIMIT_REACHED'));
  });

  test('a preview counts no device', async () => {
    const key = await keyWith(2, { devices: { match: 'any', swaps: { limit: 0, every: 'day' } } });
    const installation = { described: aDevice({ a: '1' }) };
    await opened().licenseKeys.previewPresented(
      whichFor(key, installation),
      (found) => void found.activate(anInstallation(installation), NOW),
    );
    expect(await opened().licenseKeys.changePresented(presented(key), (found) => found.snapshot.policyState)).toBeNull();
    expect(await opened().activationCount(key)).toBe(0);
  });

  test('what is known about devices is erased with the customer', async () => {
    const key = await keyWith(1, { devices: { match: 'all' } });
    const { id } = await activate(key, { described: aDevice({ a: '1' }) });
    await opened().licenseKeys.eraseActivations(key.organizationId, [key.id]);
    const profile = await opened().licenseKeys.changePresented(
      { ...presented(key), activationId: id, described: aDevice({}) },
      (found) => found.activations.find((each) => each.id === id)!.deviceProfile,
    );
    expect(profile).toBeNull();
  });
}
