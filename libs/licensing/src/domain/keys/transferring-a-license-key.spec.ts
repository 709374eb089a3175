import { newId } from '#kernel';
import { aLicenseKey, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { LicenseKeyNotTransferable } from './license-key.errors.ts';

const LATER = secondsAfterNow(60);

test('a transferred key has the other customer and no member, and keeps everything else', () => {
  const key = aLicenseKey().heldBy(newId()).limitedTo(3).usableTimes(10).used(1).activatedOn('laptop').disabled().build();
  const before = key.snapshot;
  const customerId = newId();
  key.transferTo(customerId, LATER);
  expect(key.snapshot).toEqual({ ...before, customerId, modifiedAt: LATER });
  expect([key.memberId, key.activations.length]).toEqual([null, 1]);
  expect(key.pullEvents()).toMatchObject([
    { name: 'license_key.transferred', payload: { customer_id: customerId, previous_customer_id: before.customerId } },
  ]);
});

test.each([
  ['a revoked key', aLicenseKey().revoked()],
  ['a key of a deleted customer', aLicenseKey().ofDeletedCustomer()],
])('%s is not transferred', (_name, builder) => {
  const key = builder.build();
  const before = key.snapshot;
  expect(() => key.transferTo(newId(), LATER)).toThrow(LicenseKeyNotTransferable);
  expect([key.snapshot, key.pullEvents()]).toEqual([before, []]);
});

test('a key is not transferred to the customer who holds it', () => {
  const key = aLicenseKey().build();
  expect(() => key.transferTo(key.customerId, LATER)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  expect(key.pullEvents()).toEqual([]);
});
