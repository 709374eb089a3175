import { randomUUID } from 'node:crypto';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { type LockedRow, LOADED_KEY, stateOf, toLicenseKey } from './license-key-records.ts';

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
const rowOf = (key: LicenseKey): LockedRow => {
  const values = Object.entries(stateOf(key)).map(([name, value]) => [
    name,
    value instanceof Date ? value.getTime() + 1e-4 : value,
  ]);
  return { ...Object.fromEntries(values), n: 0, encryptedKey: null, databaseTime: null, customer: null };
};

test('a loaded key is the key that was issued, field by field', () => {
  const key = issued();
  expect(toLicenseKey(rowOf(key), 'LK-1')).toEqual(key);
});

test('a key has changed once one of its fields has', () => {
  const key = issued();
  const row = rowOf(key);
  expect(LOADED_KEY.hasChanged(stateOf(key), row)).toBe(false);
  const changed = Object.keys(row)
    .filter(
      (name) => name !== 'n' && name !== 'encryptedKey' && name !== 'key' && name !== 'customerDeleted' && name !== 'customer',
    )
    .filter((name) => LOADED_KEY.hasChanged({ ...stateOf(key), [name]: new Date(0) }, row));
  expect(changed.sort()).toEqual(Object.keys(LOADED_KEY.toProperties({})).sort());
});
