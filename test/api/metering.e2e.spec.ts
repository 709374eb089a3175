import { EntityManager } from '@mikro-orm/postgresql';
import { RunBackfills, SyncCustomer, MaintainEventPartitions } from '#metering';
import { callAs } from '../support/call.ts';
import { ANY, eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
const { seller } = fixture;
afterAll(() => fixture.close());

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const unknown = '00000000-0000-4000-8000-000000000000';
const count = { func: 'count' };
const sum = { func: 'sum', property: 'n' };
const clause = (property: string, operator: string, value: unknown) => ({
  conjunction: 'and',
  clauses: [{ property, operator, value }],
});
const problems = (body: { detail: { loc: unknown[]; type: string }[] }): string[] =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
let keyCount = 0;
const key = (): string => `key-${++keyCount}`;

describe('POST /v1/meters/', () => {
  test('returns the meter without redundant parts of the filter', async () => {
    const filter = { conjunction: 'or', clauses: [{ property: 'metadata.n', operator: 'gte', value: 3 }, ANY] };
    const meter = { name: 'Tokens', unit: 'custom', custom_label: 'kT', custom_multiplier: 1000, filter, metadata: { a: 1 } };
    const { status, body } = await seller('POST', '/v1/meters/', {
      ...meter,
      aggregation: { func: 'max', property: 'metadata.n' },
    });
    const kept = { conjunction: 'or', clauses: [{ property: 'n', operator: 'gte', value: 3 }, ANY] };
    expect([status, body]).toMatchObject([
      201,
      { ...meter, filter: kept, aggregation: { func: 'max', property: 'n' }, archived_at: null, modified_at: null },
    ]);
    expect((await seller('GET', `/v1/meters/${body.id}`)).body).toEqual(body);
  });

  const deep = (levels: number): object => (levels === 0 ? ANY : { conjunction: 'and', clauses: [deep(levels - 1)] });
  test.each([
    ['no name', { filter: ANY, aggregation: count }, ['body.name missing']],
    ['a short name', { name: 'ab', filter: ANY, aggregation: count }, ['body.name string_too_short']],
    ['a long name', { name: 'x'.repeat(256), filter: ANY, aggregation: count }, ['body.name string_too_long']],
    [
      'an unknown operator',
      { name: 'abc', filter: clause('a', 'is', 1), aggregation: count },
      ['body.filter.clauses.0.operator enum'],
    ],
    [
      'a large number',
      { name: 'abc', filter: clause('a', 'eq', 2 ** 31), aggregation: count },
      ['body.filter.clauses.0.value less_than_equal'],
    ],
    [
      'a long text',
      { name: 'abc', filter: clause('a', 'eq', 'x'.repeat(1001)), aggregation: count },
      ['body.filter.clauses.0.value string_too_long'],
    ],
    ['a sum of nothing', { name: 'abc', filter: ANY, aggregation: { func: 'sum' } }, ['body.aggregation.property missing']],
    [
      'a custom unit without a label',
      { name: 'abc', unit: 'custom', filter: ANY, aggregation: count },
      ['body.custom_label value_error'],
    ],
    [
      'a label without a custom unit',
      { name: 'abc', custom_label: 'x', filter: ANY, aggregation: count },
      ['body.custom_label value_error'],
    ],
    [
      'a filter of 251 clauses',
      {
        name: 'abc',
        filter: { conjunction: 'or', clauses: Array.from({ length: 251 }, () => ({ property: 'a', operator: 'eq', value: 1 })) },
        aggregation: count,
      },
      ['body.filter too_long'],
    ],
    [
      'a filter of 251 empty groups',
      { name: 'abc', filter: { conjunction: 'or', clauses: Array.from({ length: 251 }, () => ANY) }, aggregation: count },
      ['body.filter too_long'],
    ],
    [
      'properties of 1,001 characters',
      { name: 'abc', filter: clause('x'.repeat(1001), 'eq', 1), aggregation: { func: 'sum', property: 'x'.repeat(1001) } },
      ['body.filter.clauses.0.property string_too_long', 'body.aggregation.property string_too_long'],
    ],
    [
      'properties of eleven steps',
      {
        name: 'abc',
        filter: clause('a.'.repeat(10), 'eq', 1),
        aggregation: { func: 'unique', property: Array(11).fill('a').join('.') },
      },
      ['body.filter.clauses.0.property value_error', 'body.aggregation.property value_error'],
    ],
  ])('rejects %s', async (_what, body, expected) => {
    const answer = await seller('POST', '/v1/meters/', body);
    expect([answer.status, problems(answer.body)]).toEqual([422, expected]);
  });

  test('422: an organization with 100 meters cannot have another one, and may restore none', async () => {
    const full = await openMeteringFixture();
    try {
      await full.rows(
        `insert into metering.meters (id, organization_id, name, unit, filter, aggregation, metadata, thresholds, created_at)
         select gen_random_uuid(), ?, 'Calls', 'scalar', '{"conjunction": "and", "clauses": []}', '{"func": "count"}', '{}', '[]', now()
         from generate_series(1, 99)`,
        full.ours.organization.id,
      );
      const meter = { name: 'abc', filter: ANY, aggregation: count };
      const { body: last } = await full.seller('POST', '/v1/meters/', meter);
      const refused = await full.seller('POST', '/v1/meters/', meter);
      expect([refused.status, problems(refused.body)]).toEqual([422, ['body too_long']]);
      const archive = (is_archived: boolean) => full.seller('PATCH', `/v1/meters/${last.id}`, { is_archived });
      expect((await archive(true)).status).toBe(200);
      expect((await full.seller('POST', '/v1/meters/', meter)).status).toBe(201);
      expect(problems((await archive(false)).body)).toEqual(['body.is_archived too_long']);
    } finally {
      await full.close();
    }
  });

  test('accepts a filter of 100 levels and rejects one of more', async () => {
    const meter = { name: 'Deep', aggregation: count };
    expect((await seller('POST', '/v1/meters/', { ...meter, filter: deep(99) })).status).toBe(201);
    for (const [levels, type] of [
      [100, 'value_error'],
      [1000, 'json_invalid'],
    ] as const) {
      const answer = await seller('POST', '/v1/meters/', { ...meter, filter: deep(levels) });
      expect([answer.status, answer.body.detail[0].type]).toEqual([422, type]);
    }
    await fixture.ingest({ name: 'still works', external_customer_id: 'nobody' });
  });
});

describe('PATCH /v1/meters/{id}', () => {
  test('changes filter and aggregation only until events have been counted', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(count, eventsNamed('patched'));
    await fixture.ingest({ name: 'other', customer_id: customer.id });
    const url = `/v1/meters/${meter.id}`;
    expect((await seller('PATCH', url, { filter: eventsNamed('other'), name: 'Others' })).body).toMatchObject({
      name: 'Others',
      filter: eventsNamed('other'),
    });
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 1 });
    const { status, body } = await seller('PATCH', url, { filter: ANY, aggregation: sum });
    expect([status, problems(body)]).toEqual([422, ['body.filter forbidden', 'body.aggregation forbidden']]);
  });

  test('an archived meter counts nothing and catches up when unarchived', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(sum);
    await fixture.ingest({ name: 'a', customer_id: customer.id, metadata: { n: 1 } });
    const url = `/v1/meters/${meter.id}`;
    expect((await seller('PATCH', url, { is_archived: true })).body.archived_at).not.toBeNull();
    await fixture.ingest({ name: 'a', customer_id: customer.id, metadata: { n: 2 } });
    const mine = `/v1/customer-meters/?customer_id=${customer.id}`;
    const listed = (await seller('GET', mine)).body.items.map((item: { meter_id: string }) => item.meter_id);
    expect(listed).not.toContain(meter.id);
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 1 });
    expect((await seller('GET', '/v1/meters/?is_archived=true')).body.items).toHaveLength(1);
    expect((await seller('PATCH', url, { is_archived: false })).body.archived_at).toBeNull();
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 3, balance: -3 });
    expect(await fixture.run(new RunBackfills())).toBe(0);
  });

  test('rejects archiving a meter that a price or benefit uses', async () => {
    const meter = await fixture.meter(count);
    const properties = { units: 10, rollover: true, meter_id: meter.id };
    const benefit = await seller('POST', '/v1/benefits/', { type: 'meter_credit', description: 'Ten calls', properties });
    expect([benefit.status, benefit.body.properties]).toEqual([201, properties]);
    const price = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '0.250', cap_amount: 500 };
    const product = await seller('POST', '/v1/products/', { name: 'Calls', recurring_interval: 'month', prices: [price] });
    const { id, name, unit, custom_label, custom_multiplier } = meter;
    expect(product.body.prices[0]).toMatchObject({
      unit_amount: '0.25',
      meter_id: id,
      meter: { id, name, unit, custom_label, custom_multiplier },
    });
    const archive = () => seller('PATCH', `/v1/meters/${meter.id}`, { is_archived: true });
    const refused = await archive();
    expect([refused.status, problems(refused.body)]).toEqual([
      422,
      ['body.is_archived value_error', 'body.is_archived value_error'],
    ]);
    await seller('PATCH', `/v1/products/${product.body.id}`, { is_archived: true });
    await seller('DELETE', `/v1/benefits/${benefit.body.id}`);
    expect((await archive()).status).toBe(200);
  });

  test('404 for foreign meters', async () => {
    const foreign = callAs(fixture.api, fixture.theirs.oat);
    const meter = await fixture.meter(count);
    for (const id of [meter.id, unknown]) {
      expect(await foreign('PATCH', `/v1/meters/${id}`, { name: 'abc' })).toMatchObject({ status: 404, body: NOT_FOUND });
      expect(
        (
          await foreign(
            'GET',
            `/v1/meters/${id}/quantities?start_timestamp=2026-01-01T00:00Z&end_timestamp=2026-01-02T00:00Z&interval=day`,
          )
        ).status,
      ).toBe(404);
    }
    expect((await foreign('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [1] })).status).toBe(404);
    const properties = { units: 1, rollover: false, meter_id: meter.id };
    const benefit = await foreign('POST', '/v1/benefits/', { type: 'meter_credit', description: 'Theirs', properties });
    expect(problems(benefit.body)).toEqual(['body.properties.meter_id value_error']);
    const prices = [{ amount_type: 'metered_unit', meter_id: meter.id, unit_amount: 1 }];
    const product = await foreign('POST', '/v1/products/', { name: 'Theirs', recurring_interval: 'month', prices });
    expect(problems(product.body)).toEqual(['body.prices.0.meter_id value_error']);
    const twice = [...prices, ...prices];
    const once = await seller('POST', '/v1/products/', { name: 'Once', prices: twice });
    expect(problems(once.body)).toEqual(['body.prices.1 value_error', 'body.prices.0 value_error', 'body.prices.1 value_error']);
  });
});

describe('POST /v1/events/ingest', () => {
  test('counts an event once, however often it is ingested', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(count, eventsNamed('once'));
    const events = [1, 2, 3].map((n) => ({ name: 'once', customer_id: customer.id, external_id: key(), metadata: { n } }));
    expect(await fixture.ingest(...events, events[0]!)).toEqual({ inserted: 3, duplicates: 1 });
    const again = await Promise.all(
      Array.from({ length: 8 }, () => fixture.ingest(...events, { ...events[0], external_id: 'raced' })),
    );
    expect(again.reduce((all, { inserted }) => all + inserted, 0)).toBe(1);
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 4 });
  });

  test('rejects the whole batch if one event is invalid, with positions', async () => {
    const customer = await fixture.customer();
    const good = { name: 'x', customer_id: customer.id };
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const organization_id = fixture.ours.organization.id;
    const foreign = await callAs(fixture.api, fixture.theirs.oat)('POST', '/v1/customers/', { email: 'f@example.com' });
    const shape = await seller('POST', '/v1/events/ingest', {
      events: [
        good,
        { customer_id: customer.id },
        { ...good, name: 'x'.repeat(129) },
        { ...good, timestamp: '2026-01-01T00:00:00' },
        { ...good, timestamp: '2026-01-01' },
        { ...good, timestamp: future },
        { ...good, metadata: { a: null, b: '', _cost: { amount: '1.1234567890123', currency: 'eur' } } },
        { name: 'x' },
      ],
    });
    expect([shape.status, problems(shape.body)]).toEqual([
      422,
      [
        'body.events.1.name missing',
        'body.events.2.name string_too_long',
        'body.events.3.timestamp timezone_aware',
        'body.events.4.timestamp timezone_aware',
        'body.events.5.timestamp value_error',
        ...Array(4).fill(expect.stringContaining('body.events.6.metadata.a')),
        ...Array(4).fill(expect.stringContaining('body.events.6.metadata.b')),
        'body.events.6.metadata._cost.amount decimal_parsing',
        'body.events.6.metadata._cost.currency enum',
        'body.events.7.customer_id missing',
      ],
    ]);
    expect(shape.body.detail[4]).toEqual({
      loc: ['body', 'events', 5, 'timestamp'],
      type: 'value_error',
      msg: 'Value error, Timestamp must be in the past.',
      input: future,
      ctx: { error: {} },
    });
    const before = (await seller('GET', '/v1/events/')).body.pagination.total_count;
    const facts = await seller('POST', '/v1/events/ingest', {
      events: [
        good,
        { ...good, organization_id },
        { ...good, customer_id: unknown },
        { ...good, customer_id: foreign.body.id },
        { ...good, customer_id: unknown, member_id: unknown },
      ],
    });
    expect([facts.status, problems(facts.body)]).toEqual([
      422,
      [
        'body.events.1.organization_id organization_token',
        'body.events.2.customer_id customer_id',
        'body.events.3.customer_id customer_id',
        'body.events.4.customer_id customer_id',
        'body.events.4.member_id member_id',
      ],
    ]);
    expect((await seller('GET', '/v1/events/')).body.pagination.total_count).toBe(before);
  });

  test('requires users to name the organization', async () => {
    const event = { name: 'x', external_customer_id: 'u' };
    const organization_id = fixture.ours.organization.id;
    const own = await seller('POST', '/v1/events/ingest', { events: [event, { ...event, organization_id }] });
    expect(problems(own.body)).toEqual(['body.events.1.organization_id organization_token']);
    const user = callAs(fixture.api, fixture.ours.pat);
    const events = [event, { ...event, organization_id: unknown }, { ...event, organization_id }];
    const answer = await user('POST', '/v1/events/ingest', { events });
    expect(problems(answer.body)).toEqual([
      'body.events.0.organization_id missing',
      'body.events.1.organization_id organization_id',
    ]);
    expect((await user('POST', '/v1/events/ingest', { events: events.slice(2) })).body).toEqual({ inserted: 1, duplicates: 0 });
    expect(await seller('POST', '/v1/events/ingest', { events: [] })).toMatchObject({
      status: 200,
      body: { inserted: 0, duplicates: 0 },
    });
  });

  test('accepts bodies of up to 10 MiB', async () => {
    const customer = await fixture.customer();
    const event = { name: 'large', customer_id: customer.id, metadata: { a: 'x'.repeat(500), b: 'y'.repeat(500) } };
    expect(await fixture.ingest(...Array.from({ length: 5_000 }, () => event))).toEqual({ inserted: 5_000, duplicates: 0 });
    expect((await seller('POST', '/v1/events/ingest', { events: Array.from({ length: 12_000 }, () => event) })).status).toBe(413);
  });
});

