import { isoTime } from './iso-time.ts';

const HOUR_MS = 3_600_000;

test.each([
  '2026-01-31T12:34:56.789Z',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.001Z',
  '0050-01-01T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '-000001-12-31T23:59:59.999Z',
])('the text of %s is that of a date', (text) => {
  expect(isoTime(new Date(text))).toBe(text);
});

test('times of many days have the text of their own day', () => {
  const times = Array.from({ length: 5_000 }, (_time, index) => Date.UTC(2020, 0, 1) + index * 7 * HOUR_MS + index);
  const all = [...times, ...times.toReversed()].map((time) => new Date(time));
  expect(all.map(isoTime)).toEqual(all.map((time) => time.toISOString()));
});

test('an invalid date has no text', () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
