import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
const { seller } = fixture;
afterAll(() => fixture.close());

const unknown = '00000000-0000-4000-8000-000000000000';
const sum = (property: string) => ({ func: 'sum', property });
const problems = (body: { detail: { loc: unknown[]; type: string }[] }): string[] =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
const send = (...events: object[]) => seller('POST', '/v1/events/ingest', { events });
const listed = async (query: string) => (await seller('GET', `/v1/events/?${query}`)).body.items;

describe('empty strings', () => {
  test('are valid external ids', async () => {
    const event = { name: 'empty id', external_customer_id: 'empty', external_id: '' };
    expect(await fixture.ingest(event, event)).toEqual({ inserted: 1, duplicates: 1 });
    expect(await fixture.ingest({ ...event, name: 'other' }, { ...event, external_id: 'x' })).toEqual({
      inserted: 1,
      duplicates: 1,
    });
    const raced = await Promise.all(Array.from({ length: 4 }, () => fixture.ingest(event)));
    expect(raced.map(({ inserted }) => inserted)).toEqual([0, 0, 0, 0]);
  });

  test('identify a parent event', async () => {
    const external_customer_id = 'empty parents';
    const reported = { name: 'root', external_customer_id, external_id: '' };
    const theirs = callAs(fixture.api, fixture.theirs.oat);
    const events = [{ name: 'child', external_customer_id, parent_id: '' }, reported];
    expect((await theirs('POST', '/v1/events/ingest', { events })).body).toEqual({ inserted: 2, duplicates: 0 });
    const { items } = (await theirs('GET', '/v1/events/')).body;
    const byName = (name: string) => items.find((item: { name: string }) => item.name === name);
    expect([byName('child').parent_id, byName('root').child_count]).toEqual([byName('root').id, 1]);
  });

  test('are valid names and external ids of customers and members', async () => {
    await fixture.ingest({ name: '', external_customer_id: '', external_member_id: '' });
    expect(await listed('external_customer_id=')).toMatchObject([{ name: '', external_customer_id: '', external_member_id: '' }]);
  });
});

describe('invalid input', () => {
  test('is reported for all events together: first the format, then the references', async () => {
    const customer_id = (await fixture.customer()).id;
    const organization_id = fixture.ours.organization.id;
    const event = { name: 'x', customer_id };
    const future = { ...event, timestamp: new Date(Date.now() + 120_000).toISOString() };
    const strangers = [
      { ...event, organization_id },
      { ...event, customer_id: unknown },
      { ...event, member_id: unknown },
    ];
    const [shapes, facts] = [await send({ name: 'x' }, future, ...strangers), await send(event, ...strangers)];
    expect([shapes.status, problems(shapes.body)]).toEqual([
      422,
      ['body.events.0.customer_id missing', 'body.events.1.timestamp value_error'],
    ]);
    expect([facts.status, problems(facts.body)]).toEqual([
      422,
      [
        'body.events.1.organization_id organization_token',
        'body.events.2.customer_id customer_id',
        'body.events.3.member_id member_id',
      ],
    ]);
    expect(facts.body.detail[2].msg).toBe('Member not found.');
  });

  test.each(['2026-01-01', '2026-01-01T00:00:00', '2026-01-01 10:00'])(
    'rejects %s, a timestamp without offset',
    async (timestamp) => {
      const { status, body } = await send({ name: 'x', external_customer_id: 'y', timestamp });
      expect([status, body.detail]).toEqual([
        422,
        [
          {
            loc: ['body', 'events', 0, 'timestamp'],
            type: 'timezone_aware',
            msg: 'Input should have timezone info',
            input: timestamp,
          },
        ],
      ]);
    },
  );

  test('a timestamp that is less than a minute ahead is now', async () => {
    const before = Date.now();
    const ahead = new Date(before + 55_000).toISOString();
    expect((await send({ name: 'ahead', external_customer_id: 'y', timestamp: ahead })).status).toBe(200);
    const [stored] = await listed('name=ahead');
    const time = Date.parse(stored.timestamp);
    expect([time >= before, time <= Date.now()]).toEqual([true, true]);
  });

  test.each(['2026-01-01T00:00:00-01', 1_767_225_600, '1767225600'])('accepts the timestamp %s', async (timestamp) => {
    expect((await send({ name: 'x', external_customer_id: 'y', timestamp })).status).toBe(200);
  });
});