describe('customers created after their events', () => {
  test('get the usage under their external id and publish an event', async () => {
    const meter = await fixture.meter({ func: 'unique', property: 'n' });
    const external_id = key();
    const use = (...values: number[]) =>
      fixture.ingest(...values.map((n) => ({ name: 'late', external_customer_id: external_id, metadata: { n } })));
    await use(1, 2, 2);
    expect((await seller('GET', `/v1/events/?external_customer_id=${external_id}`)).body.items[0]).toMatchObject({
      customer: null,
      customer_id: null,
    });
    const customer = await fixture.customer({ external_id });
    await fixture.run(new SyncCustomer(customer.id));
    expect(await fixture.balance(customer, meter)).toMatchObject({
      consumed_units: 2,
      customer: { id: customer.id },
      meter: { id: meter.id },
    });
    await use(2, 3);
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 3 });
    expect((await seller('GET', `/v1/events/?customer_id=${customer.id}`)).body).toMatchObject({
      pagination: { total_count: 5 },
      items: [{ customer: { id: customer.id } }, {}, {}, {}, {}],
    });
    const began = (await fixture.eventsOf(customer.id)).filter(({ name }) => name === 'customer_usage.started');
    expect(began).toHaveLength(1);
  });

  test('have the usage under both ids merged', async () => {
    const meters = [
      await fixture.meter(sum),
      await fixture.meter({ func: 'unique', property: 'n' }),
      await fixture.meter({ func: 'max', property: 'n' }),
    ];
    const external_id = key();
    const customer = await fixture.customer({ external_id: null });
    await fixture.ingest(...[1, 2].map((n) => ({ name: 'm', customer_id: customer.id, metadata: { n } })));
    await fixture.ingest(...[2, 5].map((n) => ({ name: 'm', external_customer_id: external_id, metadata: { n } })));
    await seller('PATCH', `/v1/customers/${customer.id}`, { external_id });
    await fixture.ingest({ name: 'm', external_customer_id: external_id, metadata: { n: 4 } });
    const consumed = await Promise.all(meters.map(async (meter) => (await fixture.balance(customer, meter)).consumed_units));
    expect(consumed).toEqual([14, 4, 5]);
    expect((await seller('GET', `/v1/events/?customer_id=${customer.id}`)).body.pagination.total_count).toBe(5);
  });

  test('do not inherit the usage of a deleted customer with their external id', async () => {
    const meter = await fixture.meter(count, eventsNamed('inherited'));
    const external_id = key();
    const use = () => fixture.ingest({ name: 'inherited', external_customer_id: external_id });
    const first = await fixture.customer({ external_id });
    await use();
    await seller('DELETE', `/v1/customers/${first.id}`);
    await use();
    const second = await fixture.customer({ external_id });
    await use();
    expect(await fixture.balance(first, meter)).toMatchObject({
      consumed_units: 1,
      customer: { deleted_at: expect.any(String) },
    });
    expect(await fixture.balance(second, meter)).toMatchObject({ consumed_units: 2 });
    expect((await seller('POST', '/v1/events/ingest', { events: [{ name: 'x', customer_id: first.id }] })).status).toBe(422);
  });
});

