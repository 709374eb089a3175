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

/** The interval of now, and those before it, in the time zone of the reader. */
export function rangeOf(period: Period, now: Date): PeriodRange {
  const { interval, count } = STEPS[period];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    start_timestamp: startOf(interval, now, count - 1).toISOString(),
    end_timestamp: now.toISOString(),
    interval,
    timezone: timeZone,
  };
}

/** The start of the interval that contains `now`, or of one before it. Weeks begin on Monday. */
function startOf(interval: Interval, now: Date, before: number): Date {
  const [year, month, day, hour] = [now.getFullYear(), now.getMonth(), now.getDate(), now.getHours()];
  if (interval === 'hour') return new Date(year, month, day, hour - before);
  if (interval === 'day') return new Date(year, month, day - before);
  if (interval === 'month') return new Date(year, month - before);
  return new Date(year, month, day - ((now.getDay() + 6) % 7) - 7 * before);
}

/** How the start of an interval is written on an axis, and in full. */
export function labelsOf(period: Period, formats: Formats, timestamp: string): { readonly label: string; readonly name: string } {
  const { interval } = STEPS[period];
  if (interval === 'hour') return { label: formats.time(timestamp), name: formats.dateTime(timestamp) };
  if (interval === 'month') return { label: formats.month(timestamp), name: formats.month(timestamp) };
  return { label: formats.day(timestamp), name: formats.date(timestamp) };
}
