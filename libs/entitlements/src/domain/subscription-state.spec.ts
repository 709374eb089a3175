import { ValidationFailed } from '#kernel';
import { daysAfterNow, NOW } from '../../testing/purchase.builder.ts';
import { NOT_PAUSED, SubscriptionPause } from './subscription-state.ts';

test('a pause that has not begun is withdrawn with its end', () => {
  const state = { ...NOT_PAUSED };
  const pause = new SubscriptionPause(state);
  expect(pause.withdraw()).toEqual([]);
  pause.plan(daysAfterNow(40), daysAfterNow(30));
  expect(pause.withdraw()).toEqual(['pauseAtPeriodEnd', 'resumesAt']);
  expect(state).toEqual(NOT_PAUSED);
});

test('one that has begun is over at its end, and the next period begins then, or with a pause that began later', () => {
  const state = { ...NOT_PAUSED };
  const pause = new SubscriptionPause(state);
  pause.plan(daysAfterNow(40), daysAfterNow(30));
  expect(pause.begin(daysAfterNow(30))).toEqual(['pausedAt', 'pauseAtPeriodEnd']);
  expect([39, 40].map((day) => pause.isOver(daysAfterNow(day)))).toEqual([false, true]);
  expect(pause.nextPeriodStart).toEqual(daysAfterNow(40));
  pause.begin(daysAfterNow(50));
  expect(pause.nextPeriodStart).toEqual(daysAfterNow(50));
  pause.end();
  expect(state).toEqual(NOT_PAUSED);
});

test('its end is after that of the period', () => {
  const state = { ...NOT_PAUSED };
  const pause = new SubscriptionPause(state);
  expect(() => pause.plan(daysAfterNow(30), daysAfterNow(30))).toThrow(ValidationFailed);
  pause.plan(daysAfterNow(31), daysAfterNow(30));
  expect(() => pause.assertNotOver('trialEnd', daysAfterNow(31))).toThrow(ValidationFailed);
  expect(() => pause.assertNotOver('trialEnd', daysAfterNow(30))).not.toThrow();
});

test('one without an end is never over, and one of a subscription that ends is not resumed', () => {
  const state = { ...NOT_PAUSED };
  const endless = new SubscriptionPause(state);
  endless.plan(null, daysAfterNow(30));
  endless.begin(NOW);
  expect(endless.isOver(daysAfterNow(10_000))).toBe(false);
  const dropped = new SubscriptionPause({ pauseAtPeriodEnd: false, pausedAt: NOW, resumesAt: daysAfterNow(9) });
  expect(dropped.drop()).toEqual([]);
  expect(dropped.isOver(daysAfterNow(9))).toBe(false);
});
