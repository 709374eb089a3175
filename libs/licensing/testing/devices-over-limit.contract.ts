import {
  ReleaseDevicesOverLimit,
  ReleaseDevicesOverLimitHandler,
} from '../src/commands/activations/release-devices-over-limit.ts';
import type { KeyBatches } from '../src/domain/keys/key-batches.ts';
import type { KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import type { OverLimitPolicy } from '../src/domain/policy/over-limit-policy.ts';
import { aDevice, aLicenseKey, anInstallation, aValidationInput, NOW } from './license-key.builder.ts';

interface OverLimitUnderTest {
  /** Two of them stand for two processes on one database. */
  readonly processes: readonly (LicenseKeys & KeyIssuance & KeyBatches)[];
  /** Names and reasons of the events recorded about a key, in order. */
  eventsOf(id: string): Promise<{ readonly name: string; readonly reason: string | null }[]>;
}

const DAY_MS = 86_400_000;
const daysAfter = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

/** The contract of every implementation of `LicenseKeys`, for devices that a key has beyond those that are granted. */
export function devicesOverLimitContract(opened: () => OverLimitUnderTest): void {
  const keys = () => opened().processes[0]!;
  const identified = ({ id, organizationId }: LicenseKey) => ({ id, within: [organizationId] });
  const presented = ({ organizationId, snapshot }: LicenseKey) => ({ organizationId, key: snapshot.key, at: NOW });
  const stored = (key: LicenseKey) => keys().change(identified(key), (found) => ({ ...found.stored }));
  const live = (key: LicenseKey) => keys().activationsOf(key.organizationId, key.id, 1000);
  const release = (day: number, organizationId: string, process = keys()) =>
    new ReleaseDevicesOverLimitHandler(process, process, { now: () => daysAfter(day) }).execute(
      new ReleaseDevicesOverLimit(undefined, organizationId),
    );
  const released = async (key: LicenseKey) =>
    (await opened().eventsOf(key.id)).filter(({ name, reason }) => name === 'license_key.deactivated' && reason === 'over_limit');

  /** A key with devices of which each was seen on a later day, limited to fewer on day 100. */
  async function downgraded(policy: OverLimitPolicy['policy'], { from, to }: { from: number; to: number }) {
    const key = aLicenseKey()
      .limitedTo(from)
      .governedBy({ overLimit: { policy, afterDays: 14 } })
      .newUnsaved();
    await keys().addAll([key]);
    const ids: string[] = [];
    for (let day = 0; day < from; day += 1)
      ids.push(await keys().changePresented(presented(key), (found) => found.activate(anInstallation(), daysAfter(day / 10)).id));
    await keys().change(identified(key), (found) => void found.update({ limitActivations: to }, daysAfter(100)));
    return { key, ids };
  }

  test('the devices that were seen longest ago are released when that is due, more than fit one transaction as well', async () => {
    const { key, ids } = await downgraded('oldest_released', { from: 130, to: 3 });
    await release(113, key.organizationId);
    expect(await live(key)).toHaveLength(130);
    await release(114, key.organizationId);
    expect((await live(key)).toSorted()).toEqual(ids.slice(-3).toSorted());
    expect(await released(key)).toHaveLength(127);
    expect(await stored(key)).toMatchObject({ activationCount: 3, releaseAt: null, overLimitSince: null });
    expect(await keys().someWithDueRelease(daysAfter(1000), key.organizationId)).toEqual([]);
  });

  test('devices that were used since keep their places, and what is known about them', async () => {
    const { key, ids } = await downgraded('oldest_released', { from: 4, to: 2 });
    const described = aDevice({ serial: 'one' });
    const validate = (activationId: string, day: number, device = {}) =>
      keys().changePresented({ ...presented(key), activationId, ...device }, (found) => {
        found.validate(aValidationInput({ activationId, ...device }), daysAfter(day));
      });
    await validate(ids[0]!, 110, { described });
    for (const id of ids.slice(0, 2)) await validate(id, 112);
    await release(114, key.organizationId);
    expect(await live(key)).toEqual(ids.slice(0, 2));
    const which = { ...identified(key), activationIds: ids.slice(0, 2), to: 'release' } as const;
    const profiles = await keys().change(which, (found) =>
      found.activations.map(({ id, deviceProfile }) => ({ id, deviceProfile })),
    );
    const lastSeenAt = daysAfter(112).toISOString();
    expect(profiles.find(({ id }) => id === ids[0])?.deviceProfile).toMatchObject({ components: { serial: 'one' }, lastSeenAt });
    expect(profiles.find(({ id }) => id === ids[1])?.deviceProfile).toEqual({ lastSeenAt });
  });

  test('workers that run at once, devices that leave and a limit that is raised release no device too many', async () => {
    const { key, ids } = await downgraded('oldest_released', { from: 40, to: 10 });
    const leave = (activationId: string, n: number) => {
      const process = opened().processes[n % opened().processes.length]!;
      return process.changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
        found.deactivate(activationId, daysAfter(114)),
      );
    };
    const raise = () => keys().change(identified(key), (found) => void found.update({ limitActivations: 12 }, daysAfter(114)));
    await Promise.allSettled([
      ...opened().processes.map((process) => release(114, key.organizationId, process)),
      ...ids.slice(-5).map(leave),
      raise(),
      ...opened().processes.map((process) => release(114, key.organizationId, process)),
    ]);
    const { activationCount } = await stored(key);
    expect(await live(key)).toHaveLength(activationCount);
    const gone = (await opened().eventsOf(key.id)).filter(({ name }) => name === 'license_key.deactivated').length;
    expect(activationCount).toBe(40 - gone);
    const left = gone - (await released(key)).length;
    expect(left).toBe(5);
    expect(activationCount).toBeGreaterThanOrEqual(10 - left);
    expect(activationCount).toBeLessThanOrEqual(12);
  });

  test('of one organization only its devices are released', async () => {
    const [mine, other] = [
      await downgraded('oldest_released', { from: 2, to: 1 }),
      await downgraded('oldest_released', { from: 2, to: 1 }),
    ];
    await release(114, mine.key.organizationId);
    expect([await live(mine.key), await live(other.key)]).toEqual([mine.ids.slice(1), other.ids]);
  });

  test('the devices that were activated last are refused while there are too many', async () => {
    const { key, ids } = await downgraded('newest_refused', { from: 4, to: 2 });
    const validate = async (activationId: string, at: Date) => {
      const validated = keys().changePresented({ ...presented(key), activationId }, (found) => {
        found.validate(aValidationInput({ activationId }), at);
      });
      return validated.then(
        () => 'valid',
        (error: { readonly code?: string }) => error.code,
      );
    };
    const all = (at: Date) => Promise.all(ids.map((id) => validate(id, at)));
    expect(await all(daysAfter(113))).toEqual(['valid', 'valid', 'valid', 'valid']);
    expect(await all(daysAfter(114))).toEqual(['valid', 'valid', 'DEVICE_OVER_LIMIT', 'DEVICE_OVER_LIMIT']);
    await keys().changePresented({ ...presented(key), activationId: ids[0]!, to: 'deactivate' }, (found) =>
      found.deactivate(ids[0]!, daysAfter(114)),
    );
    expect(await all(daysAfter(115))).toEqual(['ACTIVATION_NOT_FOUND', 'valid', 'valid', 'DEVICE_OVER_LIMIT']);
    await keys().change(identified(key), (found) => void found.update({ limitActivations: 3 }, daysAfter(115)));
    expect(await validate(ids[3]!, daysAfter(115))).toBe('valid');
    await release(200, key.organizationId);
    expect(await live(key)).toHaveLength(3);
  });
}
