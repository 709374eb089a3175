import { callAs } from '../support/call.ts';
import { eventsNamed, type MeteringFixture, openMeteringFixture } from '../support/metering-fixture.ts';

const NAMES = ['call', 'upload', 'signup'];
const MODELS = ['small', 'large', 'huge'];

let fixture: MeteringFixture;
let ada: { id: string };
let meterId: string;
beforeAll(async () => {
  fixture = await openMeteringFixture();
  ada = await fixture.customer({ external_id: 'ada' });
  meterId = (await fixture.meter({ func: 'count' }, eventsNamed('upload'))).id;
  // Every fourth event has the time of the one before. Some are from before 1970.
  const events = Array.from({ length: 90 }, (_, n) => ({
    name: NAMES[n % 3],
    ...(n % 5 === 0 ? { customer_id: ada.id } : { external_customer_id: n % 5 === 1 ? 'ada' : `customer-${n % 5}` }),
    external_id: `event-${n}`,
    timestamp: new Date(Date.UTC(n % 10 === 0 ? 1960 : 2025, 5, 1, 0, 0, n - (n % 4 === 0 ? 1 : 0))).toISOString(),
    metadata: { model: MODELS[n % 7] ?? 'none', units: n, cached: n % 2 === 0 },
  }));
  await fixture.ingest(...events);
  const { organization } = fixture.ours;
  const voided = { organization_id: organization.id, external_ids: ['event-3', 'event-40', 'event-41'], reason: 'Sent twice.' };
  const user = callAs(fixture.api, fixture.ours.pat);
  await user('POST', '/v1/events/void', voided);
});
afterAll(() => fixture.close());

const encoded = (filter: object): string => encodeURIComponent(JSON.stringify(filter));
const SIZES = { property: 'units', operator: 'gt', value: 60 };
const FILTERS = () => [
  '',
  `&customer_id=${ada.id}`,
  '&external_customer_id=ada',
  '&external_customer_id=nobody',
  '&metadata[model]=huge',
  '&metadata[model]=huge&metadata[cached]=true',
  '&metadata[model]=unheard-of',
  '&query=LARGE',
  '&name=call&name=signup',
  '&name=nobody',
  '&source=system',
  `&meter_id=${meterId}`,
  '&is_voided=true',
  '&is_voided=false&metadata[cached]=false',
  '&start_timestamp=2025-06-01T00:00:20Z&end_timestamp=2025-06-01T00:01:00Z',
  '&start_timestamp=1950-01-01T00:00:00Z&end_timestamp=1970-01-01T00:00:00Z',
  `&filter=${encoded({ conjunction: 'and', clauses: [SIZES] })}`,
  `&filter=${encoded({ ...eventsNamed('call'), clauses: [...eventsNamed('call').clauses, SIZES] })}&customer_id=${ada.id}`,
];

async function pagesOf(query: string, limit: number) {
  const ids: string[] = [];
  let hasPart = false;
  let requests = 0;
  for (let cursor: string | null = ''; cursor !== null; requests += 1) {
    const { body } = await fixture.seller('GET', `/v1/events/search?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    hasPart ||= !body.is_complete;
    cursor = body.next_cursor;
  }
  return { ids, hasPart, requests };
}

test('pages of a search have the events of the list, in its order, with every filter', async () => {
  expect((await pagesOf('&is_voided=true', 100)).ids).toHaveLength(3);
  for (const query of FILTERS()) {
    const { body } = await fixture.seller('GET', `/v1/events/?limit=100&organization_id=${fixture.ours.organization.id}${query}`);
    const listed = body.items.map(({ id }: { id: string }) => id);
    for (const limit of [7, 100])
      expect([query, await pagesOf(query, limit)]).toMatchObject([query, { ids: listed, hasPart: false }]);
  }
});

test('searches a limited number of events, says so, and goes on with the cursor', async () => {
  const customer = { external_customer_id: 'many' };
  await fixture.ingest(
    { name: 'scan', ...customer, metadata: { model: 'common' } },
    { name: 'rare', ...customer, metadata: { model: 'rare' }, timestamp: '2001-01-01T00:00:00Z' },
  );
  await fixture.rows(`insert into metering.events
    select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'seq', nextval('metering.event_seq'),
      'timestamp', date_trunc('second', e.timestamp) - n * interval '1 second'))).*
    from metering.events e, generate_series(1, 20500) n where e.name = 'scan'`);
  const answersUntilFound = async (filter: string) => {
    const answers: { found: number; isComplete: boolean }[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const url = `/v1/events/search?external_customer_id=many&${filter}${cursor && `&cursor=${cursor}`}`;
      const { body } = await fixture.seller('GET', url);
      answers.push({ found: body.items.length, isComplete: body.is_complete });
      cursor = body.next_cursor;
    }
    return answers;
  };
  const [none, last] = [
    { found: 0, isComplete: false },
    { found: 1, isComplete: true },
  ];
  expect(await answersUntilFound('query=RARE')).toEqual([none, none, none, none, last]);
  expect(await answersUntilFound('metadata[model]=rare')).toEqual([none, none, last]);
  const full = await fixture.seller('GET', '/v1/events/search?limit=5&metadata[model]=common');
  expect([full.body.items.length, full.body.is_complete]).toEqual([5, true]);
});

test('needs one organization, and events of others are not found', async () => {
  const user = callAs(fixture.api, fixture.ours.pat);
  const { organization } = fixture.theirs;
  expect((await user('GET', `/v1/events/search?organization_id=${organization.id}`)).body.items).toEqual([]);
  const cursor = '99999999999999.00000000-0000-4000-8000-000000000000';
  for (const extreme of [cursor, `-${cursor}`]) {
    expect((await fixture.seller('GET', `/v1/events/search?cursor=${extreme}`)).status).toBe(200);
  }
  expect((await fixture.seller('GET', `/v1/events/search?cursor=9${cursor}`)).status).toBe(422);
  const meter = await fixture.seller('GET', '/v1/events/search?meter_id=3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001');
  expect(meter).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'meter_id'], msg: 'Meter not found.' }] } });
});
