import { defineField, type Field, type Issue, fail } from './field.ts';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt _](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** Larger numbers are milliseconds, as in the reference API. */
const SECONDS_LIMIT = 2e10;
const MAX_TEXT_LENGTH = 100;
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function offsetMinutes(zone: string | undefined): number {
  if (!zone || /^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  return hours > 23 || minutes > 59 ? Number.NaN : (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function fromIso(input: string): number {
  const parts = ISO.exec(input);
  if (!parts) return Number.NaN;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return Number.NaN;
  local.setUTCHours(hour, minute, second, Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3)));
  return local.getTime() - offsetMinutes(parts[8]) * 60_000;
}

function readTime(input: unknown, issues: Issue[]): Date {
  const isNumber = typeof input === 'number';
  if (!isNumber && typeof input !== 'string') return fail(issues, 'datetime_type', 'Input should be a valid datetime', input);
  const isLong = typeof input === 'string' && input.length > MAX_TEXT_LENGTH;
  const numeric = isNumber ? input : isLong ? Number.NaN : /^[+-]?\d+(\.\d+)?$/.test(input) ? Number(input) : undefined;
  const time = numeric === undefined ? fromIso(input as string) : Math.abs(numeric) > SECONDS_LIMIT ? numeric : numeric * 1000;
  if (Number.isFinite(time) && time >= EARLIEST && time <= LATEST) return new Date(Math.trunc(time));
  const error = 'not a date and time between the years 1 and 9999';
  // The reference reads a text that is no time as a date, and reports what is wrong with that.
  if (!isNumber) {
    return fail(issues, 'datetime_from_date_parsing', `Input should be a valid datetime or date, ${error}`, input, { error });
  }
  const echoed = Number.isFinite(input) ? input : null;
  return fail(issues, 'datetime_parsing', `Input should be a valid datetime, ${error}`, echoed, { error });
}

/** A point in time with millisecond precision: ISO 8601, in UTC unless it has an offset, or Unix seconds. */
export const timestamp = (): Field<Date> =>
  defineField({
    schema: { type: 'string', format: 'date-time' },
    read: readTime,
  });

/** A point in time with an offset from UTC, or Unix seconds. */
export const awareTimestamp = (): Field<Date> =>
  defineField({
    ...timestamp(),
    read: (input, issues) => {
      const before = issues.length;
      const time = readTime(input, issues);
      const parts = issues.length === before && typeof input === 'string' ? ISO.exec(input) : null;
      if (parts && parts[8] === undefined) return fail(issues, 'timezone_aware', 'Input should have timezone info', input);
      return time;
    },
  });
