import { QuantitiesRequest } from './meters.dto.ts';

const query = { start_timestamp: '2026-01-01T00:00Z', end_timestamp: '2026-01-02T00:00Z', interval: 'day' };
const zoneOf = (timezone?: string): string => {
  const params = { id: '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e' };
  return QuantitiesRequest.read({ params, query: { ...query, ...(timezone && { timezone }) } } as never).query.timezone;
};

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'America/Nuuk', 'US/Eastern'])(
  'time zone %s is passed on unchanged',
  (zone) => {
    expect(zoneOf(zone)).toBe(zone);
  },
);

test.each([
  ['MET', '2026-07-01T12:00:00Z', 14],
  ['Japan', '2026-07-01T03:00:00Z', 12],
  ['EST5EDT', '2026-07-01T16:00:00Z', 12],
])('time zone %s, a name without a place, is passed on in its canonical form', (zone, time, hour) => {
  const place = zoneOf(zone);
  const shown = new Intl.DateTimeFormat('en', { timeZone: place, hour: 'numeric', hour12: false }).format(new Date(time));
  expect([place, shown]).toEqual([expect.stringContaining('/'), String(hour)]);
});

test('the default time zone is UTC', () => {
  expect([zoneOf(), zoneOf('utc')]).toEqual(['UTC', 'UTC']);
});
