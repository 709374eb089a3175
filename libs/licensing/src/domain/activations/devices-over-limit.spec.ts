import { aLicenseKey, anInstallation, aValidationInput, NOW } from '../../../testing/license-key.builder.ts';
import { LicenseKey } from '../keys/license-key.ts';
import { Leasing } from '../leases/leasing.ts';
import type { OfflinePolicy } from '../leases/lease.ts';
import type { OverLimitPolicy } from '../policy/over-limit-policy.ts';
import { releaseDevicesOverLimit } from './devices-over-limit.ts';

const DAY_MS = 86_400_000;
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const OVER_LIMIT = { name: 'license_key.limit_exceeded' };

/** A key with devices that were activated on successive days, whose limit is then lowered on day 10. */
function downgraded(policy: OverLimitPolicy['policy'], { from = 4, to = 2, overdraft = 0 } = {}) {
  const rules = { overLimit: { policy, afterDays: 14 }, ...(overdraft > 0 ? { nodeLocked: { overdraft } } : {}) };
  const key = aLicenseKey().limitedTo(from).governedBy(rules).build();
  const ids = Array.from({ length: from }, (_, n) => key.activate(anInstallation({ label: `device ${n}` }), day(n)).id);
  key.pullEvents();
  key.update({ limitActivations: to }, day(10));
  return { key, ids };
}
type Downgraded = ReturnType<typeof downgraded>['key'];
const live = ({ activations }: Downgraded): string[] => activations.filter(({ isLive }) => isLive).map(({ id }) => id);
const released = (key: Downgraded) => key.pullEvents().filter(({ name }) => name === 'license_key.deactivated');

/** As the repository reads it: which place was taken how late. */
const validate = (key: Downgraded, activationId: string, at: Date) => {
  key.loadedWith({ placesBefore: new Map(live(key).map((id, n) => [id, n])) });
  return key.validate(aValidationInput({ activationId }), at);
};

describe('devices beyond the limit', () => {
  test('keep their places where the benefit does not say anything else', () => {
    const key = aLicenseKey().limitedTo(2).activatedOn('one').activatedOn('two').build();
    key.update({ limitActivations: 1 }, NOW);
    expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.updated']);
    expect([key.stored.releaseAt, key.policyState]).toEqual([null, null]);
  });

  test('are told of as soon as the limit is lowered, with the time from which they are refused or released', () => {
    const { key } = downgraded('oldest_released');
    expect(key.pullEvents().at(-1)).toMatchObject({
      ...OVER_LIMIT,
      payload: { limit_activations: 2, taken: 4, policy: 'oldest_released', ends_at: day(24).toISOString() },
    });
    expect(key.stored.releaseAt).toEqual(day(24));
    expect(key.standingAt(day(11))).toEqual([{ name: 'over_limit', limit: 2, used: 4, until: day(24) }]);
  });

  test('are within an overdraft, and beyond it only those that are more', () => {
    const { key, ids } = downgraded('oldest_released', { from: 4, to: 3, overdraft: 1 });
    expect(key.stored.releaseAt).toBeNull();
    key.update({ limitActivations: 2 }, day(12));
    expect(key.stored.releaseAt).toEqual(day(26));
    releaseDevicesOverLimit(key, day(26));
    expect(live(key)).toEqual(ids.slice(1));
  });

  test('are told of once, and another limit or policy moves the end, not the beginning', () => {
    const { key } = downgraded('oldest_released');
    key.pullEvents();
    key.update({ limitActivations: 1 }, day(12));
    expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.updated']);
    expect(key.stored.releaseAt).toEqual(day(24));
    key.update({ metadata: { note: 'x' } }, day(13));
    expect(key.stored.releaseAt).toEqual(day(24));
  });

  test('are none any more when the limit is raised again, or enough devices are deactivated', () => {
    const raised = downgraded('oldest_released').key;
    raised.update({ limitActivations: 4 }, day(12));
    const fewer = downgraded('oldest_released');
    for (const id of fewer.ids.slice(0, 2)) fewer.key.deactivate(id, day(12));
    for (const key of [raised, fewer.key]) {
      expect([key.stored.releaseAt, key.policyState?.overLimit, key.standingAt(day(13))]).toEqual([null, undefined, null]);
      key.pullEvents();
      releaseDevicesOverLimit(key, day(40));
      expect(key.pullEvents()).toEqual([]);
    }
  });

  test('of a key that was issued elsewhere count from its issuance', () => {
    const installations = [anInstallation({ label: 'one' }), anInstallation({ label: 'two' })];
    const overLimit = { policy: 'oldest_released', afterDays: 0 } as const;
    const key = aLicenseKey().limitedTo(1).governedBy({ overLimit }).issuedElsewhere({ usage: 0, installations }).newUnsaved();
    expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.created', 'license_key.limit_exceeded']);
    releaseDevicesOverLimit(key, NOW);
    expect(live(key)).toHaveLength(1);
  });
});