describe('parents', () => {
  const event = (external_id: string, parent_id?: string) => ({
    name: 'node',
    external_customer_id: 'tree',
    external_id,
    parent_id,
  });
  const refused = (...indexes: number[]) => indexes.map((index) => `body.events.${index}.parent_id value_error`);

  test('cannot be the event itself, in one request', async () => {
    const { status, body } = await send(event('root'), event('self', 'self'), event('a', 'b'), event('b', 'a'), event('c', 'a'));
    expect([status, problems(body)]).toEqual([422, refused(1, 2, 3)]);
    expect(body.detail[0]).toEqual({
      loc: ['body', 'events', 1, 'parent_id'],
      type: 'value_error',
      msg: 'An event cannot be its own ancestor.',
      input: 'self',
    });
  });

  test('cannot be descendants of the event, in several requests', async () => {
    await fixture.ingest(event('leaf y', 'leaf x'), event('leaf z', 'leaf y'));
    const z = (await listed('name=node')).find((each: { parent_id: string | null }) => each.parent_id);
    for (const parent of ['leaf x', 'leaf y', 'leaf z', z.id]) {
      const { status, body } = await send(event('leaf x', parent));
      expect([parent, status]).toEqual([parent, 422]);
      expect(problems(body)).toEqual(refused(0));
    }
    const { body } = await send(event('leaf x', 'leaf w'), event('leaf w', 'leaf z'));
    expect(problems(body)).toEqual(refused(0, 1));
    expect(await fixture.ingest(event('leaf x', 'leaf w'), event('leaf w'))).toEqual({ inserted: 2, duplicates: 0 });
    expect(await fixture.ingest(event('leaf w', 'leaf z'))).toEqual({ inserted: 0, duplicates: 1 });
  });
});

describe('members', () => {
  const memberOf = async ({ id }: { id: string }, call = seller) =>
    (await call('GET', `/v1/customers/${id}/members`)).body.items[0];

  test('are those of the organization, of any customer', async () => {
    const [one, other] = [await fixture.customer(), await fixture.customer()];
    const [own, others] = [await memberOf(one), await memberOf(other)];
    const event = { name: 'by member', customer_id: one.id };
    await fixture.ingest({ ...event, member_id: own.id }, { ...event, member_id: others.id }, { ...event, member_id: null });
    const items = await listed('name=by member');
    expect(new Set(items.map((item: { member_id: string }) => item.member_id))).toEqual(new Set([own.id, others.id, null]));
    expect(items[0].external_member_id).toBeNull();
  });

  test('are not those of other organizations, nor removed ones', async () => {
    const { id } = (
      await seller('POST', '/v1/customers/', { type: 'team', external_id: 'shrinking', owner: { email: 'owner@example.com' } })
    ).body;
    const { body: gone } = await seller('POST', `/v1/customers/${id}/members`, { email: 'gone@example.com' });
    const event = { name: 'x', customer_id: id };
    expect((await send({ ...event, member_id: gone.id })).status).toBe(200);
    expect((await seller('DELETE', `/v1/customers/${id}/members/${gone.id}`)).status).toBe(204);
    const theirs = callAs(fixture.api, fixture.theirs.oat);
    const foreign = await memberOf((await theirs('POST', '/v1/customers/', { email: 'f@example.com' })).body, theirs);
    const { body } = await send({ ...event, member_id: gone.id }, { ...event, member_id: foreign.id });
    expect(problems(body)).toEqual(['body.events.0.member_id member_id', 'body.events.1.member_id member_id']);
  });

  test('by external id are stored as given, known or not', async () => {
    const customer = await fixture.customer();
    const { external_id } = await memberOf(customer);
    const event = { name: 'by external member', external_customer_id: customer.external_id! };
    for (const external_member_id of [external_id ?? 'somebody', 'nobody']) {
      await fixture.ingest({ ...event, external_member_id });
      const [found] = await listed(`name=${event.name}&sorting=-timestamp&limit=1`);
      expect(found).toMatchObject({ external_member_id, member_id: null, customer_id: customer.id });
    }
  });
});

