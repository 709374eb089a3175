import { assert, constantFrom, date, property } from 'fast-check';
import { dayOf, endOfDay, monthsLater, startOfDay } from '../../libs/support/src/days/days.ts';
import { formatsOf } from '../../apps/web/i18n/formats.ts';

const zones = constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));
/** From now on: some zones have skipped a day in the past. */
const days = date({ min: new Date('2026-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }).map((at) =>
  at.toISOString().slice(0, 10),
);
const SECOND_MS = 1_000;

test('a day begins and ends in the time zone of the organization, and is shown as the day that was chosen', () => {
  assert(
    property(days, zones, (day, zone) => {
      const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
      const shown = [start, end].map((at) => [dayOf(at, zone), formatsOf('en-CA', zone).date(at)]);
      const chosen = formatsOf('en-CA', 'UTC').date(`${day}T12:00:00Z`);
      expect(shown).toEqual([
        [day, chosen],
        [day, chosen],
      ]);
      const after = new Date(Date.parse(end) + 1).toISOString();
      expect(dayOf(after, zone)).not.toBe(day);
      expect(dayOf(new Date(Date.parse(start) - SECOND_MS).toISOString(), zone)).not.toBe(day);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['2027-12-31', 'UTC', '2027-12-31T23:59:59.999Z'],
  ['2027-12-31', 'Europe/Berlin', '2027-12-31T22:59:59.999Z'],
  ['2027-12-31', 'Pacific/Kiritimati', '2027-12-31T09:59:59.999Z'],
  ['2027-03-28', 'Europe/Berlin', '2027-03-28T21:59:59.999Z'],
  ['2028-02-29', 'America/Los_Angeles', '2028-03-01T07:59:59.999Z'],
])('%s ends in %s at %s', (day, zone, end) => {
  expect(endOfDay(day, zone)).toBe(end);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-01', 1, '2026-04-01'],
])('%s and %s months are %s, until the end of the day also where clocks change', (day, months, later) => {
  for (const zone of ['UTC', 'Europe/Vienna', 'America/Los_Angeles', 'Asia/Kolkata']) {
    expect([zone, monthsLater(endOfDay(day, zone), months, zone)]).toEqual([zone, endOfDay(later, zone)]);
  }
});
