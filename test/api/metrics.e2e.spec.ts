import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

const fixture = await openMeteringFixture();
const { seller, ours, theirs } = fixture;
afterAll(() => fixture.close());

const [PRODUCT, PLAN, OTHER_PLAN, ADA, BOB] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];
const RANGE = 'start_date=2026-01-15&end_date=2026-03-14&interval=month';
const problems = (body: { detail: { loc: unknown[]; type: string }[] }): string[] =>
  body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
const idsAreWrong = (name: string): string[] => problems({ detail: wrongParameter([name, 0], 'uuid_parsing') as never });

type Row = Record<string, unknown>;
async function insert(table: string, row: Row): Promise<string> {
  const columns = Object.keys(row);
  await fixture.rows(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`, ...Object.values(row));
  return row['id'] as string;
}

const order = (purchased_at: string, amount: number, more: Row = {}) =>
  insert('entitlements.orders', {
    id: randomUUID(),
    organization_id: ours.organization.id,
    customer_id: ADA,
    product_id: PRODUCT,
    description: 'Tool',
    items: '[]',
    currency: 'usd',
    amount,
    metadata: '{}',
    status: 'paid',
    purchased_at,
    created_at: '2026-03-20',
    ...more,
  });

const subscription = (started_at: string, amount: number, more: Row = {}) =>
  insert('entitlements.subscriptions', {
    id: randomUUID(),
    organization_id: ours.organization.id,
    customer_id: ADA,
    product_id: PLAN,
    price_ids: '[]',
    currency: 'usd',
    amount,
    metadata: '{}',
    recurring_interval: 'month',
    recurring_interval_count: 1,
    anchor_day: 1,
    started_at,
    status: 'active',
    current_period_start: started_at,
    current_period_end: '2027-01-01',
    cancel_at_period_end: false,
    grace_over: false,
    created_at: started_at,
    ...more,
  });

/** The values of a metric in every interval, and its total. */
async function values(slug: string, query = ''): Promise<readonly [number[], number]> {
  const { status, body, text } = await seller('GET', `/v1/metrics/?${RANGE}&metrics=${slug}${query}`);
  if (status !== 200) throw new Error(text);
  return [body.periods.map((period: Record<string, number>) => period[slug]), body.totals[slug]];
}

beforeAll(async () => {
  const yearly = await subscription('2025-06-01', 12_000, { recurring_interval: 'year', product_id: OTHER_PLAN });
  const monthly = await subscription('2026-02-10', 500, { customer_id: BOB, metadata: '{"from": "ad"}' });
  await subscription('2026-01-20', 700, {
    currency: 'eur',
    trial_start: '2026-01-20',
    trial_end: '2026-02-20',
    product_id: OTHER_PLAN,
  });
  await subscription('2026-02-01', 300, {
    trial_start: '2026-02-01',
    trial_end: '2026-03-05',
    cancel_at_period_end: true,
    ends_at: '2099-01-01',
  });
  await subscription('2025-01-01', 900, {
    customer_id: BOB,
    status: 'canceled',
    canceled_at: '2026-02-05',
    ended_at: '2026-03-01T00:00:00Z',
    customer_cancellation_reason: 'too_expensive',
  });
  await subscription('2026-02-03', 100, { status: 'canceled', canceled_at: '2026-02-04', ended_at: '2026-02-04' });
  await subscription('2026-01-16', 50, { status: 'paused', paused_at: '2026-02-16' });
  await subscription('2025-01-01', 1, { status: 'canceled', canceled_at: '2025-02-01', ended_at: '2025-02-01' });

  await order('2025-12-01', 1000, { refunded_amount: 100, status: 'partially_refunded' });
  await order('2026-01-14T23:59:59.999Z', 10);
  await order('2026-01-15T00:00:00Z', 300, { metadata: '{"from": "ad"}' });
  await order('2026-01-31T23:59:59.999Z', 200, { refunded_amount: 200, status: 'refunded' });
  await order('2026-02-01T00:00:00Z', 12_000, { subscription_id: yearly, billing_reason: 'subscription_cycle' });
  await order('2026-02-10T00:00:00Z', 500, { subscription_id: monthly, customer_id: BOB, billing_reason: 'subscription_create' });
  await order('2026-02-11', 800, { currency: 'eur', product_id: OTHER_PLAN, further_product_ids: JSON.stringify([PRODUCT]) });
  await order('2026-03-14T23:59:59.999Z', 100);
  await order('2026-03-15T00:00:00Z', 70);
  await order('2026-02-02', 9999, { status: 'void' });
  await order('2026-02-02', 9999, { status: 'pending' });
  await order('2026-02-02', 5555, { organization_id: theirs.organization.id });

  const customer = await fixture.customer();
  const cost = (amount: string) => ({ metadata: { _cost: { amount, currency: 'usd' } } });
  await fixture.ingest(
    { name: 'call', timestamp: '2025-12-01T00:00:00Z', customer_id: customer.id, ...cost('1.5') },
    { name: 'call', timestamp: '2026-01-20T00:00:00Z', customer_id: customer.id, ...cost('0.1') },
    { name: 'call', timestamp: '2026-01-20T00:00:00Z', external_customer_id: 'nobody', ...cost('0.2') },
    { name: 'call', timestamp: '2026-02-20T00:00:00Z', customer_id: customer.id },
    { name: 'call', timestamp: '2026-03-15T00:00:00Z', customer_id: customer.id, ...cost('9') },
  );
});

describe('the value of', () => {
  const figures: readonly [slug: string, intervals: number[], total: number][] = [
    ['orders', [2, 3, 1], 6],
    ['new_customers', [0, 1, 0], 1],
    ['revenue', [500, 12_500, 100], 13_100],
    ['net_revenue', [300, 12_500, 100], 12_900],
    ['cumulative_revenue', [1510, 14_010, 14_110], 14_110],
    ['net_cumulative_revenue', [1210, 13_710, 13_810], 13_810],
    ['average_order_value', [250, 6250, 100], 2620],
    ['net_average_order_value', [150, 6250, 100], 2580],
    ['one_time_products', [2, 1, 1], 4],
    ['one_time_products_revenue', [500, 0, 100], 600],
    ['one_time_products_net_revenue', [300, 0, 100], 400],
    ['new_subscriptions', [2, 3, 0], 5],
    ['new_subscriptions_revenue', [0, 500, 0], 500],
    ['renewed_subscriptions', [0, 1, 0], 1],
    ['renewed_subscriptions_revenue', [0, 12_000, 0], 12_000],
    ['renewed_subscriptions_net_revenue', [0, 12_000, 0], 12_000],
    ['active_subscriptions', [4, 5, 4], 4],
    ['committed_subscriptions', [4, 4, 3], 3],
    ['monthly_recurring_revenue', [1950, 2400, 1800], 1800],
    ['committed_monthly_recurring_revenue', [1950, 2400, 1500], 1500],
    ['trial_monthly_recurring_revenue', [0, 300, 0], 0],
    ['trial_committed_monthly_recurring_revenue', [0, 0, 0], 0],
    ['annual_recurring_revenue', [23_400, 28_800, 21_600], 21_600],
    ['committed_annual_recurring_revenue', [23_400, 28_800, 18_000], 18_000],
    ['average_revenue_per_user', [975, 1200, 900], 900],
    ['churned_subscriptions', [0, 1, 1], 2],
    ['canceled_subscriptions', [0, 2, 0], 2],
    ['canceled_subscriptions_too_expensive', [0, 1, 0], 1],
    ['canceled_subscriptions_other', [0, 1, 0], 1],
    ['canceled_subscriptions_unused', [0, 0, 0], 0],
    ['churn_rate', [0, 0.666666666667, 0], 0],
    ['costs', [0.3, 0, 0], 0.3],
    ['cumulative_costs', [1.8, 1.8, 1.8], 1.8],
    ['active_user_by_event', [2, 1, 0], 2],
    ['cost_per_user', [0.15, 0, 0], 0.15],
    ['ltv', [0, 1800, 0], 0],
    ['gross_margin', [1508.2, 14_008.2, 14_108.2], 14_108.2],
    ['gross_margin_percentage', [0.99880794702, 0.999871520343, 0.9998724309], 0.9998724309],
    ['cashflow', [499.7, 12_500, 100], 13_099.7],
    ['checkouts', [0, 0, 0], 0],
    ['succeeded_checkouts', [0, 0, 0], 0],
    ['checkouts_conversion', [0, 0, 0], 0],
  ];
  test.each(figures)('%s', async (slug, intervals, total) => {
    expect(await values(slug)).toEqual([intervals, total]);
  });

  test('seats', async () => {
    const pool = await insert('seats.seat_pools', {
      organization_id: ours.organization.id,
      id: randomUUID(),
      customer_id: ADA,
      order_id: await order('2019-01-01', 0),
      capacity: 5,
      assigned: 2,
      revision: 0,
      created_at: '2026-01-01',
    });
    const seat = (created_at: string, claimed_at: string | null, revoked_at: string | null = null) =>
      insert('seats.seats', {
        organization_id: ours.organization.id,
        id: randomUUID(),
        pool_id: pool,
        status: revoked_at ? 'revoked' : claimed_at ? 'claimed' : 'pending',
        invitation: 0,
        claimed_at,
        revoked_at,
        seat_metadata: '{}',
        created_at,
      });
    await seat('2026-01-20', '2026-02-03');
    await seat('2026-02-20', null);
    await seat('2026-01-21', '2026-01-21', '2026-03-02');
    const all = async (...slugs: string[]) => Promise.all(slugs.map(async (slug) => (await values(slug))[0]));
    expect(await all('seats_total', 'seats_claimed', 'seats_pending', 'seat_utilization_rate')).toEqual([
      [2, 3, 2],
      [1, 2, 1],
      [1, 1, 1],
      [0.5, 0.666666666667, 0.5],
    ]);
    expect(await all('seat_customers', 'new_seat_customers', 'churned_seat_customers', 'average_seats_per_customer')).toEqual([
      [1, 1, 1],
      [1, 0, 0],
      [0, 0, 0],
      [2, 3, 2],
    ]);
    expect(await values('seats_total', `&product_id=${PLAN}`)).toEqual([[0, 0, 0], 0]);
    expect(await values('seats_total', `&product_id=${PRODUCT}&customer_id=${ADA}`)).toEqual([[2, 3, 2], 2]);
    await fixture.rows(`update seats.seats set status = 'revoked', revoked_at = '2026-03-03' where pool_id = ?`, pool);
    expect(await all('seat_customers', 'churned_seat_customers')).toEqual([
      [1, 1, 0],
      [0, 0, 1],
    ]);
  });
});

describe('filters by', () => {
  test.each([
    ['product', 'orders', `&product_id=${PRODUCT}`, [2, 3, 1]],
    ['product', 'revenue', `&product_id=${OTHER_PLAN}&currency=eur`, [0, 800, 0]],
    ['product', 'active_subscriptions', `&product_id=${PLAN}`, [2, 3, 2]],
    ['customer', 'orders', `&customer_id=${BOB}`, [0, 1, 0]],
    ['customer', 'active_subscriptions', `&customer_id=${BOB}`, [1, 2, 1]],
    ['customer', 'costs', `&customer_id=${BOB}`, [0, 0, 0]],
    ['type', 'orders', '&billing_type=recurring', [0, 2, 0]],
    ['type', 'orders', '&billing_type=one_time', [2, 1, 1]],
    ['type', 'orders', '&billing_type=one_time&billing_type=recurring', [2, 3, 1]],
    ['type', 'active_subscriptions', '&billing_type=one_time', [0, 0, 0]],
    ['metadata', 'orders', '&metadata[from]=ad', [1, 0, 0]],
    ['metadata', 'active_subscriptions', '&metadata[from]=ad', [0, 1, 1]],
    ['currency', 'revenue', '&currency=eur', [0, 800, 0]],
    ['currency', 'trial_monthly_recurring_revenue', '&currency=eur', [700, 0, 0]],
    ['currency', 'monthly_recurring_revenue', '&currency=eur', [0, 700, 700]],
    ['currency', 'costs', '&currency=eur', [0, 0, 0]],
    ['organization', 'orders', `&organization_id=${theirs.organization.id}`, [0, 0, 0]],
  ])('%s: %s%s', async (_what, slug, query, intervals) => {
    expect((await values(slug, query))[0]).toEqual(intervals);
  });
});

describe('intervals', () => {
  const starts = async (query: string): Promise<string[]> => {
    const { body } = await seller('GET', `/v1/metrics/?metrics=orders&${query}`);
    return body.periods.map(({ timestamp }: { timestamp: string }) => timestamp.slice(0, 16));
  };

  test('begin in the calendar of the time zone, the first one before the range', async () => {
    expect(await starts('start_date=2026-01-15&end_date=2026-02-01&interval=month&timezone=Asia/Kathmandu')).toEqual([
      '2025-12-31T18:15',
      '2026-01-31T18:15',
    ]);
    expect(await starts('start_date=2026-01-01&end_date=2026-01-05&interval=week')).toEqual([
      '2025-12-29T00:00',
      '2026-01-05T00:00',
    ]);
    expect(await starts('start_date=2024-06-01&end_date=2026-06-01&interval=year')).toHaveLength(3);
    expect(await starts('start_date=2026-01-01&end_date=2026-01-01&interval=day')).toEqual(['2026-01-01T00:00']);
  });

  test('a day has 23 or 25 hours when the clock changes', async () => {
    expect(await starts('start_date=2026-03-29&end_date=2026-03-29&interval=hour&timezone=Europe/Vienna')).toHaveLength(23);
    expect(await starts('start_date=2026-10-25&end_date=2026-10-25&interval=hour&timezone=Europe/Vienna')).toHaveLength(25);
  });

  test('a day that begins at one, and a day that there was not', async () => {
    expect(await starts('start_date=2018-11-03&end_date=2018-11-05&interval=day&timezone=America/Sao_Paulo')).toEqual([
      '2018-11-03T03:00',
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ]);
    expect(await starts('start_date=2011-12-29&end_date=2011-12-31&interval=day&timezone=Pacific/Apia')).toEqual([
      '2011-12-29T10:00',
      '2011-12-30T10:00',
    ]);
  });

  test('the longest ranges are answered', async () => {
    for (const [end, interval, number] of [
      ['2026-01-08', 'hour', 192],
      ['2027-01-02', 'day', 367],
      ['2027-01-07', 'week', 54],
      ['2029-12-31', 'month', 48],
      ['2035-12-30', 'year', 10],
    ] as const) {
      expect(await starts(`start_date=2026-01-01&end_date=${end}&interval=${interval}`)).toHaveLength(number);
    }
    expect(await starts('start_date=2999-12-31&end_date=2999-12-31&interval=year')).toHaveLength(1);
  });
});

describe('422:', () => {
  const DAY = 'start_date=2026-01-01&end_date=2026-01-02&interval=day';
  test.each([
    ['nothing', '', ['query.start_date missing', 'query.end_date missing', 'query.interval missing']],
    [
      'no dates',
      'start_date=today&end_date=2026-02-30&interval=day',
      ['query.start_date date_parsing', 'query.end_date date_parsing'],
    ],
    ['times', 'start_date=2026-01-01T00:00:00Z&end_date=2026-01-02&interval=day', ['query.start_date date_parsing']],
    ['too early', 'start_date=1999-12-31&end_date=2000-01-01&interval=day', ['query.start_date greater_than_equal']],
    ['too late', 'start_date=2026-01-01&end_date=9999-12-31&interval=year', ['query.end_date less_than_equal']],
    ['a hundred years', 'start_date=2000-01-01&end_date=2100-01-01&interval=year', ['query value_error']],
    ['eight days of hours', 'start_date=2026-01-01&end_date=2026-01-09&interval=hour', ['query value_error']],
    ['an end before the start', 'start_date=2026-01-02&end_date=2026-01-01&interval=day', ['query value_error']],
    ['an unknown interval', 'start_date=2026-01-01&end_date=2026-01-02&interval=quarter', ['query.interval enum']],
    ['an unknown time zone', `${DAY}&timezone=Mars/Olympus`, ['query.timezone enum']],
    ['SQL as a time zone', `${DAY}&timezone=UTC';--`, ['query.timezone enum']],
    ['an offset as a time zone', `${DAY}&timezone=%2B02:00`, ['query.timezone enum']],
    ['a long time zone', `${DAY}&timezone=${'x'.repeat(5000)}`, ['query.timezone enum']],
    ['an unknown metric', `${DAY}&metrics=luck`, ['query.metrics.0 enum']],
    ['an unknown type', `${DAY}&billing_type=free`, ['query.billing_type.0 enum']],
    ['an unknown currency', `${DAY}&currency=USD`, ['query.currency enum']],
    ['no id', `${DAY}&product_id=1&customer_id=2`, ['product_id', 'customer_id'].flatMap(idsAreWrong)],
  ])('%s', async (_what, query, expected) => {
    for (const path of ['', 'export']) {
      const { status, body, headers } = await seller('GET', `/v1/metrics/${path}?${query}`);
      expect([status, problems(body), headers['content-disposition']]).toEqual([422, expected, undefined]);
    }
  });

  test('organizations of different currencies, unless one is chosen', async () => {
    const { body: second } = await callAs(fixture.api, ours.pat)('POST', '/v1/organizations/', {
      name: 'Second',
      slug: `second-${randomUUID()}`,
      default_presentment_currency: 'eur',
    });
    const user = callAs(fixture.api, ours.pat);
    const ask = async (more: string) => (await user('GET', `/v1/metrics/?${RANGE}&metrics=revenue${more}`)).body;
    expect(problems(await ask(''))).toEqual(['query.currency missing']);
    expect(await ask('&currency=eur')).toMatchObject({ currency: 'eur', totals: { revenue: 800 } });
    expect(await ask(`&organization_id=${second.id}`)).toMatchObject({ currency: 'eur', totals: { revenue: 0 } });
    expect(await ask(`&organization_id=${ours.organization.id}`)).toMatchObject({ currency: 'usd', totals: { revenue: 13_100 } });
  });
});

