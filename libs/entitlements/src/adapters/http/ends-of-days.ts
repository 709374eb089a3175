import { endOfDay, isDay } from '#support/days';
import { isPlainObject } from '#platform/wire';

/** A line of an import in which what ends on a day ends with that day in the time zone of the organization. */
export function withEndsOfDays(line: unknown, timeZone: string): unknown {
  if (!isPlainObject(line)) return line;
  const { current_period_end: end, license_keys: keys } = line;
  return {
    ...line,
    ...(end === undefined ? {} : { current_period_end: atEnd(end, timeZone) }),
    ...(Array.isArray(keys) ? { license_keys: keys.map((key) => withExpiry(key, timeZone)) } : {}),
  };
}

/** Everything but a day stays as it is. */
const atEnd = (value: unknown, timeZone: string): unknown => (isDay(value) ? endOfDay(value, timeZone) : value);

const withExpiry = (key: unknown, timeZone: string): unknown =>
  isPlainObject(key) && key['expires_at'] !== undefined ? { ...key, expires_at: atEnd(key['expires_at'], timeZone) } : key;
