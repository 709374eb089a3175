import { TZDate } from '@date-fns/tz';
import { isPlainObject } from '#platform/wire';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The last millisecond of a day in a time zone; everything else, and a day that does not exist, as it is. */
function endOf(value: unknown, timeZone: string): unknown {
  const [, year, month, day] = (typeof value === 'string' && DAY.exec(value)?.map(Number)) || [];
  if (day === undefined || new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() !== day) return value;
  return new Date(new TZDate(year!, month! - 1, day + 1, timeZone).getTime() - 1).toISOString();
}

/** A line of an import in which what ends on a day ends with that day in the time zone of the organization. */
export function withEndsOfDays(line: unknown, timeZone: string): unknown {
  if (!isPlainObject(line)) return line;
  const { current_period_end: end, license_keys: keys } = line;
  return {
    ...line,
    ...(end === undefined ? {} : { current_period_end: endOf(end, timeZone) }),
    ...(Array.isArray(keys) ? { license_keys: keys.map((key) => withExpiry(key, timeZone)) } : {}),
  };
}

const withExpiry = (key: unknown, timeZone: string): unknown =>
  isPlainObject(key) && key['expires_at'] !== undefined ? { ...key, expires_at: endOf(key['expires_at'], timeZone) } : key;