describe('costs', () => {
  const cost = (amount: unknown) => ({
    name: 'cost',
    external_customer_id: `cost-${String(amount)}`,
    metadata: { _cost: { amount, currency: 'usd' } },
  });
  const shown = async (amount: unknown) => {
    await fixture.ingest(cost(amount));
    const [{ metadata }] = await listed(`external_customer_id=${encodeURIComponent(`cost-${String(amount)}`)}`);
    return metadata['_cost'];
  };

  test.each([
    ['12345.123456789012', '12345.123456789012'],
    ['99999.999999999999', '99999.999999999999'],
    ['-0.000000000001', '-0.000000000001'],
    ['+007.500', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    [0.1, '0.1'],
    [99999.1, '99999.1'],
    [1e-12, '0.000000000001'],
    [-3, '-3'],
    [0, '0'],
  ])('returns %j as %s', async (amount, expected) => {
    expect(await shown(amount)).toEqual({ amount: expected, currency: 'usd' });
  });

  test.each(['123456', '0.1234567890123', 1e-13, 123456, 1e21, '', '.', '1e3', true, null])('rejects %j', async (amount) => {
    const { status, body } = await send(cost(amount));
    expect([status, problems(body)]).toEqual([422, ['body.events.0.metadata._cost.amount decimal_parsing']]);
  });

  test('is summed exactly', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(sum('_cost.amount'), eventsNamed('spent'));
    const filter = { conjunction: 'and', clauses: [{ property: '_cost.amount', operator: 'gt', value: 99_999 }] };
    const spent = (amount: string) => ({ ...cost(amount), name: 'spent', customer_id: customer.id });
    await fixture.ingest(spent('99999.000000000001'), spent('-99999'));
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 1e-12 });
    expect(await listed(`filter=${encodeURIComponent(JSON.stringify(filter))}&name=spent`)).toHaveLength(1);
  });
});

test('token counts can exceed 32 bits', async () => {
  const customer = await fixture.customer();
  const meter = await fixture.meter(sum('_llm.total_tokens'), eventsNamed('llm'));
  const llm = (total_tokens: unknown) => ({
    name: 'llm',
    customer_id: customer.id,
    metadata: { _llm: { vendor: 'v', model: 'm', input_tokens: 2 ** 31, output_tokens: -(2 ** 40), total_tokens } },
  });
  await fixture.ingest(llm(Number.MAX_SAFE_INTEGER), llm('-5'));
  expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: Number.MAX_SAFE_INTEGER - 5 });
  const { body } = await send(llm(2 ** 53), llm('9'.repeat(20)), llm(1.5));
  expect(problems(body)).toEqual([
    'body.events.0.metadata._llm.total_tokens less_than_equal',
    'body.events.1.metadata._llm.total_tokens less_than_equal',
    'body.events.2.metadata._llm.total_tokens int_from_float',
  ]);
});

