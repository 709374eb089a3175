import { TZDate } from '@date-fns/tz';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The last millisecond of a day (`2026-11-26`) in a time zone; everything else, and a day that does not exist, as it is. */
export function endOfDay(value: unknown, timeZone: string): unknown {
  const [, year, month, day] = (typeof value === 'string' && DAY.exec(value)?.map(Number)) || [];
  if (day === undefined || new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() !== day) return value;
  return new Date(new TZDate(year!, month! - 1, day + 1, timeZone).getTime() - 1).toISOString();
}
