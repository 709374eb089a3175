export type Unit = 'day' | 'week' | 'month' | 'year';

export interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

const DAYS: { readonly [unit in Unit]: number } = { day: 1, week: 7, month: 0, year: 0 };
const MONTHS: { readonly [unit in Unit]: number } = { day: 0, week: 0, month: 1, year: 12 };

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Calendar arithmetic in UTC. `anchor` is the day of the month on which periods start, or the last day of shorter months: a
 * period from 31 January ends on 28 February, and the next one on 31 March.
 */
export function after(start: Date, { unit, count }: Interval, anchor = start.getUTCDate()): Date {
  const end = new Date(start);
  if (MONTHS[unit] === 0) {
    end.setUTCDate(end.getUTCDate() + DAYS[unit] * count);
    return end;
  }
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + MONTHS[unit] * count);
  end.setUTCDate(Math.min(anchor, lastDayOf(end.getUTCFullYear(), end.getUTCMonth())));
  return end;
}

/** Like `after`, but not later than `latest`. */
export function afterWithin(latest: Date, start: Date, interval: Interval, anchor: number): Date {
  const end = after(start, interval, anchor);
  return end < latest ? end : latest;
}

const DAY_MS = 86_400_000;

export const daysAfter = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY_MS);