describe('GET /v1/events/', () => {
  test('filters events by their fields', async () => {
    const [parent, child] = [key(), key()];
    await fixture.ingest(
      { name: 'grandchild', external_customer_id: 'tree', parent_id: child },
      { name: 'child', external_customer_id: 'tree', parent_id: parent, external_id: child, metadata: { color: 'red', n: 5 } },
      {
        name: 'root',
        external_customer_id: 'tree',
        external_id: parent,
        timestamp: '2026-01-01T00:00:00Z',
        metadata: { _llm: { vendor: 'v', model: 'm', input_tokens: 1, output_tokens: 2, total_tokens: 3 } },
      },
    );
    const names = async (query: string) => {
      const { status, body } = await seller('GET', `/v1/events/?external_customer_id=tree&sorting=timestamp&${query}`);
      return status === 200
        ? body.items
            .map(({ name }: { name: string }) => name)
            .sort()
            .join()
        : problems(body).join();
    };
    const [root] = (await seller('GET', '/v1/events/?name=root')).body.items;
    const organization = `organization_id=${fixture.ours.organization.id}`;
    expect(root).toMatchObject({
      child_count: 1,
      parent_id: null,
      label: 'root',
      source: 'user',
      metadata: { _llm: { total_tokens: 3 } },
    });
    expect(await names('')).toBe('child,grandchild,root');
    expect(await names(`parent_id=${root.id}`)).toBe('child');
    expect(await names(`parent_id=${root.id}&depth=2`)).toBe('child,grandchild,root');
    expect(await names('depth=0')).toBe('root');
    expect(await names('depth=1')).toBe('child,root');
    expect(await names('metadata[color]=red')).toBe('child');
    expect(await names('end_timestamp=2026-01-02T00:00:00Z')).toBe('root');
    expect(await names(`filter=${encodeURIComponent(JSON.stringify(clause('metadata._llm.model', 'like', 'm')))}`)).toBe('root');
    expect(await names('filter=nonsense')).toBe('query.filter json_invalid');
    expect(await names('query=RED')).toBe('query.query value_error');
    expect(await names(`query=RED&${organization}`)).toBe('child');
    expect(await names(`meter_id=${unknown}`)).toBe('query.meter_id meter_id');
    const meter = await fixture.meter({ func: 'sum', property: 'n' });
    expect(await names(`meter_id=${meter.id}`)).toBe('child');
    const found = (await seller('GET', `/v1/events/${root.id}`)).body;
    expect(found).toEqual(root);
    expect(await seller('GET', `/v1/events/${unknown}`)).toMatchObject({ status: 404, body: NOT_FOUND });
    const { body } = await seller('GET', '/v1/events/names?external_customer_id=tree&sorting=name');
    expect(body.items).toMatchObject([{ name: 'child', occurrences: 1 }, { name: 'grandchild' }, { name: 'root' }]);
    expect((await seller('GET', '/v1/events/names?query=GRANDCH')).body.items).toMatchObject([
      { occurrences: 1, source: 'user' },
    ]);
  });

  test('finds events by external id across its successive customers', async () => {
    const external_id = key();
    const meter = await fixture.meter(count, clause('name', 'like', 'said '));
    const reported = (name: string, who: object = { external_customer_id: external_id }) =>
      fixture.ingest({ name: `said ${name}`, timestamp: '2026-01-01T10:00:00Z', ...who });
    const found = async (query: string) => {
      const range = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-02T00:00:00Z&interval=day';
      const { items } = (await seller('GET', `/v1/events/?${query}`)).body;
      const names = (await seller('GET', `/v1/events/names?${query}&sorting=name`)).body.items;
      const { total } = (await seller('GET', `/v1/meters/${meter.id}/quantities?${range}&${query}`)).body;
      const ofNames = names.map(({ name }: { name: string }) => name.replace('said ', ''));
      expect(items.map(({ name }: { name: string }) => name.replace('said ', '')).toSorted()).toEqual(ofNames);
      expect(total).toBe(ofNames.length);
      return ofNames.join();
    };
    await reported('early');
    const first = await fixture.customer({ external_id });
    await fixture.run(new SyncCustomer(first.id));
    await reported('by external id');
    await reported('by id', { customer_id: first.id });
    const external = `external_customer_id=${external_id}`;
    expect(await found(external)).toBe('by external id,by id,early');
    await seller('DELETE', `/v1/customers/${first.id}`);
    await fixture.run(new SyncCustomer(first.id));
    expect(await found(external)).toBe('by external id,early');
    await reported('later');
    expect(await found(external)).toBe('by external id,early,later');
    const second = await fixture.customer({ external_id });
    await reported('of another by id', { customer_id: second.id });
    expect(await found(external)).toBe('by external id,early,later,of another by id');
    expect(await found(`${external}&customer_id=${second.id}`)).toBe('later,of another by id');
    expect(await found(`${external}&customer_id=${first.id}`)).toBe('by external id,early');
    expect(await found(`customer_id=${first.id}`)).toBe('by external id,by id,early');
    expect(await found(`external_customer_id=${key()}&${external}`)).toBe('by external id,early,later,of another by id');
  });
});

