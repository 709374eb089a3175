import { daysAfterNow, NOW } from '../../testing/purchase.builder.ts';
import { Cancellation, NO_REASON, NOT_CANCELED } from './cancellation.ts';

const WHY = { reason: 'too_expensive', comment: 'Sorry.' };

test('a planned end moves with the period, and is withdrawn with its reason', () => {
  const state = { ...NOT_CANCELED };
  const cancellation = new Cancellation(state);
  expect(cancellation.moveEnd(daysAfterNow(9))).toEqual([]);
  expect(cancellation.plan(WHY, daysAfterNow(3), NOW)).toEqual(['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
  expect(cancellation.moveEnd(daysAfterNow(9))).toEqual(['endsAt']);
  expect(state).toMatchObject({ endsAt: daysAfterNow(9), canceledAt: NOW, customerCancellationReason: 'too_expensive' });
  cancellation.withdraw();
  expect(state).toEqual(NOT_CANCELED);
});

test('an end keeps the time at which it was planned', () => {
  const states = [{ ...NOT_CANCELED }, { ...NOT_CANCELED }] as const;
  const [planned, sudden] = [new Cancellation(states[0]), new Cancellation(states[1])];
  planned.plan(NO_REASON, daysAfterNow(3), NOW);
  for (const each of [planned, sudden]) each.end(daysAfterNow(2), daysAfterNow(2));
  expect(states.map(({ canceledAt }) => canceledAt)).toEqual([NOW, daysAfterNow(2)]);
  expect(states.map(({ endsAt, endedAt }) => [endsAt, endedAt])).toEqual(Array(2).fill(Array(2).fill(daysAfterNow(2))));
});

test('the plan of a payment provider replaces any other, and the same one changes nothing', () => {
  const state = { ...NOT_CANCELED };
  const cancellation = new Cancellation(state);
  expect(cancellation.follow(false, null, daysAfterNow(30))).toEqual([]);
  expect(cancellation.follow(true, NOW, daysAfterNow(30))).toEqual(['cancelAtPeriodEnd', 'canceledAt', 'endsAt']);
  expect(cancellation.follow(true, NOW, daysAfterNow(30))).toEqual([]);
  expect(cancellation.follow(true, NOW, daysAfterNow(60))).toContain('endsAt');
  expect(cancellation.follow(false, NOW, daysAfterNow(60))).toContain('canceledAt');
  expect(state).toEqual(NOT_CANCELED);
});
