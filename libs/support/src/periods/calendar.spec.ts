import fc from 'fast-check';
import { expiryAfter } from './calendar.ts';

const after = (start: string, ttl: number, timeframe: 'year' | 'month' | 'day') =>
  expiryAfter(new Date(start), { ttl, timeframe }).toISOString();

test.each([
  ['2026-11-20T10:20:30.456Z', 1, 'day', '2026-11-21T10:20:30.456Z'],
  ['2026-11-20T10:20:30.456Z', 1, 'month', '2026-12-20T10:20:30.456Z'],
  ['2026-11-20T10:20:30.456Z', 1, 'year', '2027-11-20T10:20:30.456Z'],
  ['2026-12-31T23:59:59.999Z', 1, 'day', '2027-01-01T23:59:59.999Z'],
  ['2026-02-28T00:00:00.000Z', 1, 'day', '2026-03-01T00:00:00.000Z'],
  ['2028-02-28T00:00:00.000Z', 1, 'day', '2028-02-29T00:00:00.000Z'],
  ['2026-01-31T00:00:00.000Z', 365, 'day', '2027-01-31T00:00:00.000Z'],
  ['2026-12-15T00:00:00.000Z', 1, 'month', '2027-01-15T00:00:00.000Z'],
  ['2026-12-15T00:00:00.000Z', 14, 'month', '2028-02-15T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', 36_500, 'day', '2125-12-08T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', 1_200, 'month', '2126-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', 457, 'year', '2483-01-01T00:00:00.000Z'],
] as const)('%s and %i %s(s) is %s', (start, ttl, timeframe, end) => {
  expect(after(start, ttl, timeframe)).toBe(end);
});

test.each([
  ['2026-01-31T12:00:00.000Z', 1, 'month', '2026-02-28T12:00:00.000Z'],
  ['2028-01-31T12:00:00.000Z', 1, 'month', '2028-02-29T12:00:00.000Z'],
  ['2026-03-31T12:00:00.000Z', 1, 'month', '2026-04-30T12:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', 2, 'month', '2027-02-28T12:00:00.000Z'],
  ['2026-01-31T12:00:00.000Z', 2, 'month', '2026-03-31T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 1, 'year', '2029-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 4, 'year', '2032-02-29T12:00:00.000Z'],
  ['2096-02-29T12:00:00.000Z', 4, 'year', '2100-02-28T12:00:00.000Z'],
] as const)('in a shorter month, %s and %i %s(s) is its last day: %s', (start, ttl, timeframe, end) => {
  expect(after(start, ttl, timeframe)).toBe(end);
});

test('the start date is not modified', () => {
  const start = new Date('2026-01-31T12:00:00Z');
  expiryAfter(start, { ttl: 1, timeframe: 'month' });
  expect(start.toISOString()).toBe('2026-01-31T12:00:00.000Z');
});

test('a month later is the next month, at the same time, on the same day or the last one', () => {
  const start = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 1200 }), (from, ttl) => {
      const end = expiryAfter(from, { ttl, timeframe: 'month' });
      const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(months(end) - months(from)).toBe(ttl);
      expect(end.toISOString().slice(10)).toBe(from.toISOString().slice(10));
      const isLast = new Date(end.getTime() + 86_400_000).getUTCDate() === 1;
      expect(end.getUTCDate() === from.getUTCDate() || (isLast && end.getUTCDate() < from.getUTCDate())).toBe(true);
    }),
  );
});
