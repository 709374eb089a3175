import { randomUUID } from 'node:crypto';
import { KeyHolder } from './key-holder.ts';

const [ada, bob, member, successor] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const stateOf = (state: Partial<ConstructorParameters<typeof KeyHolder>[0]> = {}) => {
  return { customerId: ada, memberId: member as string | null, customerDeleted: false, grantedAfterDeletion: false, ...state };
};

test('a merge moves the key, and its member where that was replaced', () => {
  const [replaced, kept] = [stateOf(), stateOf()];
  new KeyHolder(replaced).moveTo(bob, new Map([[member, successor]]));
  new KeyHolder(kept).moveTo(bob, new Map());
  expect([replaced.customerId, replaced.memberId]).toEqual([bob, successor]);
  expect([kept.customerId, kept.memberId]).toEqual([bob, member]);
});

test('a transfer gives the whole key to another customer, and says who had it', () => {
  const state = stateOf();
  const holder = new KeyHolder(state);
  holder.assertTransferableTo(bob, { status: 'disabled', isOfDeletedCustomer: false });
  expect(holder.transferTo(bob)).toBe(ada);
  expect([state.customerId, state.memberId]).toEqual([bob, null]);
});

test('nothing is transferred of a revoked key, of a deleted customer, or to the customer who holds it', () => {
  const state = stateOf();
  const holder = new KeyHolder(state);
  const [revoked, ofDeleted, granted] = [
    { status: 'revoked', isOfDeletedCustomer: false },
    { status: 'granted', isOfDeletedCustomer: true },
    { status: 'granted', isOfDeletedCustomer: false },
  ] as const;
  for (const held of [revoked, ofDeleted]) expect(() => holder.assertTransferableTo(bob, held)).toThrow('cannot be transferred');
  expect(() => holder.assertTransferableTo(ada, granted)).toThrow('holds the license key already');
  expect([state.customerId, state.memberId]).toEqual([ada, member]);
});

test('a grant after the deletion of the customer is noted, and none before it', () => {
  const [before, after] = [stateOf(), stateOf({ customerDeleted: true })];
  for (const state of [before, after]) new KeyHolder(state).noteGranted();
  expect([before.grantedAfterDeletion, after.grantedAfterDeletion]).toEqual([false, true]);
});
