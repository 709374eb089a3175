import { aPurchase, NOW } from '../../testing/purchase.builder.ts';
import { PendingChange, type PendingChangeState } from './pending-change.ts';

const OFFER = aPurchase().monthly().offered();

test('what is scheduled replaces what was, under a new id', () => {
  const state: PendingChangeState = { pendingUpdate: null };
  const pending = new PendingChange(state);
  expect([pending.exists, pending.clear()]).toEqual([false, []]);
  expect(pending.replace(OFFER, 4, NOW)).toEqual(['pendingUpdate']);
  const { id } = state.pendingUpdate!;
  pending.replace(undefined, 5, NOW);
  expect([pending.offer, pending.seats, state.pendingUpdate!.id === id]).toEqual([undefined, 5, false]);
  expect([pending.clear(), pending.exists]).toEqual([['pendingUpdate'], false]);
});

test('when the seats are settled, a product stays scheduled, and without one nothing', () => {
  const [both, seatsOnly] = [new PendingChange({ pendingUpdate: null }), new PendingChange({ pendingUpdate: null })];
  both.replace(OFFER, 4, NOW);
  seatsOnly.replace(undefined, 4, NOW);
  for (const each of [both, seatsOnly]) each.dropSeats();
  expect([both.offer, both.seats, seatsOnly.exists]).toEqual([OFFER, undefined, false]);
});
