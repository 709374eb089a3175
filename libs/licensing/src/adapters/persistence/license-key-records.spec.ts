import { randomUUID } from 'node:crypto';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { toLicenseKey, toPresentedKey, WHOLE_KEY, type WholeKeyRow } from './license-key-records.ts';

const NOW = new Date('2026-06-01T12:00:00.123Z');

const issued = (): LicenseKey => {
  const key = LicenseKey.create(
    {
      organizationId: randomUUID(),
      customerId: randomUUID(),
      benefitId: randomUUID(),
      memberId: randomUUID(),
      key: 'LK-1',
      limitActivations: 3,
      limitUsage: 5,
      expiresAt: NOW,
    },
    NOW,
  );
  key.pullEvents();
  return key;
};

/** As the database returns it: times are milliseconds, with the fractions that computing in seconds leaves. */
const rowOf = (key: LicenseKey): WholeKeyRow => {
  const values = Object.entries(key.stored).map(([name, value]) => [
    name,
    value instanceof Date ? value.getTime() + 1e-4 : value,
  ]);
  return { ...Object.fromEntries(values), n: 0, encryptedKey: null, databaseTime: null, customer: null };
};

test('a loaded key is the key that was issued, field by field', () => {
  const key = issued();
  const row = rowOf(key);
  expect(toLicenseKey(row, 'LK-1', undefined).stored).toEqual(key.stored);
  expect(key.stored).toMatchObject(toPresentedKey(row, 'LK-1', undefined).stored);
  expect(toPresentedKey(row, 'LK-1', undefined).snapshot).toEqual(key.snapshot);
});

test('a key has changed once one of its fields has', () => {
  const key = issued();
  const row = rowOf(key);
  expect(WHOLE_KEY.hasChanged(key.stored, row)).toBe(false);
  const changed = Object.keys(key.stored).filter((name) => WHOLE_KEY.hasChanged({ ...key.stored, [name]: new Date(0) }, row));
  expect(changed.sort()).toEqual([...WHOLE_KEY.properties].sort());
});
