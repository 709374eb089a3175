import { randomUUID } from 'node:crypto';
import { KeyHolder } from './key-holder.ts';

const [ada, bob, member, successor] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const held = (state: Partial<ConstructorParameters<typeof KeyHolder>[0]> = {}): KeyHolder =>
  new KeyHolder({ customerId: ada, memberId: member, customerDeleted: false, grantedAfterDeletion: false, ...state });

test('a merge moves the key, and its member where that was replaced', () => {
  const [replaced, kept] = [held(), held()];
  replaced.moveTo(bob, new Map([[member, successor]]));
  kept.moveTo(bob, new Map());
  expect([replaced.customerId, replaced.memberId]).toEqual([bob, successor]);
  expect([kept.customerId, kept.memberId]).toEqual([bob, member]);
});

test('a transfer gives the whole key to another customer, and says who had it', () => {
  const holder = held();
  holder.assertTransferableTo(bob, 'disabled');
  expect(holder.transferTo(bob)).toBe(ada);
  expect([holder.customerId, holder.memberId]).toEqual([bob, null]);
});

test('nothing is transferred of a revoked key, of a deleted customer, or to the customer who holds it', () => {
  const deleted = held({ customerDeleted: true });
  for (const refused of [() => held().assertTransferableTo(bob, 'revoked'), () => deleted.assertTransferableTo(bob, 'granted')])
    expect(refused).toThrow('cannot be transferred');
  expect(() => held().assertTransferableTo(ada, 'granted')).toThrow('holds the license key already');
  expect([deleted.customerId, deleted.memberId]).toEqual([ada, member]);
});

test('a deleted customer has no keys but those that were granted after the deletion', () => {
  const [before, after] = [held(), held({ customerDeleted: true })];
  before.noteGranted();
  expect([before.isDeleted, after.isDeleted]).toEqual([false, true]);
  before.customerDeleted = true;
  after.noteGranted();
  expect([before.isDeleted, after.isDeleted]).toEqual([true, false]);
});