describe('extreme numbers and timestamps', () => {
  test('get a response', async () => {
    const customer = await fixture.customer();
    const meters = await Promise.all(
      [sum('n'), { func: 'avg', property: 'n' }, { func: 'min', property: 'n' }].map((each) =>
        fixture.meter(each, eventsNamed('absurd')),
      ),
    );
    const event = (n: unknown) => ({
      name: 'absurd',
      customer_id: customer.id,
      timestamp: '0001-01-01T00:00:00Z',
      metadata: { n },
    });
    const consumed = async () =>
      Promise.all(meters.map(async (meter) => (await fixture.balance(customer, meter)).consumed_units));
    await fixture.ingest(event(-0), event(5e-324), event(Number('12345678901234567890')));
    expect(await consumed()).toEqual([12345678901234567000, 4115226300411522600, 0]);
    await fixture.ingest(event(1e308), event(1e308), event(-1e308), event(1e308));
    expect(await consumed()).toEqual([Number.MAX_VALUE, 2.857142857142857e307, -1e308]);
    const answer = await seller(
      'POST',
      '/v1/events/ingest',
      '{"events":[{"name":"x","external_customer_id":"y","metadata":{"n":1e999}}]}',
    );
    expect(answer.status).toBe(422);
    expect((await seller('GET', '/v1/events/?name=absurd&sorting=timestamp')).body.items[0].timestamp).toBe(
      '0001-01-01T00:00:00.000Z',
    );
  });

  test('are returned as ingested', async () => {
    const event = (timestamp: string, n: unknown) => ({
      name: 'reported',
      external_customer_id: 'absurd',
      timestamp,
      metadata: { n },
    });
    await fixture.ingest(
      event('0001-01-01T00:00:00Z', Number.MAX_VALUE),
      event('1969-12-31T23:59:59.999Z', 5e-324),
      event('1883-11-18T12:03:57.123-04:56', -0),
      event('2000-02-29T00:00:00+23:59', '12345678901234567890'),
    );
    const items: { timestamp: string; metadata: { n: unknown } }[] = await listed('name=reported&sorting=timestamp');
    expect(items.map(({ timestamp, metadata }) => [timestamp, metadata.n])).toEqual([
      ['0001-01-01T00:00:00.000Z', Number.MAX_VALUE],
      ['1883-11-18T16:59:57.123Z', 0],
      ['1969-12-31T23:59:59.999Z', 5e-324],
      ['2000-02-28T00:01:00.000Z', '12345678901234567890'],
    ]);
  });

  test.each(['9999-12-31T23:59:59.999Z', 1e17, '0000-01-01T00:00:00Z', '9'.repeat(400), null, [], -1e18])(
    'rejects the timestamp %j',
    async (timestamp) => {
      expect((await send({ name: 'x', external_customer_id: 'y', timestamp })).status).toBe(422);
    },
  );

  test('are sorted and counted in quantities', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(sum('n'), eventsNamed('vast'));
    const event = (n: number) => ({ name: 'vast', customer_id: customer.id, timestamp: '2026-01-01T10:07:00Z', metadata: { n } });
    await fixture.ingest(...[1e308, 1e308, -1e308, 5e-324, -0].map(event));
    const day = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-01T12:00:00Z&interval=day';
    for (const more of ['', `&customer_id=${customer.id}`, '&customer_aggregation_function=sum']) {
      const { body } = await seller('GET', `/v1/meters/${meter.id}/quantities?${day}${more}`);
      expect(body).toEqual({ quantities: [{ timestamp: '2026-01-01T00:00:00.000Z', quantity: 1e308 }], total: 1e308 });
    }
    await fixture.ingest(event(1e308));
    expect((await seller('GET', `/v1/meters/${meter.id}/quantities?${day}`)).body.total).toBe(Number.MAX_VALUE);
  });

  test('422: events that take too long to compare with all clauses; an organization beyond its budget still ingests', async () => {
    const full = await openMeteringFixture();
    try {
      const clauses = Array.from({ length: 6_000 }, (_, index) => ({ property: 'plan', operator: 'eq', value: `plan-${index}` }));
      await full.rows(
        `insert into metering.meters (id, organization_id, name, unit, filter, aggregation, metadata, thresholds, created_at)
         values (gen_random_uuid(), ?, 'Calls', 'scalar', ?, '{"func": "count"}', '{}', '[]', now())`,
        full.ours.organization.id,
        JSON.stringify({ conjunction: 'or', clauses }),
      );
      const ingest = (count: number) =>
        full.seller('POST', '/v1/events/ingest', {
          events: Array.from({ length: count }, () => ({
            name: 'call',
            external_customer_id: 'u1',
            metadata: { plan: 'plan-7' },
          })),
        });
      const { status, body } = await ingest(834);
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'events'], type: 'too_long' }]]);
      expect((await full.seller('GET', '/v1/events/')).body.pagination.total_count).toBe(0);
      expect((await ingest(50)).body).toEqual({ inserted: 50, duplicates: 0 });
    } finally {
      await full.close();
    }
  });

  test('rejects a filter of more levels than 100 everywhere', async () => {
    const deep = (levels: number): object => ({ conjunction: 'and', clauses: levels === 0 ? [] : [deep(levels - 1)] });
    const text = encodeURIComponent(JSON.stringify(deep(120)));
    const answer = await seller('GET', `/v1/events/?filter=${text}`);
    expect([answer.status, answer.body.detail?.[0].type]).toEqual([422, 'value_error']);
    const meter = await seller('PATCH', `/v1/meters/${(await fixture.meter({ func: 'count' }, eventsNamed('none'))).id}`, {
      filter: deep(120),
    });
    expect([meter.status, meter.body.detail[0].type]).toEqual([422, 'value_error']);
  });
});
