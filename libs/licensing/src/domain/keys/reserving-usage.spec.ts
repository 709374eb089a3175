import { randomUUID } from 'node:crypto';
import { MOST_RESERVATIONS } from '#support/reservations';
import { aLicenseKey, aPresentation, NOW, secondsAfterNow } from '../../../testing/index.ts';
import { validationAttempt } from '../checks/attempts.ts';
import type { LicenseKey } from './license-key.ts';
import { reservedUntil } from './usage-quota.ts';

const at = (key: LicenseKey, seconds: number): LicenseKey => {
  return key.loadedWith({ databaseTime: secondsAfterNow(seconds) });
};
const usable = (times = 10) => at(aLicenseKey().usableTimes(times).build(), 0);
const reserve = (key: LicenseKey, units: number, seconds = 60) =>
  key.reserve({ units, seconds }, validationAttempt(key, aPresentation({ incrementUsage: units }), NOW));
const use = (key: LicenseKey, units: number) => key.validate(aPresentation({ incrementUsage: units }), NOW);
const refusal = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  }
  return undefined;
};

test('reserved units are not left for validations and other reservations, until they are committed or released', () => {
  const key = usable();
  const [six, three] = [reserve(key, 6), reserve(key, 3)];
  expect(six).toEqual({ id: six.id, units: 6, createdAt: NOW.toISOString(), expiresAt: secondsAfterNow(60).toISOString() });
  expect([key.reservedUnits, key.usage, key.validations]).toEqual([9, 0, 0]);
  expect([refusal(() => use(key, 2)), refusal(() => reserve(key, 2))]).toEqual(Array(2).fill('USAGE_LIMIT_EXCEEDED'));
  use(key, 1);
  expect(key.commitReservation(six.id, 4, NOW)).toEqual({ units: 4 });
  expect([key.usage, key.reservedUnits]).toEqual([5, 3]);
  key.releaseReservation(three.id);
  expect([key.stored.reservations, key.reservedUnits]).toEqual([null, 0]);
  use(key, 5);
  expect(key.usage).toBe(10);
});

test('a reservation is settled once, and with no more units than it has', () => {
  const key = usable();
  const { id } = reserve(key, 5);
  expect(refusal(() => key.commitReservation(id, 6, NOW))).toBe('The reservation has 5 units.');
  expect(key.commitReservation(id, null, NOW)).toEqual({ units: 5 });
  for (const settle of [() => key.commitReservation(id, null, NOW), () => key.releaseReservation(id)]) {
    expect(refusal(settle)).toBe('RESERVATION_NOT_FOUND');
  }
  expect(refusal(() => key.releaseReservation(randomUUID()))).toBe('RESERVATION_NOT_FOUND');
  expect(key.usage).toBe(5);
});

test('a reservation ends at exactly the time of the database at which it expires', () => {
  const key = usable();
  const [early, late] = [reserve(key, 5, 60), reserve(key, 5, 90)];
  expect(reservedUntil(key.stored.reservations)).toEqual(secondsAfterNow(90));
  at(key, 59.999);
  expect([key.reservedUnits, refusal(() => use(key, 1))]).toEqual([10, 'USAGE_LIMIT_EXCEEDED']);
  at(key, 60);
  expect([key.reservedUnits, refusal(() => key.commitReservation(early.id, null, NOW))]).toEqual([5, 'RESERVATION_NOT_FOUND']);
  use(key, 5);
  key.dropExpiredReservations();
  expect(key.stored.reservations).toEqual([late]);
  at(key, 90).dropExpiredReservations();
  expect(key.stored.reservations).toBeNull();
});

test('a reservation is refused where a validation is, and settled in any status and under a lower limit', () => {
  const key = usable();
  const [first, second] = [reserve(key, 5), reserve(key, 5)];
  key.update({ status: 'disabled', limitUsage: 1 }, NOW);
  expect(refusal(() => reserve(key, 1))).toBe('DISABLED');
  key.commitReservation(first.id, null, NOW);
  key.releaseReservation(second.id);
  expect([key.usage, key.reservedUnits]).toEqual([5, 0]);
});

test('the limit is reached when units are committed, not when they are reserved', () => {
  const key = usable(5);
  const { id } = reserve(key, 5);
  expect(key.pullEvents().map(({ name }) => name)).toEqual([]);
  key.commitReservation(id, null, NOW);
  expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.usage_limit_reached']);
});

test('a key has at most 100 open reservations', () => {
  const key = usable(1000);
  const [first] = Array.from({ length: MOST_RESERVATIONS }, () => reserve(key, 1));
  expect(refusal(() => reserve(key, 1))).toBe('RESERVATION_LIMIT_REACHED');
  key.releaseReservation(first!.id);
  expect(refusal(() => reserve(key, 1))).toBeUndefined();
});
