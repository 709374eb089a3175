import type { KeyBatches } from '../src/domain/keys/key-batches.ts';
import type { KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import { validationAttempt } from '../src/domain/checks/attempts.ts';
import { UsageLimitExceeded } from '../src/domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import { aLicenseKey, aValidationInput, NOW } from './license-key.builder.ts';

export interface ReservationsUnderTest {
  readonly licenseKeys: LicenseKeys & KeyIssuance & KeyBatches;
  /** Lets so much time of the database pass for the reservations of a key. */
  pass(key: LicenseKey, seconds: number): Promise<void>;
}

/** The contract of every implementation of `LicenseKeys`, for reservations of usage. */
export function usageReservationsContract(opened: () => ReservationsUnderTest): void {
  const keys = () => opened().licenseKeys;
  const presented = ({ organizationId, snapshot }: LicenseKey) => ({ organizationId, key: snapshot.key, at: NOW });
  const reserve = (key: LicenseKey, units: number, seconds = 3600) =>
    keys().changePresented({ ...presented(key), to: 'reserve' }, (found) =>
      found.reserve({ units, seconds }, validationAttempt(found, aValidationInput({ incrementUsage: units }), NOW)),
    );
  const use = (key: LicenseKey, units: number) =>
    keys().changePresented(presented(key), (found) => void found.validate(aValidationInput({ incrementUsage: units }), NOW));
  const settle = (key: LicenseKey, id: string, used: number) =>
    keys().changePresented({ ...presented(key), to: 'reserve' }, (found) => found.commitReservation(id, used, NOW));
  const stateOf = (key: LicenseKey) =>
    keys().change({ id: key.id, within: [key.organizationId], to: 'reserve' }, ({ usage, reservedUnits }) => [
      usage,
      reservedUnits,
    ]);
  const usable = async (times: number): Promise<LicenseKey> => {
    const key = aLicenseKey().usableTimes(times).newUnsaved();
    await keys().addAll([key]);
    return key;
  };

  test('racing reservations and validations never get more units than there are', async () => {
    const key = await usable(25);
    const racing = Array.from({ length: 40 }, (_, n) => (n % 2 ? use(key, 2) : reserve(key, 2)));
    const outcomes = await Promise.allSettled(racing);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual(Array(28).fill(expect.any(UsageLimitExceeded)));
    const [usage, reserved] = await stateOf(key);
    expect(usage! + reserved!).toBe(24);
  });

  test('a reservation is settled once by racing callers, and what it did not use is free', async () => {
    const key = await usable(10);
    const { id } = await reserve(key, 10);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => settle(key, id, 7)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stateOf(key)).toEqual([7, 0]);
    await use(key, 3);
    await expect(use(key, 1)).rejects.toBeInstanceOf(UsageLimitExceeded);
  });

  test('units of a reservation that has expired are free, and it is swept', async () => {
    const key = await usable(10);
    const { id } = await reserve(key, 10, 30);
    const isSwept = async () => (await keys().someExpiredReservations()).every((each) => each.id !== key.id);
    await opened().pass(key, 29);
    await expect(use(key, 1)).rejects.toBeInstanceOf(UsageLimitExceeded);
    expect(await isSwept()).toBe(true);
    await opened().pass(key, 2);
    expect(await isSwept()).toBe(false);
    await use(key, 1);
    await expect(settle(key, id, 1)).rejects.toMatchObject({ code: 'RESERVATION_NOT_FOUND' });
    await keys().change({ id: key.id, within: [key.organizationId], to: 'reserve' }, (found) => found.dropExpiredReservations());
    expect([await isSwept(), await stateOf(key)]).toEqual([true, [1, 0]]);
  });

  test('a preview of a reservation stores nothing', async () => {
    const key = await usable(10);
    await keys().previewPresented({ ...presented(key), to: 'reserve' }, (found) =>
      found.reserve({ units: 10, seconds: 60 }, validationAttempt(found, aValidationInput({ incrementUsage: 10 }), NOW)),
    );
    expect(await stateOf(key)).toEqual([0, 0]);
  });
}
