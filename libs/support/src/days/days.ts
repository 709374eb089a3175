import { TZDate } from '@date-fns/tz';

/** What a caller who names an unknown time zone is told. */
export const UNKNOWN_TIME_ZONE = 'Input should be the name of a time zone';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether this is a day that exists, such as 2026-11-26. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const start = new Date(value);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(value);
}

/** The day of an instant in a time zone. */
export const dayOf = (iso: string, timeZone: string): string =>
  new TZDate(iso, timeZone).toISOString().slice(0, '2026-11-26'.length);

/** An instant with the offset of a time zone: `2026-11-26T14:00:00.000+01:00`, or with `Z` in UTC. */
export const isoTimeIn = (at: Date, timeZone: string): string =>
  timeZone === 'UTC' ? at.toISOString() : new TZDate(at, timeZone).toISOString();

/** The first instant of a day in a time zone. */
export const startOfDay = (day: string, timeZone: string): string => instantOf(day, timeZone).toISOString();

/** The last millisecond of a day in a time zone: what ends with a day that somebody chooses ends then. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(instantOf(day, timeZone, 1).getTime() - 1).toISOString();

/** The same time of day so many months later, on the last day of a shorter month. */
export function monthsLater(iso: string, months: number, timeZone: string): string {
  const at = new TZDate(iso, timeZone);
  const day = at.getDate();
  at.setDate(1);
  at.setMonth(at.getMonth() + months);
  at.setDate(Math.min(day, new TZDate(at.getFullYear(), at.getMonth() + 1, 0, timeZone).getDate()));
  return new Date(at.getTime()).toISOString();
}

function instantOf(day: string, timeZone: string, daysLater = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}
