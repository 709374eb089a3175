import { aLicenseKey, anInstallation, NOW, secondsAfterNow, withDevices } from '../../../testing/license-key.builder.ts';
import {
  ActivationLimitReached,
  ActivationsNotSupported,
  ExpiredKeyNotActivated,
  InactiveKeyNotActivated,
} from '../keys/license-key.errors.ts';
import type { LicenseKey } from '../keys/license-key.ts';

const activate = (key: LicenseKey, particulars: Parameters<typeof anInstallation>[0] = {}, at = NOW) =>
  key.activate(anInstallation(particulars), at);

describe('an activation', () => {
  test('stores the data of the installation', () => {
    const key = aLicenseKey().limitedTo(1).build();
    const activation = activate(key, { label: '', conditions: { major: 2 }, meta: { os: 'linux' } });
    expect(activation.facts).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      licenseKeyId: key.id,
      label: '',
      meta: { os: 'linux' },
      createdAt: NOW,
      modifiedAt: null,
    });
    expect(activation).toMatchObject({
      organizationId: key.organizationId,
      conditions: { major: 2 },
      device: null,
      isLive: true,
    });
  });

  test('does not modify the key', () => {
    const key = aLicenseKey().limitedTo(1).build();
    const before = key.snapshot;
    activate(key);
    expect(key.snapshot).toEqual(before);
  });

  test('is recorded', () => {
    const key = aLicenseKey().limitedTo(1).build();
    const { id } = activate(key, { label: 'desk' });
    expect(key.pullEvents()).toMatchObject([
      { name: 'license_key.activated', aggregateId: key.id, occurredAt: NOW, payload: { activation_id: id } },
    ]);
  });

  test('with the same label and conditions occupies another slot', () => {
    const key = aLicenseKey().limitedTo(2).build();
    expect(activate(key).id).not.toBe(activate(key).id);
    expect(() => activate(key)).toThrow(ActivationLimitReached);
  });
});

describe('an overdraft', () => {
  const key = (limit: number, overdraft: number) => aLicenseKey().limitedTo(limit).governedBy({ nodeLocked: { overdraft } });
  const told = (events: readonly { readonly name: string; readonly payload: object }[]) =>
    events.filter(({ name }) => name === 'license_key.overdraft_used').map(({ payload }) => payload);

  test('grants so many activations beyond the limit, and reports each of them', () => {
    const overdrawn = key(1, 2).activatedOn('within').build();
    const second = activate(overdrawn);
    const third = activate(overdrawn);
    expect(() => activate(overdrawn)).toThrow(ActivationLimitReached);
    expect(told(overdrawn.pullEvents())).toMatchObject([
      { activation_id: second.id, checked_out: 2, limit_activations: 1 },
      { activation_id: third.id, checked_out: 3, limit_activations: 1 },
    ]);
    overdrawn.deactivate(second.id, NOW);
    activate(overdrawn);
    expect(() => activate(overdrawn)).toThrow(ActivationLimitReached);
  });

  test('counts no device within it as a swap', () => {
    const swaps = { limit: 0, every: 'month' } as const;
    const rules = { nodeLocked: { overdraft: 1 }, devices: { swaps } };
    const overdrawn = withDevices(aLicenseKey().limitedTo(1).governedBy(rules).build());
    const first = activate(overdrawn);
    activate(withDevices(overdrawn));
    overdrawn.deactivate(first.id, NOW);
    expect(() => activate(withDevices(overdrawn))).toThrow(expect.objectContaining({ code: 'DEVICE_SWAP_LIMIT_REACHED' }));
  });

  test('a key remembers since when it is over its limit, until it is not', () => {
    const later = secondsAfterNow(60);
    const overdrawn = key(1, 1).activatedOn('within').build();
    expect(overdrawn.stored.overLimitSince).toBeNull();
    const { id } = activate(overdrawn, {}, later);
    expect(overdrawn.stored.overLimitSince).toEqual(later);
    overdrawn.update({ limitActivations: 2 }, secondsAfterNow(90));
    expect(overdrawn.stored.overLimitSince).toBeNull();
    overdrawn.update({ limitActivations: 1 }, secondsAfterNow(120));
    expect(overdrawn.stored.overLimitSince).toEqual(secondsAfterNow(120));
    overdrawn.deactivate(id, later);
    expect(overdrawn.stored.overLimitSince).toBeNull();
  });
});

describe('an activation limit', () => {
  test('is enforced', () => {
    const key = aLicenseKey().limitedTo(2).activatedOn('one').activatedOn('two').build();
    expect(() => activate(key)).toThrow(ActivationLimitReached);
  });

  test('counts only current activations', () => {
    const key = aLicenseKey().limitedTo(1).activatedOn('old').deactivatedOn('old').build();
    expect(activate(key).isLive).toBe(true);
  });

  test('that is lowered keeps existing activations and rejects new ones', () => {
    const key = aLicenseKey().limitedTo(3).activatedOn('one').activatedOn('two').build();
    key.update({ limitActivations: 1 }, NOW);
    expect(key.activations.filter(({ isLive }) => isLive)).toHaveLength(2);
    expect(() => activate(key)).toThrow(ActivationLimitReached);
  });

  test('that is null means that activations are not supported', () => {
    expect(() => activate(aLicenseKey().build())).toThrow(ActivationsNotSupported);
  });
});

describe('expiry', () => {
  const key = () => aLicenseKey().limitedTo(1).expiredOn(NOW.toISOString()).build();

  test('takes effect at exactly that instant', () => {
    expect(() => activate(key(), {}, NOW)).toThrow(ExpiredKeyNotActivated);
  });

  test('has no effect a millisecond before', () => {
    expect(activate(key(), {}, secondsAfterNow(-0.001)).isLive).toBe(true);
  });
});

describe('the same device', () => {
  const onDevice = () => aLicenseKey().limitedTo(1).activatedOn('laptop', { device: 'serial-1' });

  test('gets its existing activation although the limit is reached, and nothing changes', () => {
    const key = onDevice().build();
    const [existing] = key.activations;
    expect(activate(key, { device: 'serial-1', label: 'renamed', meta: { other: true } })).toBe(existing);
    expect(existing!.label).toBe('laptop');
    expect(key.pullEvents()).toEqual([]);
  });

  test('gets a new one after it was deactivated', () => {
    const key = onDevice().deactivatedOn('laptop').build();
    const [ended] = key.activations;
    expect(activate(key, { device: 'serial-1' })).not.toBe(ended);
  });

  test('gets no activation of a key that is not usable', () => {
    const again = (key: LicenseKey) => () => activate(key, { device: 'serial-1' });
    expect(again(onDevice().disabled().build())).toThrow(InactiveKeyNotActivated);
    expect(again(onDevice().expiredOn('2026-01-01').build())).toThrow(ExpiredKeyNotActivated);
    expect(again(onDevice().withoutActivations().build())).toThrow(ActivationsNotSupported);
  });

  test.each(['serial-2', null])('does not include %j', (device) => {
    const key = aLicenseKey().limitedTo(3).activatedOn('laptop', { device: 'serial-1' }).activatedOn('web').build();
    const before = [...key.activations];
    expect(before).not.toContain(activate(key, { device }));
  });
});
