import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
const { seller } = fixture;
afterAll(() => fixture.close());

const count = { func: 'count' };
const sum = { func: 'sum', property: 'n' };
const unknown = '00000000-0000-4000-8000-000000000000';
const problems = (body: { detail: { loc: unknown[]; type: string }[] }): string[] =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
let keyCount = 0;
const key = (): string => `key-${++keyCount}`;

const quantities = async (meter: { id: string }, query: string) => {
  const { status, body } = await seller('GET', `/v1/meters/${meter.id}/quantities?${query}`);
  return status === 200 ? body : problems(body).join();
};

test('aggregates in buckets of a time zone', async () => {
  const meter = await fixture.meter(sum, eventsNamed('zoned'));
  const [one, two] = [await fixture.customer(), key()];
  const at = (timestamp: string, n: number, who: object = { customer_id: one.id }) => ({
    name: 'zoned',
    timestamp,
    metadata: { n, side: n > 3 ? 'b' : 'a' },
    ...who,
  });
  await fixture.ingest(
    at('2026-03-01T18:29:59.999Z', 1),
    at('2026-03-01T18:30:00Z', 2),
    at('2026-03-02T18:30:00Z', 4, { external_customer_id: two }),
    at('2026-03-02T18:31:00Z', 8),
  );
  const range = 'start_timestamp=2026-02-28T18:30:00Z&end_timestamp=2026-03-03T00:00:00Z&interval=day&timezone=Asia/Kolkata';
  const days = [
    { timestamp: '2026-02-28T18:30:00.000Z', quantity: 1 },
    { timestamp: '2026-03-01T18:30:00.000Z', quantity: 2 },
    { timestamp: '2026-03-02T18:30:00.000Z', quantity: 12 },
  ];
  expect(await quantities(meter, range)).toEqual({ quantities: days, total: 15 });
  expect(await quantities(meter, range.replace('00:00:00Z&i', '18:30:30Z&i').replace('03-03T', '03-02T'))).toMatchObject({
    total: 7,
  });
  expect(await quantities(meter, `${range}&external_customer_id=${two}`)).toMatchObject({ total: 4 });
  expect(await quantities(meter, `${range}&customer_id=${one.id}&metadata[side]=b`)).toMatchObject({ total: 8 });
  expect(await quantities(meter, `${range}&customer_aggregation_function=max`)).toMatchObject({
    quantities: [{ quantity: 1 }, { quantity: 2 }, { quantity: 8 }],
    total: 11,
  });
  const hours = 'start_timestamp=2026-10-24T22:00:00Z&end_timestamp=2026-10-25T22:59:59Z&interval=hour&timezone=Europe/Vienna';
  expect((await quantities(meter, hours)).quantities).toHaveLength(25);
  expect(
    (await quantities(meter, hours.replace('hour', 'week'))).quantities.map(({ timestamp }: { timestamp: string }) => timestamp),
  ).toEqual(['2026-10-18T22:00:00.000Z']);
});

test.each([
  ['nothing', '', 'query.start_timestamp missing,query.end_timestamp missing,query.interval missing'],
  [
    'an end before the start',
    'start_timestamp=2026-01-02T00:00Z&end_timestamp=2026-01-01T00:00Z&interval=day',
    'query value_error',
  ],
  ['hours of a month', 'start_timestamp=2026-01-02T00:00Z&end_timestamp=2026-02-01T00:00Z&interval=hour', 'query value_error'],
  [
    'another age, and seconds',
    'start_timestamp=2022-12-31T23:59:59.999Z&end_timestamp=2023-02-01T00:00Z&interval=second',
    'query.start_timestamp greater_than_equal,query.interval enum',
  ],
  [
    'times without an offset',
    'start_timestamp=2026-01-01&end_timestamp=2026-01-02T00:00:00&interval=day',
    'query.start_timestamp timezone_aware,query.end_timestamp timezone_aware',
  ],
  [
    'no time zone',
    'start_timestamp=2026-01-02T00:00Z&end_timestamp=2026-01-03T00:00Z&interval=day&timezone=Moon/Sea',
    'query.timezone enum',
  ],
])('rejects %s', async (_what, query, expected) => {
  expect(await quantities(await fixture.meter(count), query)).toBe(expected);
});

