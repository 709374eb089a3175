import { RequestInvalid } from '#platform/http';
import { type Interval, INTERVALS, MAX_DAYS } from '#engine/persistence';
import type { MetricsLimitsView } from './metrics.view.ts';

export { INTERVALS } from '#engine/persistence';

/** The days for which metrics can be asked. The calendars of the time zones are known from the year 2000. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2999-12-31';

const DAY_MS = 86_400_000;
const TOO_BIG = 'The interval is too big. Try to change the interval or reduce the date range.';

export const METRIC_LIMITS: MetricsLimitsView = {
  min_date: FIRST_DAY,
  intervals: Object.fromEntries(
    INTERVALS.map((interval) => [interval, { min_days: 0, max_days: MAX_DAYS[interval] }]),
  ) as MetricsLimitsView['intervals'],
};

interface Days {
  readonly start_date: string;
  readonly end_date: string;
  readonly interval: Interval;
}

export function assertRange({ start_date, end_date, interval }: Days): void {
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS;
  if (days >= 0 && days <= MAX_DAYS[interval]) return;
  const input = [start_date, end_date, interval];
  const msg = days < 0 ? 'The end date is before the start date.' : TOO_BIG;
  throw new RequestInvalid([{ loc: ['query'], type: 'value_error', msg, input }]);
}
