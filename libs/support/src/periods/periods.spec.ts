import { periodAt } from './periods.ts';

const period = (every: 'day' | 'week' | 'month' | 'year', anchor: string, now: string) => {
  const { startedAt, endsAt } = periodAt({ every }, new Date(anchor), new Date(now));
  return [startedAt, endsAt].map((time) => time.slice(0, 10));
};

test.each([
  ['day', '2026-01-31T12:00Z', '2026-02-01T11:59:59.999Z', ['2026-01-31', '2026-02-01']],
  ['day', '2026-01-31T12:00Z', '2026-02-01T12:00Z', ['2026-02-01', '2026-02-02']],
  ['week', '2026-01-01T00:00Z', '2026-01-15T00:00Z', ['2026-01-15', '2026-01-22']],
  ['month', '2026-01-31T00:00Z', '2026-02-27T23:59Z', ['2026-01-31', '2026-02-28']],
  ['month', '2026-01-31T00:00Z', '2026-02-28T00:00Z', ['2026-02-28', '2026-03-31']],
  ['month', '2026-01-31T00:00Z', '2036-12-31T00:00Z', ['2036-12-31', '2037-01-31']],
  ['year', '2028-02-29T00:00Z', '2029-02-28T00:00Z', ['2029-02-28', '2030-02-28']],
  ['month', '2026-01-31T00:00Z', '2026-01-01T00:00Z', ['2026-01-31', '2026-02-28']],
] as const)('every %s from %s, at %s', (every, anchor, now, expected) => {
  expect(period(every, anchor, now)).toEqual(expected);
});