test('GET /v1/metrics/limits: the longest range of each interval', async () => {
  const { status, body } = await seller('GET', '/v1/metrics/limits');
  const limit = (max_days: number) => ({ min_days: 0, max_days });
  const intervals = { hour: limit(7), day: limit(366), week: limit(371), month: limit(1460), year: limit(3650) };
  expect([status, body]).toEqual([200, { min_date: '2000-01-01', intervals }]);
});

test('GET /v1/metrics/export is a file', async () => {
  const { status, headers, text } = await seller('GET', `/v1/metrics/export?${RANGE}&metrics=costs&metrics=orders`);
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringContaining('attachment; filename="metrics.csv"'),
  ]);
  expect(text.split('\r\n').slice(0, 2)).toEqual(['Timestamp,Orders,Costs', '2026-01-01T00:00:00.000Z,2,0.3']);
});

describe('/v1/metrics/dashboards', () => {
  const stranger = callAs(fixture.api, theirs.oat);

  test.each([
    [{}, ['body.name missing']],
    [{ name: '' }, ['body.name string_too_short']],
    [{ name: 'x'.repeat(256) }, ['body.name string_too_long']],
    [{ name: 'a', metrics: ['luck'] }, ['body.metrics.0 enum']],
    [{ name: 'a', metrics: Array<string>(500).fill('orders') }, ['body.metrics too_long']],
    [{ name: 'a', metrics: null }, ['body.metrics list_type']],
  ])('422: %j', async (body, expected) => {
    const { status, body: answer } = await seller('POST', '/v1/metrics/dashboards', body);
    expect([status, problems(answer)]).toEqual([422, expected]);
  });

  test('belong to one organization', async () => {
    const { body } = await seller('POST', '/v1/metrics/dashboards', { name: 'Ours', metrics: ['orders', 'orders'] });
    expect(body.metrics).toEqual(['orders']);
    expect((await stranger('GET', '/v1/metrics/dashboards')).body).toEqual([]);
    const foreign = await Promise.all([
      stranger('GET', `/v1/metrics/dashboards/${body.id}`),
      stranger('PATCH', `/v1/metrics/dashboards/${body.id}`, { name: 'Theirs' }),
      stranger('DELETE', `/v1/metrics/dashboards/${body.id}`),
    ]);
    expect(foreign.map(({ status, body: { error } }) => `${status} ${error}`)).toEqual(Array(3).fill('404 ResourceNotFound'));
    const one = `/v1/metrics/dashboards/${body.id}`;
    expect((await seller('PATCH', one, { name: null, metrics: [] })).body).toMatchObject({ name: 'Ours', metrics: [] });
    expect((await seller('DELETE', one)).status).toBe(204);
    expect((await seller('GET', one)).status).toBe(404);
  });

  test('422: an organization has at most 100', async () => {
    await fixture.rows(
      `insert into metrics.dashboards select gen_random_uuid(), ?, 'x', '{}', now() from generate_series(1, 100)`,
      theirs.organization.id,
    );
    const { status, body } = await stranger('POST', '/v1/metrics/dashboards', { name: 'One more' });
    expect([status, problems(body)]).toEqual([422, ['body too_long']]);
  });
});
