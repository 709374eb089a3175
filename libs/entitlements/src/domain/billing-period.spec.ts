import { currentPeriod, type PeriodLengths, SubscriptionPeriods } from './billing-period.ts';

const day = (text: string): Date => new Date(`${text}T12:00:00.000Z`);
const START = day('2026-01-31');
const MONTHLY: PeriodLengths = { cycle: { unit: 'month', count: 1 }, meterCycle: null, isTrial: false };
const WEEKLY_METERS: PeriodLengths = { ...MONTHLY, meterCycle: { unit: 'week', count: 1 } };
const begun = (state = SubscriptionPeriods.of(currentPeriod(MONTHLY.cycle, null, {}, START))) => ({
  state,
  periods: new SubscriptionPeriods(state),
});

test('periods begin on the day of the month of the first one, until one begins on another day', () => {
  const { state, periods } = begun();
  const ends = [1, 2].map(() => {
    periods.begin(state.currentPeriodEnd, MONTHLY);
    return state.currentPeriodEnd;
  });
  expect(ends).toEqual([day('2026-03-31'), day('2026-04-30')]);
  expect(periods.restart(day('2026-05-10'), MONTHLY)).toEqual(['currentPeriodStart', 'currentPeriodEnd']);
  expect(state.currentPeriodEnd).toEqual(day('2026-06-10'));
});

test('meter periods end no later than the period, and those that have passed are skipped', () => {
  const { state, periods } = begun();
  periods.beginFirstMeters(WEEKLY_METERS, day('2026-02-15'));
  expect([state.currentMeterPeriodStart, state.currentMeterPeriodEnd]).toEqual([day('2026-02-14'), day('2026-02-21')]);
  expect(periods.metersHaveEnded(day('2026-02-21'))).toBe(true);
  periods.beginMeters(day('2026-02-25'), WEEKLY_METERS);
  expect(state.currentMeterPeriodEnd).toEqual(day('2026-02-28'));
  expect([periods.metersHaveEnded(day('2026-02-28')), periods.hasEnded(day('2026-02-28'))]).toEqual([false, true]);
  expect(periods.beginMeters(day('2026-02-28'), MONTHLY)).toHaveLength(2);
  expect([state.currentMeterPeriodEnd, periods.beginMeters(day('2026-02-28'), MONTHLY)]).toEqual([null, []]);
});

test('a trial moves with the end of its period', () => {
  const { state, periods: trial } = begun(
    SubscriptionPeriods.of(currentPeriod(MONTHLY.cycle, { unit: 'day', count: 14 }, {}, START)),
  );
  expect(trial.moveEnd(day('2026-03-05'), { ...MONTHLY, isTrial: true })).toEqual(['currentPeriodEnd', 'trialEnd']);
  expect([state.trialEnd, state.anchorDay]).toEqual([day('2026-03-05'), 5]);
  expect(begun().periods.moveEnd(day('2026-03-05'), MONTHLY)).toEqual(['currentPeriodEnd']);
});

test('the period that a payment provider was paid for replaces the current one', () => {
  const { state, periods } = begun();
  const paid = { paidFrom: null, paidUntil: state.currentPeriodEnd, trialEnd: null };
  expect(periods.follow(paid, MONTHLY, START)).toEqual([]);
  const later = { paidFrom: day('2026-02-28'), paidUntil: day('2026-03-28'), trialEnd: null };
  expect(periods.follow(later, MONTHLY, day('2026-02-28'))).toEqual(['currentPeriodStart', 'currentPeriodEnd']);
  expect(state.anchorDay).toBe(28);
});
