import { issuesOf, valueOf } from '../../testing/read.ts';
import { awareTimestamp, timestamp } from './time.ts';

test.each([
  ['2026-11-20T12:34:56Z', '2026-11-20T12:34:56.000Z'],
  ['2026-11-20T12:34:56.789Z', '2026-11-20T12:34:56.789Z'],
  ['2026-11-20T12:34:56.789999Z', '2026-11-20T12:34:56.789Z'],
  ['2026-11-20T12:34:56.7Z', '2026-11-20T12:34:56.700Z'],
  ['2026-11-20T12:34:56,5Z', '2026-11-20T12:34:56.500Z'],
  ['2026-11-20t12:34:56z', '2026-11-20T12:34:56.000Z'],
  ['2026-11-20 12:34:56', '2026-11-20T12:34:56.000Z'],
  ['2026-11-20T12:34', '2026-11-20T12:34:00.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T12:34:56+02:00', '2026-11-20T10:34:56.000Z'],
  ['2026-11-20T12:34:56-0530', '2026-11-20T18:04:56.000Z'],
  ['2026-11-20T00:30:00+01', '2026-11-19T23:30:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  [1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
  [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  ['1700000000.25', '2023-11-14T22:13:20.250Z'],
  [-1, '1969-12-31T23:59:59.000Z'],
])('%j reads as %s', (input, time) => {
  expect(valueOf(timestamp(), input).toISOString()).toBe(time);
});

test.each([
  '',
  'now',
  'tomorrow',
  '2026-13-01',
  '2026-00-10',
  '2026-11-31',
  '2026-11-00',
  '2025-02-29',
  '2026-11-20T24:00:00Z',
  '2026-11-20T12:60:00Z',
  '2026-11-20T12:34:60Z',
  '2026-11-20T12:34:56+24:00',
  '2026-11-20T12:34:56+01:60',
  '2026-11-20T12:34:56 Z Z',
  '2026-11-20T12',
  '20-11-2026',
  '2026/11/20',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '10000-01-01T00:00:00Z',
  '-0001-01-01T00:00:00Z',
  '2026-11-20T12:34:56Z\0',
  '9'.repeat(400),
  1e300,
  -1e18,
])('%j is no point in time', (input) => {
  const [issue, ...others] = issuesOf(timestamp(), input);
  expect(others).toEqual([]);
  const [type, what] =
    typeof input === 'string' ? ['datetime_from_date_parsing', 'datetime or date'] : ['datetime_parsing', 'datetime'];
  expect(issue).toMatchObject({ loc: [], type, input, ctx: { error: expect.any(String) } });
  expect(issue?.msg).toBe(`Input should be a valid ${what}, ${String(issue?.ctx?.['error'])}`);
});

test.each([null, true, [], {}, undefined].map((input) => [input]))('rejects the type of %j', (input) => {
  expect(issuesOf(timestamp(), input)).toEqual([
    { loc: [], type: 'datetime_type', msg: 'Input should be a valid datetime', input },
  ]);
});

test('a number that JSON cannot represent is not echoed', () => {
  expect(issuesOf(timestamp(), Infinity)).toMatchObject([{ type: 'datetime_parsing', input: null }]);
});

test.each(['2026-01-01', '2026-11-20', '2026-11-20T12:34', '2026-11-20 12:34:56.789', '2026-11-20T00:00:01'])(
  'rejects %j if an offset is required',
  (input) => {
    expect(issuesOf(awareTimestamp(), input)).toEqual([
      { loc: [], type: 'timezone_aware', msg: 'Input should have timezone info', input },
    ]);
  },
);

test.each([
  ['2026-11-20T12:34:56Z', '2026-11-20T12:34:56.000Z'],
  ['2026-11-20T12:34-01', '2026-11-20T13:34:00.000Z'],
  ['2026-11-20T12:34:56 +0530', '2026-11-20T07:04:56.000Z'],
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  ['1700000000.25', '2023-11-14T22:13:20.250Z'],
])('%j says its offset', (input, time) => {
  expect(valueOf(awareTimestamp(), input).toISOString()).toBe(time);
});

test('an invalid time is not also reported as without offset', () => {
  expect(issuesOf(awareTimestamp(), '2026-13-01')).toMatchObject([{ type: 'datetime_from_date_parsing' }]);
});

test('a time has at most 100 characters', () => {
  expect(valueOf(timestamp(), `1700000000.${'0'.repeat(89)}`).toISOString()).toBe('2023-11-14T22:13:20.000Z');
  expect(issuesOf(timestamp(), `1700000000.${'0'.repeat(90)}`)).toMatchObject([{ type: 'datetime_from_date_parsing' }]);
});
