import { daysAfterNow, NOW } from '../../testing/purchase.builder.ts';
import { NOT_OVERDUE, OverduePayment } from './overdue-payment.ts';

test('grace ends once, and at once without days of grace', () => {
  const state = { ...NOT_OVERDUE };
  const overdue = new OverduePayment(state);
  overdue.begin(NOW, 3, NOW);
  expect([2, 3].map((day) => overdue.graceHasEnded(daysAfterNow(day)))).toEqual([false, true]);
  state.graceOver = true;
  expect(overdue.graceHasEnded(daysAfterNow(3))).toBe(false);
  overdue.begin(NOW, 0, NOW);
  expect(state).toMatchObject({ graceOver: true, graceEndsAt: NOW });
  overdue.settle();
  expect(state).toEqual(NOT_OVERDUE);
});

test('the time to pay ends after what ends earlier, and never without a limit', () => {
  const overdue = new OverduePayment({ ...NOT_OVERDUE, dunningEndsAt: daysAfterNow(20) });
  expect(overdue.dunningHasEnded(daysAfterNow(19), daysAfterNow(30))).toBe(false);
  expect(overdue.dunningHasEnded(daysAfterNow(20), daysAfterNow(30))).toBe(true);
  expect(overdue.dunningHasEnded(daysAfterNow(20), daysAfterNow(19))).toBe(false);
  expect(new OverduePayment(NOT_OVERDUE).dunningHasEnded(daysAfterNow(99), daysAfterNow(99))).toBe(false);
});