describe('buckets', () => {
  const QUARTER_MS = 900_000;
  const time = (text: string): number => Date.parse(`${text}:00Z`);
  const iso = (ms: number): string => new Date(ms).toISOString();

  /** One event every quarter of an hour, so the quantity of a bucket is its length in quarters. */
  test.each([
    [
      'days',
      'America/Havana',
      'two midnights',
      '2026-10-31T04:00',
      '2026-11-03T00:00',
      ['2026-10-31T04:00', '2026-11-01T04:00', '2026-11-02T05:00'],
    ],
    ['days', 'America/Havana', 'two midnights, from the first', '2026-11-01T04:00', '2026-11-02T00:00', ['2026-11-01T04:00']],
    ['days', 'America/Havana', 'two midnights, from the second', '2026-11-01T05:00', '2026-11-02T00:00', ['2026-11-01T04:00']],
    [
      'days',
      'America/Havana',
      'no midnight',
      '2026-03-07T05:00',
      '2026-03-10T00:00',
      ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00'],
    ],
    ['weeks', 'America/Havana', 'no midnight', '2026-03-02T05:00', '2026-03-10T00:00', ['2026-03-02T05:00', '2026-03-09T04:00']],
    [
      'months',
      'America/Havana',
      'two midnights',
      '2026-10-31T00:00',
      '2026-11-03T00:00',
      ['2026-10-01T04:00', '2026-11-01T04:00'],
    ],
    ['months', 'America/Havana', 'two midnights, from the first', '2026-11-01T04:00', '2026-11-02T00:00', ['2026-11-01T04:00']],
    [
      'hours',
      'America/Havana',
      'an hour twice',
      '2026-11-01T03:30',
      '2026-11-01T06:45',
      ['2026-11-01T03:00', '2026-11-01T04:00', '2026-11-01T05:00', '2026-11-01T06:00'],
    ],
    [
      'hours',
      'America/Havana',
      'an hour less',
      '2026-03-08T04:30',
      '2026-03-08T06:45',
      ['2026-03-08T04:00', '2026-03-08T05:00', '2026-03-08T06:00'],
    ],
    [
      'days',
      'Atlantic/Azores',
      'two midnights',
      '2026-10-25T00:00',
      '2026-10-27T00:00',
      ['2026-10-25T00:00', '2026-10-26T01:00'],
    ],
    [
      'days',
      'Atlantic/Azores',
      'no midnight',
      '2026-03-28T12:00',
      '2026-03-31T00:00',
      ['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00', '2026-03-31T00:00'],
    ],
    [
      'days',
      'Antarctica/Casey',
      'three hours twice',
      '2023-03-08T13:30',
      '2023-03-10T00:00',
      ['2023-03-08T13:00', '2023-03-09T16:00'],
    ],
    [
      'days',
      'America/Nuuk',
      'a midnight to which the clock is put forward',
      '2026-03-27T12:00',
      '2026-03-30T12:00',
      ['2026-03-27T02:00', '2026-03-28T02:00', '2026-03-29T01:00', '2026-03-30T01:00'],
    ],
    [
      'days',
      'America/Nuuk',
      'a midnight from which it is put back',
      '2026-10-24T12:00',
      '2026-10-26T12:00',
      ['2026-10-24T01:00', '2026-10-25T02:00', '2026-10-26T02:00'],
    ],
    [
      'days',
      'Australia/Lord_Howe',
      'half an hour twice',
      '2026-04-04T13:00',
      '2026-04-06T00:00',
      ['2026-04-04T13:00', '2026-04-05T13:30'],
    ],
    [
      'hours',
      'Australia/Lord_Howe',
      'half an hour twice',
      '2026-04-04T14:15',
      '2026-04-04T16:45',
      ['2026-04-04T14:00', '2026-04-04T15:00', '2026-04-04T15:30', '2026-04-04T16:30'],
    ],
    [
      'hours',
      'Australia/Lord_Howe',
      'half an hour twice, from within',
      '2026-04-04T15:15',
      '2026-04-04T16:15',
      ['2026-04-04T15:00', '2026-04-04T15:30'],
    ],
    [
      'hours',
      'Australia/Lord_Howe',
      'half an hour less',
      '2026-10-03T14:30',
      '2026-10-03T16:45',
      ['2026-10-03T14:30', '2026-10-03T15:30', '2026-10-03T16:00'],
    ],
    [
      'hours',
      'Asia/Kolkata',
      'half hours from UTC',
      '2026-05-01T18:00',
      '2026-05-01T19:45',
      ['2026-05-01T17:30', '2026-05-01T18:30', '2026-05-01T19:30'],
    ],
    [
      'months',
      'asia/kolkata',
      'half hours from UTC',
      '2026-05-31T18:00',
      '2026-05-31T19:00',
      ['2026-04-30T18:30', '2026-05-31T18:30'],
    ],
    [
      'hours',
      'Pacific/Chatham',
      'quarters from UTC, an hour twice',
      '2026-04-04T13:15',
      '2026-04-04T15:30',
      ['2026-04-04T13:15', '2026-04-04T14:15', '2026-04-04T15:15'],
    ],
    [
      'days',
      'Pacific/Chatham',
      'quarters from UTC, an hour twice',
      '2026-04-04T10:15',
      '2026-04-06T00:00',
      ['2026-04-04T10:15', '2026-04-05T11:15'],
    ],
    [
      'days',
      'Pacific/Chatham',
      'quarters from UTC, an hour less',
      '2026-09-25T11:15',
      '2026-09-28T00:00',
      ['2026-09-25T11:15', '2026-09-26T11:15', '2026-09-27T10:15'],
    ],
    ['years', 'America/Havana', 'a change within', '2026-11-01T00:00', '2026-11-02T00:00', ['2026-01-01T05:00']],
    ['days', 'CET', 'a name without a place', '2026-07-01T12:00', '2026-07-02T12:00', ['2026-06-30T22:00', '2026-07-01T22:00']],
  ])('%s in %s: %s (%s)', async (interval, zone, _what, start, end, begins) => {
    const [from, to] = [time(start), time(end)];
    const name = key();
    const meter = await fixture.meter(count, eventsNamed(name));
    const customer = await fixture.customer();
    const quarters = Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => iso(from + index * QUARTER_MS));
    await fixture.ingest(...quarters.map((timestamp) => ({ name, customer_id: customer.id, timestamp })));
    const expected = begins.map((begin, index) => {
      const [first, last] = [Math.max(time(begin), from), Math.min(time(begins[index + 1] ?? end), to)];
      return { timestamp: iso(time(begin)), quantity: (last - first) / QUARTER_MS };
    });
    const query = `start_timestamp=${iso(from)}&end_timestamp=${iso(to)}&interval=${interval.slice(0, -1)}&timezone=${zone}`;
    for (const more of ['', `&customer_id=${customer.id}`, '&customer_aggregation_function=max']) {
      expect(await quantities(meter, query + more)).toEqual({ quantities: expected, total: quarters.length });
    }
  });

  const day = 'start_timestamp=2026-07-01T00:00:00Z&end_timestamp=2026-07-01T01:00:00Z&interval=day';
  test.each([
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Europe/Kiev',
    'US/Eastern',
    'EST5EDT',
    'GMT',
    'utc',
    'Etc/GMT%2B5',
    'Cuba',
  ])('accepts the time zone %s', async (zone) => {
    expect((await quantities(await fixture.meter(count), `${day}&timezone=${zone}`)).total).toBe(0);
  });

  test.each(['Moon/Sea', 'IST', 'BST', 'PST', '%2B01:00', '', 'Canada/East-Saskatchewan', 'UTC%00', 'x'.repeat(500)])(
    'rejects the time zone %j',
    async (zone) => {
      expect(await quantities(await fixture.meter(count), `${day}&timezone=${zone}`)).toBe('query.timezone enum');
    },
  );
});

