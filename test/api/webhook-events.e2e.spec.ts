import { EntityManager } from '@mikro-orm/postgresql';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';
import { callAs, type Answer } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

type Item = Answer['body'];

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const FEED = '/v1/webhooks/events';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());

let count = 0;
const newCustomer = (): Promise<Item> =>
  fixture.create('/v1/customers/', { email: `c${(count += 1)}@example.com`, external_id: `c${count}` });
const deliveries = async (query: string): Promise<Item[]> =>
  (await fixture.seller('GET', `/v1/webhooks/deliveries?${query}`)).body.items;
const feedAfter = async (after: number): Promise<Item> => (await fixture.seller('GET', `${FEED}?after=${after}`)).body;

describe('GET /v1/webhooks/events', () => {
  test('the feed has every event since it was opened, by position and without gaps', async () => {
    const { last_sequence: start } = await feedAfter(0);
    const [first, second] = [await newCustomer(), await newCustomer()];
    await fixture.delivered();
    const { items, last_sequence } = await feedAfter(start);
    const sequences = items.map(({ sequence }: Item) => sequence);
    expect(sequences).toEqual(sequences.map((_: number, index: number) => start + 1 + index));
    expect(last_sequence).toBe(sequences.at(-1));
    const created = items.filter(({ type }: Item) => type === 'customer.created');
    expect(created.map(({ payload }: Item) => JSON.parse(payload).data.id)).toEqual([first.id, second.id]);
    expect((await fixture.seller('GET', `${FEED}?after=${start}&limit=1`)).body.items).toEqual([items[0]]);
    expect((await feedAfter(last_sequence)).items).toEqual([]);
  });

  test('names the organization of a user with several', async () => {
    const { status, body } = await callAs(fixture.api, fixture.ours.pat)(
      'GET',
      `${FEED}?organization_id=${fixture.ours.organization.id}`,
    );
    expect([status, Array.isArray(body.items)]).toEqual([200, true]);
    const stranger = await seedOrganization(fixture.api);
    const foreign = await fixture.seller('GET', `${FEED}?organization_id=${stranger.organization.id}`);
    expect([foreign.status, foreign.body]).toEqual([404, NOT_FOUND]);
  });

  test.each(['after=-1', 'after=x', 'limit=0', 'limit=101', `after=${2 ** 60}`])('rejects %s', async (query) => {
    expect((await fixture.seller('GET', `${FEED}?${query}`)).status).toBe(422);
  });
});

describe('GET /v1/webhooks/deliveries', () => {
  test('filters attempts', async () => {
    const good = await fixture.endpoint('/good');
    const bad = await fixture.endpoint('/bad', { events: ['customer.created', 'customer.deleted'] });
    fixture.receiver.answer((response, { path }) => response.writeHead(path === '/bad' ? 500 : 200).end(`at ${path}\0`));
    const { id } = await newCustomer();
    await fixture.delivered();
    await fixture.seller('DELETE', `/v1/customers/${id}`);
    await fixture.delivered();
    const [event] = await deliveries(`endpoint_id=${good.id}`);
    expect(event).toMatchObject({ succeeded: true, http_code: 200, response: 'at /good' });
    const failed = await deliveries(`endpoint_id=${bad.id}`);
    expect(failed.map(({ webhook_event: { type } }: Item) => type)).toEqual(['customer.deleted', 'customer.created']);
    expect(failed[0]).toMatchObject({
      succeeded: false,
      http_code: 500,
      webhook_event: { succeeded: null, last_http_code: 500 },
    });

    const of = async (query: string) => (await deliveries(`endpoint_id=${good.id}&endpoint_id=${bad.id}&${query}`)).length;
    expect([await of(''), await of('succeeded=true'), await of('succeeded=false')]).toEqual([3, 1, 2]);
    expect([await of('http_code_class=2xx'), await of('http_code_class=5xx'), await of('http_code_class=4xx')]).toEqual([
      1, 2, 0,
    ]);
    expect([await of('event_type=customer.deleted'), await of('event_type=order.paid')]).toEqual([1, 0]);
    expect([await of(`query=${event.id.toUpperCase()}`), await of(`query=${event.webhook_event.id.slice(2, 12)}`)]).toEqual([
      1, 2,
    ]);
    expect([await of('query=50'), await of('query=%25')]).toEqual([expect.any(Number), 0]);
    expect([await of(`start_timestamp=${event.created_at}`), await of('end_timestamp=2020-01-01')]).toEqual([
      expect.any(Number),
      0,
    ]);
    expect((await fixture.seller('GET', '/v1/webhooks/deliveries?limit=1')).body.pagination.max_page).toBeGreaterThan(2);
    expect((await fixture.seller('GET', '/v1/webhooks/deliveries?http_code_class=9xx')).status).toBe(422);
    fixture.receiver.answer((response) => response.writeHead(200).end());
  });
});

