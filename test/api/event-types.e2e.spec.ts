import { MaintainEventPartitions } from '#metering';
import { callAs } from '../support/call.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

const fixture = await openMeteringFixture();
const { seller, ours, theirs } = fixture;
afterAll(() => fixture.close());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const at = (day: number) => ({ timestamp: `2026-01-0${day}T10:00:00Z` });
const problems = (body: { detail: { loc: unknown[]; type: string }[] }): string[] =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
const idsAreWrong = (name: string): string[] => problems({ detail: wrongParameter([name, 0], 'uuid_parsing') as never });
const listed = async (query: string) => (await seller('GET', `/v1/event-types/?${query}`)).body.items;
const typeNamed = async (name: string) => (await listed(`query=${name}`))[0];

beforeAll(async () => {
  const reported = { external_customer_id: 'listed' };
  await fixture.ingest(
    { ...reported, ...at(2), name: 'listed.root', external_id: 'the-root' },
    { ...reported, ...at(4), name: 'listed.child', parent_id: 'the-root' },
    { ...reported, ...at(3), name: 'listed.both', parent_id: 'the-root' },
    { ...reported, ...at(5), name: 'listed.both', external_customer_id: 'somebody-else' },
  );
});

describe('GET /v1/event-types/', () => {
  test('returns what was ingested once, however it was stored', async () => {
    const [both, child, root] = await listed('query=LISTED.&sorting=name');
    expect(both).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      name: 'listed.both',
      label: 'listed.both',
      label_property_selector: null,
      organization_id: ours.organization.id,
      source: 'user',
      occurrences: 2,
      first_seen: '2026-01-03T10:00:00.000Z',
      last_seen: '2026-01-05T10:00:00.000Z',
    });
    expect([child, root]).toMatchObject([{ name: 'listed.child' }, { name: 'listed.root', occurrences: 1 }]);
  });

  const NAMES: readonly [what: string, query: string, expected: string][] = [
    ['the last seen first', '', 'both 2,child 1,root 1'],
    ['by occurrences', 'sorting=occurrences&sorting=-name', 'root 1,child 1,both 2'],
    ['by their first event', 'sorting=first_seen', 'root 1,both 2,child 1'],
    ['by label, descending', 'sorting=-label', 'root 1,child 1,both 2'],
    ['without children', 'root_events=true', 'both 1,root 1'],
    ['of a customer', 'external_customer_id=listed', 'child 1,both 1,root 1'],
    ['of a customer, without children', 'external_customer_id=listed&root_events=true', 'root 1'],
    ['of the customer of an id', `customer_id=${UNKNOWN}`, ''],
    ['ingested', 'source=user', 'both 2,child 1,root 1'],
    ['of the service', 'source=system', ''],
    ['of a foreign organization', `organization_id=${theirs.organization.id}`, ''],
    ['on a page', 'limit=1&page=2', 'child 1'],
  ];
  test.each(NAMES)('lists types %s', async (_what, query, expected) => {
    const items = await listed(`query=listed.&${query}`);
    expect(items.map(({ name, occurrences }: never) => `${String(name).replace('listed.', '')} ${occurrences}`).join()).toBe(
      expected,
    );
  });

  test('counts the children of an event', async () => {
    const { items } = (await seller('GET', '/v1/events/?name=listed.root')).body;
    const children = await listed(`parent_id=${items[0].id}&sorting=name`);
    expect(children).toMatchObject([
      { name: 'listed.both', occurrences: 1, last_seen: '2026-01-03T10:00:00.000Z' },
      { name: 'listed.child', occurrences: 1 },
    ]);
    expect(await listed(`parent_id=${items[0].id}&customer_id=${UNKNOWN}`)).toEqual([]);
    const stranger = callAs(fixture.api, theirs.oat);
    expect((await stranger('GET', `/v1/event-types/?parent_id=${items[0].id}`)).body.items).toEqual([]);
  });

  test('knows the times of events without a parent', async () => {
    expect(await listed('query=listed.both&root_events=true')).toMatchObject([
      { first_seen: '2026-01-05T10:00:00.000Z', last_seen: '2026-01-05T10:00:00.000Z' },
    ]);
  });

  test('labels events of the service, which have no id', async () => {
    await fixture.rows(
      `insert into metering.event_names (organization_id, name, source, shard, occurrences, first_seen, last_seen)
       values (?, 'benefit.granted_again', 'system', 0, 3, '2026-01-01', '2026-01-02')`,
      ours.organization.id,
    );
    expect(await listed('source=system&query=granted again')).toMatchObject([
      { id: null, created_at: null, name: 'benefit.granted_again', label: 'Benefit Granted Again', occurrences: 3 },
    ]);
  });

  test.each([
    ['page=0', 'query.page greater_than'],
    ['limit=x', 'query.limit int_parsing'],
    ['sorting=size', 'query.sorting.0 enum'],
    ['root_events=maybe', 'query.root_events bool_parsing'],
    ['source=other', 'query.source enum'],
    ['parent_id=null', 'query.parent_id uuid_parsing'],
    ['customer_id=1', ...idsAreWrong('customer_id')],
    [`query=${'x'.repeat(5000)}`, 'query.query string_too_long'],
  ])('422: %s', async (query, ...expected) => {
    const { status, body } = await seller('GET', `/v1/event-types/?${query}`);
    expect([status, problems(body)]).toEqual([422, expected]);
  });
});

