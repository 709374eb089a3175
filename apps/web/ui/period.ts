import { TZDate } from '@date-fns/tz';
import type { Formats } from '../i18n/formats.ts';

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** A time up to now that a chart shows. */
export type Period = (typeof PERIODS)[number];

type Interval = 'hour' | 'day' | 'week' | 'month';
interface Steps {
  readonly interval: Interval;
  readonly count: number;
}

const STEPS: Readonly<Record<Period, Steps>> = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'day', count: 7 },
  month: { interval: 'day', count: 30 },
  quarter: { interval: 'week', count: 13 },
  year: { interval: 'month', count: 12 },
};

export interface PeriodRange {
  readonly start_timestamp: string;
  readonly end_timestamp: string;
  readonly interval: Interval;
  readonly timezone: string;
}

export const intervalOf = (period: Period): Interval => STEPS[period].interval;

/** The interval of now, and those before it, in a time zone. */
export function rangeOf(period: Period, now: Date, timezone: string): PeriodRange {
  const { interval, count } = STEPS[period];
  return {
    start_timestamp: new Date(startOf(interval, new TZDate(now, timezone), count - 1).getTime()).toISOString(),
    end_timestamp: now.toISOString(),
    interval,
    timezone,
  };
}

/** The start of the interval that contains `now`, or of one before it. Weeks begin on Monday. */
function startOf(interval: Interval, now: TZDate, before: number): TZDate {
  const [year, month, day, hour] = [now.getFullYear(), now.getMonth(), now.getDate(), now.getHours()];
  const at = (date: number, hours = 0): TZDate => new TZDate(year, month, date, hours, now.timeZone);
  if (interval === 'hour') return at(day, hour - before);
  if (interval === 'day') return at(day - before);
  if (interval === 'month') return new TZDate(year, month - before, 1, now.timeZone);
  return at(day - ((now.getDay() + 6) % 7) - 7 * before);
}

/** How the start of an interval is written on an axis, and in full. */
export function labelsOf(
  interval: Interval,
  formats: Formats,
  timestamp: string,
): { readonly label: string; readonly name: string } {
  if (interval === 'hour') return { label: formats.time(timestamp), name: formats.exactly(timestamp) };
  if (interval === 'month') return { label: formats.month(timestamp), name: formats.month(timestamp) };
  return { label: formats.day(timestamp), name: formats.date(timestamp) };
}
