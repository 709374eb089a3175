import { aPurchase, NOW } from '../../testing/purchase.builder.ts';
import { PendingChange } from './pending-change.ts';

const OFFER = aPurchase().monthly().offered();

test('what is scheduled replaces what was, under a new id', () => {
  const pending = new PendingChange({ pendingUpdate: null });
  expect([pending.exists, pending.clear()]).toEqual([false, []]);
  expect(pending.replace(OFFER, 4, NOW)).toEqual(['pendingUpdate']);
  const { id } = pending.pendingUpdate!;
  pending.replace(undefined, 5, NOW);
  expect([pending.offer, pending.seats, pending.pendingUpdate!.id === id]).toEqual([undefined, 5, false]);
  expect([pending.clear(), pending.exists]).toEqual([['pendingUpdate'], false]);
});

test('when the seats are settled, a product stays scheduled, and without one nothing', () => {
  const [both, seatsOnly] = [new PendingChange({ pendingUpdate: null }), new PendingChange({ pendingUpdate: null })];
  both.replace(OFFER, 4, NOW);
  seatsOnly.replace(undefined, 4, NOW);
  for (const each of [both, seatsOnly]) each.dropSeats();
  expect([both.offer, both.seats, seatsOnly.exists]).toEqual([OFFER, undefined, false]);
});
