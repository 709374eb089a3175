import { newId } from '#kernel';
import { aLicenseKey, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import type { Activation } from '../activations/activation.ts';
import { LicenseKeyNotTransferable } from './transfer.errors.ts';

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

test('activations that end with a transfer end before it, while the key belongs to the customer who used them', () => {
  const key = aLicenseKey().limitedTo(3).activatedOn('laptop').activatedOn('desktop').build();
  const [laptop, desktop] = key.activations as [Activation, Activation];
  const { customerId } = key;
  key.transferTo(newId(), LATER, [laptop.id, newId()]);
  expect([laptop.isLive, desktop.isLive, key.activationCount]).toEqual([false, true, 1]);
  const events = key.pullEvents();
  expect(events.map(({ name }) => name)).toEqual(['license_key.deactivated', 'license_key.transferred']);
  expect(events[0]!.payload).toMatchObject({ customer_id: customerId });
});

test.each([
  ['a revoked key', aLicenseKey().limitedTo(1).activatedOn('laptop').revoked()],
  ['a key of a deleted customer', aLicenseKey().limitedTo(1).activatedOn('laptop').ofDeletedCustomer()],
])('%s is not transferred', (_name, builder) => {
  const key = builder.build();
  const before = key.snapshot;
  const ending = key.activations.map(({ id }) => id);
  expect(() => key.transferTo(newId(), LATER, ending)).toThrow(LicenseKeyNotTransferable);
  expect([key.snapshot, key.pullEvents()]).toEqual([before, []]);
});

test('a key is not transferred to the customer who holds it', () => {
  const key = aLicenseKey().build();
  expect(() => key.transferTo(key.customerId, LATER)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  expect(key.pullEvents()).toEqual([]);
});
