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
  holder.assertTransferableTo(bob, 'disabled');
  expect(holder.transferTo(bob)).toBe(ada);
  expect([state.customerId, state.memberId]).toEqual([bob, null]);
});

test('nothing is transferred of a revoked key, of a deleted customer, or to the customer who holds it', () => {
  const deleted = stateOf({ customerDeleted: true });
  const [holder, former] = [new KeyHolder(stateOf()), new KeyHolder(deleted)];
  for (const refused of [() => holder.assertTransferableTo(bob, 'revoked'), () => former.assertTransferableTo(bob, 'granted')])
    expect(refused).toThrow('cannot be transferred');
  expect(() => holder.assertTransferableTo(ada, 'granted')).toThrow('holds the license key already');
  expect([deleted.customerId, deleted.memberId]).toEqual([ada, member]);
});

test('a deleted customer has no keys but those that were granted after the deletion', () => {
  const state = stateOf();
  const [before, after] = [new KeyHolder(state), new KeyHolder(stateOf({ customerDeleted: true }))];
  before.noteGranted();
  expect([before.isDeleted, after.isDeleted]).toEqual([false, true]);
  Object.assign(state, { customerDeleted: true });
  after.noteGranted();
  expect([before.isDeleted, after.isDeleted]).toEqual([true, false]);
});