describe('PATCH /v1/event-types/{id}', () => {
  test('changes what is sent, and how events are labeled that have arrived already', async () => {
    await fixture.ingest({ name: 'patched', external_customer_id: 'listed', metadata: { plan: 'Pro' }, external_id: 'pro' });
    const { id } = await typeNamed('patched');
    const url = `/v1/event-types/${id}`;
    const labeled = await seller('PATCH', url, { label: 'A change' });
    expect(labeled).toMatchObject({
      status: 200,
      body: { id, name: 'patched', label: 'A change', label_property_selector: null, modified_at: expect.any(String) },
    });
    expect((await seller('GET', `/v1/event-types/${id}`)).body).toEqual(labeled.body);
    const labelOfEvent = async () => (await seller('GET', '/v1/events/?name=patched')).body.items[0].label;
    expect(await labelOfEvent()).toBe('A change');
    const selecting = await seller('PATCH', url, { label_property_selector: 'metadata.plan' });
    expect(selecting.body).toMatchObject({ label: 'A change', label_property_selector: 'metadata.plan' });
    expect(await labelOfEvent()).toBe('Pro');
    expect((await seller('PATCH', url, { label_property_selector: null })).body.label_property_selector).toBeNull();
    expect(await listed('query=a CHANGE')).toMatchObject([{ id, label: 'A change' }]);
  });

  test.each([
    [{ label: '' }, 'body.label string_too_short'],
    [{ label: 'x'.repeat(5000) }, 'body.label string_too_long'],
    [{ label: null }, 'body.label string_type'],
    [{ label_property_selector: 5 }, 'body.label_property_selector string_type'],
  ])('422: %j', async (body, problem) => {
    const { id } = await typeNamed('listed.root');
    const answer = await seller('PATCH', `/v1/event-types/${id}`, body);
    expect([answer.status, problems(answer.body)]).toEqual([422, [problem]]);
  });

  test('404: unknown and foreign event types', async () => {
    const { id } = await typeNamed('listed.root');
    const stranger = callAs(fixture.api, theirs.oat);
    for (const [call, of] of [[seller, UNKNOWN] as const, [stranger, id] as const]) {
      expect((await call('GET', `/v1/event-types/${of}`)).status).toBe(404);
      expect(await call('PATCH', `/v1/event-types/${of}`, { label: 'Mine' })).toMatchObject({
        status: 404,
        body: { error: 'ResourceNotFound' },
      });
    }
    expect((await seller('PATCH', '/v1/event-types/1', { label: 'Mine' })).status).toBe(422);
  });
});

test('concurrent requests add a type once, and it stays while there are events', async () => {
  const events = Array.from({ length: 20 }, (_, n) => ({ name: `racing.${n % 4}`, external_customer_id: `customer-${n}` }));
  await Promise.all(events.map((event) => fixture.ingest(event)));
  const racing = await listed('query=racing&sorting=name&limit=100');
  expect(racing.map(({ occurrences }: never) => occurrences)).toEqual([5, 5, 5, 5]);
  const stored = `select count(*)::int as number from metering.event_types where name like 'racing%'`;
  expect(await fixture.rows(stored)).toEqual([{ number: 4 }]);
});

test('types of events that were deleted by their age are gone, unless they were labeled', async () => {
  for (const name of ['aged.labeled', 'aged.plain']) {
    await fixture.ingest(
      { name, external_customer_id: 'aged', external_id: name },
      { name, external_customer_id: 'aged', parent_id: name },
    );
  }
  const { id } = await typeNamed('aged.labeled');
  await seller('PATCH', `/v1/event-types/${id}`, { label: 'Kept' });
  const begins = BigInt(Date.UTC(2020, 0, 15))
    .toString(16)
    .padStart(12, '0');
  await fixture.rows(
    `update metering.events set ingested_at = '2020-01-15', id = overlay(id::text placing ? from 1)::uuid where name like 'aged%'`,
    `${begins.slice(0, 8)}-${begins.slice(8)}`,
  );
  await fixture.rows(`select metering.make_partition('2020-01-01')`);
  await fixture.run(new MaintainEventPartitions(365));
  expect(await listed('query=aged')).toEqual([]);
  const left = `select name, label from metering.event_types where name like 'aged%'`;
  expect(await fixture.rows(left)).toEqual([{ name: 'aged.labeled', label: 'Kept' }]);
  await fixture.ingest({ name: 'aged.labeled', external_customer_id: 'aged' });
  expect(await listed('query=aged')).toMatchObject([{ id, label: 'Kept', occurrences: 1 }]);
});
