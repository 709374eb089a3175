import { newId } from '#kernel';
import { aLicenseKey, NOW } from '../../testing/license-key.builder.ts';

test('a key of a merged customer gets the other customer, and nothing else changes', () => {
  const key = aLicenseKey().limitedTo(3).usableTimes(10).used(1).build();
  const before = key.snapshot;
  const customerId = newId();
  key.moveTo(customerId, newId(), NOW);
  expect(key.snapshot).toEqual({ ...before, customerId, modifiedAt: NOW });
  expect(key.memberId).toBeNull();
  expect(key.pullEvents()).toEqual([]);
});

test('a key of a member gets the owner of the other customer', () => {
  const ownerId = newId();
  const key = aLicenseKey().heldBy(newId()).build();
  key.moveTo(newId(), ownerId, NOW);
  expect(key.memberId).toBe(ownerId);
  key.moveTo(newId(), null, NOW);
  expect(key.memberId).toBeNull();
});