test('accepts the last representable timestamp as the end', async () => {
  const query = 'start_timestamp=9999-12-31T22:30:00Z&end_timestamp=9999-12-31T23:59:59.999Z&interval=hour';
  const meter = await fixture.meter({ func: 'unique', property: 'n' });
  for (const id of [meter.id, (await fixture.meter(count)).id]) {
    expect((await quantities({ id }, query)).quantities).toMatchObject([
      { timestamp: '9999-12-31T22:00:00.000Z' },
      { timestamp: '9999-12-31T23:00:00.000Z' },
    ]);
  }
});

test('rejects a range that is too long; 404 first for a foreign meter', async () => {
  const long = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2028-01-01T00:00:00Z&interval=day';
  const url = `/v1/meters/${(await fixture.meter(count)).id}/quantities?${long}`;
  const msg = 'The interval is too small for the given date range. Use a larger interval or reduce the date range.';
  expect((await seller('GET', url)).body).toEqual({ detail: [{ loc: ['query'], type: 'value_error', msg }] });
  expect((await callAs(fixture.api, fixture.theirs.oat)('GET', url)).status).toBe(404);
  expect((await seller('GET', `/v1/meters/${unknown}/quantities?${long}`)).status).toBe(404);
});

test('quantities of an archived meter include events that it has not counted', async () => {
  const customer = await fixture.customer();
  const meter = await fixture.meter(sum, eventsNamed('archived'));
  const use = (timestamp: string, n: number) =>
    fixture.ingest({ name: 'archived', customer_id: customer.id, timestamp, metadata: { n, kind: 'a' } });
  const range = 'start_timestamp=2026-02-01T00:05:00Z&end_timestamp=2026-02-02T00:00:00Z&interval=day';
  const totals = async () =>
    Promise.all(
      ['', `&customer_id=${customer.id}`, '&metadata[kind]=a'].map(async (more) => (await quantities(meter, range + more)).total),
    );
  await use('2026-02-01T00:07:00Z', 1);
  await use('2026-02-01T10:00:00Z', 2);
  await seller('PATCH', `/v1/meters/${meter.id}`, { is_archived: true });
  await use('2026-02-01T00:08:00Z', 4);
  await use('2026-02-01T10:01:00Z', 8);
  await use('2026-02-03T10:00:00Z', 16);
  expect(await totals()).toEqual([15, 15, 15]);
  await seller('PATCH', `/v1/meters/${meter.id}`, { is_archived: false });
  await use('2026-02-01T10:02:00Z', 32);
  expect(await totals()).toEqual([47, 47, 47]);
});