describe('the newest devices', () => {
  test('are refused from the end on, until there is room', () => {
    const { key, ids } = downgraded('newest_refused');
    for (const id of ids) expect(validate(key, id, day(23))?.id).toBe(id);
    const refusal = { code: 'DEVICE_OVER_LIMIT', error: 'ResourceNotFound' };
    for (const id of ids.slice(0, 2)) expect(validate(key, id, day(24))?.id).toBe(id);
    for (const id of ids.slice(2)) expect(() => validate(key, id, day(24))).toThrow(expect.objectContaining(refusal));
    key.deactivate(ids[0]!, day(25));
    expect(validate(key, ids[2]!, day(25))?.id).toBe(ids[2]);
    expect(() => validate(key, ids[3]!, day(25))).toThrow(expect.objectContaining(refusal));
    key.update({ limitActivations: 3 }, day(26));
    expect(validate(key, ids[3]!, day(26))?.id).toBe(ids[3]);
  });

  test('keep their places, and a validation without a device is not refused', () => {
    const { key } = downgraded('newest_refused');
    expect(key.stored.releaseAt).toBeNull();
    expect(key.validate(aValidationInput(), day(30))).toBeNull();
    expect(live(key)).toHaveLength(4);
  });
});

describe('the devices that were seen longest ago', () => {
  test('are released when that is due, each with an event that says why, and not before or again', () => {
    const { key, ids } = downgraded('oldest_released');
    key.pullEvents();
    releaseDevicesOverLimit(key, day(23));
    expect(key.pullEvents()).toEqual([]);
    releaseDevicesOverLimit(key, day(24));
    expect(released(key)).toMatchObject(
      ids.slice(0, 2).map((activation_id) => ({ payload: { activation_id, reason: 'over_limit' } })),
    );
    releaseDevicesOverLimit(key, day(25));
    expect(key.pullEvents()).toEqual([]);
    expect([live(key), key.stored.releaseAt, key.stored.overLimitSince]).toEqual([ids.slice(2), null, null]);
    key.update({ limitActivations: 3 }, day(26));
    expect(key.activate(anInstallation({ label: 'device 0' }), day(26)).isLive).toBe(true);
  });

  test('are those that were not used since the limit was lowered', () => {
    const { key, ids } = downgraded('oldest_released');
    key.loadedWith({ placesBefore: new Map() });
    for (const id of ids.slice(0, 2)) key.validate(aValidationInput({ activationId: id }), day(12));
    releaseDevicesOverLimit(key, day(24));
    expect(live(key)).toEqual(ids.slice(0, 2));
  });

  test('are known by what was last heard of them: a heartbeat, a description, a lease', () => {
    const { key, ids } = downgraded('oldest_released');
    const policy: OfflinePolicy = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 9 };
    const described = { components: {}, class: null, isVirtual: false, platform: null };
    key.validate(aValidationInput({ activationId: ids[0]!, described }), day(12));
    const leased = key.loadedWith({ leasing: Leasing.of(day(13), policy, 0) });
    leased.lease({ activationId: ids[1]!, installation: anInstallation() }, () => 1);
    releaseDevicesOverLimit(leased, day(24));
    expect(live(key)).toEqual(ids.slice(0, 2));
  });

  test('stay due where more have to go than were loaded', () => {
    const { key: whole } = downgraded('oldest_released', { from: 6, to: 1 });
    const partial = LicenseKey.restore({ ...whole.stored }).loadedWith({ leasing: Leasing.of(day(24), null, 0) });
    for (const each of whole.activations.slice(0, 2)) partial.loadActivation(each.copy());
    releaseDevicesOverLimit(partial, day(24));
    expect([partial.activationCount, partial.stored.releaseAt]).toEqual([4, day(24)]);
  });
});