describe('GET /v1/webhooks/endpoints?failing_since', () => {
  test('lists endpoints that are off, and those at which an attempt failed after a time', async () => {
    const [good, bad, off] = [await fixture.endpoint('/good'), await fixture.endpoint('/bad'), await fixture.endpoint('/off')];
    fixture.receiver.answer((response, { path }) => response.writeHead(path === '/bad' ? 500 : 200).end());
    await newCustomer();
    await fixture.delivered();
    fixture.receiver.answer((response) => response.writeHead(200).end());
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${off.id}`, { enabled: false });
    const failing = async (since: string): Promise<string[]> => {
      const { body } = await fixture.seller('GET', `/v1/webhooks/endpoints?limit=100&failing_since=${since}`);
      const ids = body.items.map(({ id }: Item) => id);
      return ids.filter((id: string) => [good.id, bad.id, off.id].includes(id));
    };
    const [attempt] = await deliveries(`endpoint_id=${bad.id}`);
    expect(await failing(good.created_at)).toEqual([off.id, bad.id]);
    expect(await failing(attempt.created_at)).toEqual([off.id]);
    expect((await fixture.seller('GET', '/v1/webhooks/endpoints?failing_since=yesterday')).status).toBe(422);
  });
});

describe('redelivery', () => {
  test('an event is delivered again with the same body and id', async () => {
    await fixture.endpoint('/again');
    const { id } = await newCustomer();
    const [first] = await fixture.receiver.at('/again', 1);
    await fixture.delivered();
    await fixture.seller('PATCH', `/v1/customers/${id}`, { name: 'Renamed' });
    const answer = await fixture.seller('POST', `/v1/webhooks/events/${String(first!.headers['webhook-id'])}/redeliver`);
    expect([answer.status, answer.body]).toEqual([202, { events: 1 }]);
    const [, second] = await fixture.receiver.at('/again', 2);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await fixture.delivered();
  });

  test('a range is delivered to a new endpoint, and failures alone to an old one', async () => {
    const before = new Date();
    await newCustomer();
    await fixture.delivered();
    const range = { start_timestamp: before.toISOString(), end_timestamp: new Date(Date.now() + 1000).toISOString() };
    const { id } = await fixture.endpoint('/late');
    const redeliver = (more: object) => fixture.seller('POST', `/v1/webhooks/endpoints/${id}/redeliver`, { ...range, ...more });
    expect((await redeliver({ only_failed: true })).body).toEqual({ events: 0 });
    expect(await redeliver({})).toMatchObject({ status: 202, body: { events: 1 } });
    await fixture.receiver.at('/late', 1);
    await fixture.delivered();
    expect((await redeliver({ only_failed: true })).body).toEqual({ events: 0 });
  });

  test('what an endpoint missed is sent, and nothing that it has taken', async () => {
    const since = new Date().toISOString();
    const { id } = await fixture.endpoint('/recovered');
    await newCustomer();
    await fixture.receiver.at('/recovered', 1);
    await fixture.delivered();
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${id}`, { enabled: false });
    await fixture.endpoint('/recorder');
    await newCustomer();
    await fixture.delivered();
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${id}`, { enabled: true });
    fixture.receiver.answer((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    await newCustomer();
    await fixture.receiver.at('/recovered', 2);
    await fixture.delivered();
    fixture.receiver.answer((response) => response.writeHead(200).end());
    const range = { start_timestamp: since, end_timestamp: new Date(Date.now() + 1000).toISOString() };
    const failed = await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/redeliver`, { ...range, only_failed: true });
    expect([failed.status, failed.body]).toEqual([202, { events: 1 }]);
    await fixture.receiver.at('/recovered', 3);
    await fixture.delivered();
    const recovered = await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/recover`, { since });
    expect([recovered.status, recovered.body]).toEqual([202, { events: 1 }]);
    await fixture.receiver.at('/recovered', 4);
    await fixture.delivered();
    expect((await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/recover`, { since })).body).toEqual({ events: 0 });
  });

  test('requests have the headers of the endpoint, whose secret values nobody sees', async () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer of-the-receiver', is_secret: true },
      { name: 'X-Team', value: 'billing' },
    ];
    const created = await fixture.endpoint('/headers', { headers });
    const shown = [
      { name: 'Authorization', value: null, is_secret: true },
      { name: 'X-Team', value: 'billing', is_secret: false },
    ];
    expect(created.headers).toEqual(shown);
    await newCustomer();
    const [request] = await fixture.receiver.at('/headers', 1);
    expect(request!.headers).toMatchObject({ authorization: 'Bearer of-the-receiver', 'x-team': 'billing' });
    await fixture.delivered();
    const url = `/v1/webhooks/endpoints/${created.id}`;
    expect((await fixture.seller('PATCH', url, { headers: [{ name: 'Host', value: 'x' }] })).body.detail).toMatchObject([
      { loc: ['body', 'headers', 0, 'name'] },
    ]);
    const [kept] = shown;
    expect((await fixture.seller('PATCH', url, { headers: [kept] })).body.headers).toEqual([kept]);
    await newCustomer();
    const [, again] = await fixture.receiver.at('/headers', 2);
    expect([again!.headers['authorization'], again!.headers['x-team']]).toEqual(['Bearer of-the-receiver', undefined]);
    await fixture.delivered();
    expect((await fixture.seller('PATCH', url, { headers: null })).body.headers).toBeUndefined();
  });

  test('skipped deliveries are delivered once the endpoint is enabled again', async () => {
    fixture.receiver.answer((response) => response.writeHead(503, { 'retry-after': '60' }).end());
    const { id } = await fixture.endpoint('/skipped');
    await newCustomer();
    await fixture.receiver.at('/skipped', 1);
    await fixture.delivered();
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${id}`, { enabled: false });
    const [{ webhook_event: skipped }] = await deliveries(`endpoint_id=${id}`);
    expect(skipped).toMatchObject({ skipped: true, succeeded: null, last_http_code: 503 });
    fixture.receiver.answer((response) => response.writeHead(200).end());
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${id}`, { enabled: true });
    const answer = await fixture.seller('POST', `/v1/webhooks/events/${skipped.id}/redeliver`);
    expect(answer.status).toBe(202);
    await fixture.receiver.at('/skipped', 2);
    await fixture.delivered();
    expect((await deliveries(`endpoint_id=${id}`))[0].webhook_event).toMatchObject({ skipped: false, succeeded: true });
  });

  test('unknown, foreign and archived events are not found', async () => {
    await fixture.endpoint('/archived');
    await newCustomer();
    const [request] = await fixture.receiver.at('/archived', 1);
    await fixture.delivered();
    const id = String(request!.headers['webhook-id']);
    const stranger = await seedOrganization(fixture.api);
    const foreign = await callAs(fixture.api, stranger.oat)('POST', `/v1/webhooks/events/${id}/redeliver`);
    expect([foreign.status, foreign.body]).toEqual([404, NOT_FOUND]);
    await fixture.api.app.get(EntityManager).fork().execute('update webhooks.events set body = null where id = ?', [id]);
    const archived = await fixture.seller('POST', `/v1/webhooks/events/${id}/redeliver`);
    expect([archived.status, archived.body]).toEqual([404, NOT_FOUND]);
    expect((await deliveries(`query=${id}`))[0].webhook_event).toMatchObject({ payload: null, is_archived: true });
  });

  test('a range needs two times with an offset', async () => {
    const { id } = await fixture.endpoint('/range');
    const { status, body } = await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/redeliver`, {
      start_timestamp: '2026-11-01T00:00:00',
    });
    expect([status, body.detail.map(({ type }: Item) => type)]).toEqual([422, ['timezone_aware', 'missing']]);
  });
});

test('a range with more than 20,000 events is refused', async () => {
  const stranger = await seedOrganization(fixture.api);
  const call = callAs(fixture.api, stranger.oat);
  const attributes = { url: fixture.receiver.url, format: 'raw', events: ['order.paid'] };
  const { id } = (await call('POST', '/v1/webhooks/endpoints', attributes)).body;
  const store = (from: number, to: number) =>
    fixture.api.app.get(EntityManager).fork()
      .execute(`insert into webhooks.events (id, organization_id, sequence, type, organization_name, body, occurred_at, created_at)
        select gen_random_uuid(), '${stranger.organization.id}', n, 'order.paid', 'Acme', '{}', '2026-01-02', '2026-01-02'
        from generate_series(${from}, ${to}) n`);
  const range = { start_timestamp: '2026-01-02T00:00:00Z', end_timestamp: '2026-01-03T00:00:00Z' };
  const redeliver = () => call('POST', `/v1/webhooks/endpoints/${id}/redeliver`, range);
  await store(1, 20_001);
  const { status, body } = await redeliver();
  const msg = 'The time range has more than 20000 events. Choose a shorter one.';
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'end_timestamp'], msg, type: 'value_error' }]]);
  await fixture.api.app.get(EntityManager).fork().execute(`update webhooks.events set body = null where sequence > 2
    and organization_id = '${stranger.organization.id}'`);
  expect(await redeliver()).toMatchObject({ status: 202, body: { events: 2 } });
});

describe('POST /v1/webhooks/endpoints/{id}/test', () => {
  test('sends an event that is not in the feed, also to a disabled endpoint', async () => {
    const endpoint = await fixture.endpoint('/test', { events: [] });
    await fixture.seller('PATCH', `/v1/webhooks/endpoints/${endpoint.id}`, { enabled: false });
    const { last_sequence } = await feedAfter(0);
    const answer = await fixture.seller('POST', `/v1/webhooks/endpoints/${endpoint.id}/test`);
    expect([answer.status, answer.body]).toEqual([202, { id: expect.any(String) }]);
    const [request] = await fixture.receiver.at('/test', 1);
    expect(request!.headers).toMatchObject({ 'webhook-id': answer.body.id });
    expect(request!.headers).not.toHaveProperty('webhook-sequence');
    expect(JSON.parse(request!.body)).toMatchObject({ type: 'organization.updated', data: { id: fixture.ours.organization.id } });
    await fixture.delivered();
    expect((await feedAfter(last_sequence)).items).toEqual([]);
  });

  test('sends a kind that the endpoint listens to, as it was sent last', async () => {
    const endpoint = await fixture.endpoint('/test-of-kind', { events: ['customer.created'] });
    const customer = await fixture.create('/v1/customers/', { email: 'tested@example.com' });
    await fixture.delivered();
    const sent = await fixture.receiver.at('/test-of-kind', 1);
    await fixture.seller('POST', `/v1/webhooks/endpoints/${endpoint.id}/test`);
    const [, request] = await fixture.receiver.at('/test-of-kind', 2);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(request!.body)).toMatchObject({ type: 'customer.created', data: { id: customer.id } });
    expect(request!.headers).not.toHaveProperty('webhook-sequence');
  });

  test('is sent once, and its failure does not count', async () => {
    fixture.receiver.answer((response) => response.writeHead(410).end());
    const { id } = await fixture.endpoint('/failing-test', { events: [] });
    await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/test`);
    await fixture.receiver.at('/failing-test', 1);
    await fixture.delivered();
    fixture.receiver.answer((response) => response.writeHead(200).end());
    expect((await deliveries(`endpoint_id=${id}`))[0]).toMatchObject({ http_code: 410, webhook_event: { succeeded: false } });
    expect((await fixture.seller('GET', `/v1/webhooks/endpoints/${id}`)).body.enabled).toBe(true);
  });
});
