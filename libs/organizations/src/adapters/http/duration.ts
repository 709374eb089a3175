import { defineField, type Field, type Issue } from '#platform/wire';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Milliseconds of a year (365 days), a month (30 days), a week, a day, an hour, a minute and a second. */
const UNITS = [365 * DAY, 30 * DAY, 7 * DAY, DAY, 3600 * SECOND, 60 * SECOND, SECOND];
const MAX_DURATION = 36_500 * DAY;

const part = (unit: string): string => `(?:(\\d{1,9}(?:[.,]\\d{1,9})?)${unit})?`;
const ISO = new RegExp(`^P(?!$)${['Y', 'M', 'W', 'D'].map(part).join('')}(?:T(?=\\d)${['H', 'M', 'S'].map(part).join('')})?$`);

function readDuration(input: unknown, issues: Issue[]): number {
  const failWith = (type: string, msg: string, ctx?: Issue['ctx']): number => {
    issues.push({ loc: [], type, msg, input: typeof input === 'number' && !Number.isFinite(input) ? null : input, ctx });
    return 0;
  };
  if (typeof input !== 'string') return failWith('time_delta_type', 'Input should be a valid timedelta');
  const parts = ISO.exec(input)?.slice(1);
  if (!parts) {
    const error = 'expected a duration in ISO 8601, such as P30D or PT12H';
    return failWith('time_delta_parsing', `Input should be a valid timedelta, ${error}`, { error });
  }
  const duration = UNITS.reduce((sum, unit, index) => sum + Number(parts[index]?.replace(',', '.') ?? 0) * unit, 0);
  if (duration < 1) return failWith('greater_than', 'Input should be greater than PT0S', { gt: 'PT0S' });
  if (duration > MAX_DURATION)
    return failWith('less_than_equal', 'Input should be less than or equal to P36500D', { le: 'P36500D' });
  return Math.round(duration);
}

/** A positive duration of at most 36,500 days in ISO 8601, read as milliseconds. */
export const duration = (): Field<number> => defineField({ schema: { type: 'string', format: 'duration' }, read: readDuration });