describe('thresholds', () => {
  test('publish one event when they are crossed', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(sum, eventsNamed('watched'));
    const url = `/v1/meters/${meter.id}/thresholds`;
    expect((await seller('PUT', url, { thresholds: [10, 5.5, 10] })).body).toEqual({ thresholds: [5.5, 10] });
    expect((await seller('GET', url)).body).toEqual({ thresholds: [5.5, 10] });
    expect(problems((await seller('PUT', url, { thresholds: [1, 0, 'x'] })).body)).toEqual([
      'body.thresholds.1 greater_than',
      'body.thresholds.2 float_type',
    ]);
    const use = (n: number) => fixture.ingest({ name: 'watched', customer_id: customer.id, metadata: { n } });
    for (const n of [5, 1, -3, 3, 50, 1]) await use(n);
    const { id } = await fixture.balance(customer, meter);
    const reported = await fixture.eventsOf(id);
    expect(reported.map(({ payload }) => [payload['threshold'], payload['consumed_units']])).toEqual([
      [5.5, 6],
      [10, 56],
    ]);
  });
});

describe('retention', () => {
  const partitions = async () =>
    (await fixture.rows(`select from pg_inherits where inhparent = 'metering.events'::regclass`)).length;

  /** Inserts an event of a past month, as if it had been ingested then. */
  const ingestOld = async (month: string, event: { name: string; customer_id: string; external_id: string }) => {
    await fixture.ingest(event);
    const begins = BigInt(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 15))
      .toString(16)
      .padStart(12, '0');
    await fixture.rows(
      `update metering.events set ingested_at = ?, id = overlay(id::text placing ? from 1)::uuid where external_id = ?`,
      `${month}-15`,
      `${begins.slice(0, 8)}-${begins.slice(8)}`,
      event.external_id,
    );
    await fixture.rows(`select metering.make_partition('${month}-01')`);
  };

  const countOf = async (name: string) =>
    (await seller('GET', `/v1/events/names?query=${name}`)).body.items.map(
      ({ occurrences }: { occurrences: number }) => occurrences,
    );

  test('creates partitions ahead and drops them by month; counted usage and external ids stay', async () => {
    const customer = await fixture.customer();
    const meter = await fixture.meter(count, eventsNamed('old'));
    await fixture.run(new MaintainEventPartitions(null));
    const before = await partitions();
    const event = { name: 'old', customer_id: customer.id, external_id: key() };
    await ingestOld('2020-01', event);
    await ingestOld('2020-03', { ...event, external_id: key() });
    await fixture.ingest({ ...event, external_id: key() });
    expect(await partitions()).toBe(before + 2);
    expect(await countOf('old')).toEqual([3]);
    await Promise.all([fixture.run(new MaintainEventPartitions(365)), fixture.run(new MaintainEventPartitions(365))]);
    expect(await partitions()).toBe(before);
    expect(await fixture.rows(`select from pg_class where relname in ('events_2020_01', 'events_2020_03')`)).toEqual([]);
    expect(await fixture.balance(customer, meter)).toMatchObject({ consumed_units: 3 });
    expect((await seller('GET', '/v1/events/?name=old')).body.pagination.total_count).toBe(1);
    expect(await countOf('old')).toEqual([1]);
    expect(await fixture.ingest(event)).toEqual({ inserted: 0, duplicates: 1 });
  });

  test('skips a partition in use without blocking', async () => {
    const customer = await fixture.customer();
    await ingestOld('2020-05', { name: 'read', customer_id: customer.id, external_id: key() });
    const before = await partitions();
    await fixture.api.app.get(EntityManager).transactional(async (reading) => {
      await reading.execute('select from metering.events_2020_05');
      await fixture.run(new MaintainEventPartitions(365));
      expect(await partitions()).toBe(before);
      expect(await fixture.ingest({ name: 'read', customer_id: customer.id })).toMatchObject({ inserted: 1 });
    });
    await fixture.run(new MaintainEventPartitions(365));
    expect(await partitions()).toBe(before - 1);
    expect(await countOf('read')).toEqual([1]);
  });
});
