import { newId } from '#kernel';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';

test('a key of a merged customer gets the other customer, and nothing else changes', () => {
  const key = aLicenseKey().limitedTo(3).usableTimes(10).used(1).build();
  const before = key.snapshot;
  const customerId = newId();
  key.moveTo(customerId, new Map([[newId(), newId()]]), NOW);
  expect(key.snapshot).toEqual({ ...before, customerId, modifiedAt: NOW });
  expect(key.memberId).toBeNull();
  expect(key.pullEvents()).toEqual([]);
});

test('a key of a member goes to the member that took its place, or stays with its own', () => {
  const [member, remaining] = [newId(), newId()];
  const key = aLicenseKey().heldBy(member).build();
  key.moveTo(newId(), new Map(), NOW);
  expect(key.memberId).toBe(member);
  key.moveTo(newId(), new Map([[member, remaining]]), NOW);
  expect(key.memberId).toBe(remaining);
});
