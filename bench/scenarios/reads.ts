import type { Bench } from '../bench.ts';
import { MeteringFixture, ORGANIZATION_ID } from '../metering/metering-fixture.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const TIMES = 7;
const CUSTOMERS = 1_000;
const FEW = 1_000;

/** Purchases of the past two years: orders of 20 products, two of three renew a subscription; there is a subscription for five orders. */
const SUBSCRIPTIONS = `
  insert into entitlements.subscriptions (id, organization_id, customer_id, product_id, price_ids, currency, amount, metadata,
    recurring_interval, recurring_interval_count, anchor_day, started_at, status, current_period_start, current_period_end,
    cancel_at_period_end, grace_over, canceled_at, ended_at, created_at)
  select md5('subscription' || n)::uuid, $1, md5('buyer' || n % 50000)::uuid, md5('product' || n % 20)::uuid, '[]', 'usd', 1000 + n % 7 * 100,
    '{}', 'month', 1, 1, at, case when n % 4 = 0 then 'canceled' else 'active' end, at, at + interval '1 month', false, false,
    case when n % 4 = 0 then at + interval '90 days' end, case when n % 4 = 0 then at + interval '100 days' end, at
  from generate_series(1, $2::int / 5) as n,
    lateral (select now() - interval '730 days' + ('x' || substr(md5(n::text), 1, 7))::bit(28)::int % 630 * interval '1 day' as at) as times`;
const ORDERS = `
  insert into entitlements.orders (id, organization_id, customer_id, product_id, description, items, currency, amount, metadata, status,
    subscription_id, refunded_amount, purchased_at, created_at)
  select gen_random_uuid(), $1, md5('buyer' || n % 50000)::uuid, md5('product' || n % 20)::uuid, 'Bench Pro', '[]', 'usd', 1000, '{}',
    case when n % 50 = 0 then 'refunded' else 'paid' end, case when n % 3 > 0 then md5('subscription' || n % ($2::int / 5) + 1)::uuid end,
    case when n % 50 = 0 then 1000 else 0 end, at, at
  from generate_series(1, $2::int) as n,
    lateral (select now() - (n::float8 / $2) * interval '730 days' as at) as times`;

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const RANGES = {
  'a year by month': { start_date: day(364), end_date: day(0), interval: 'month' },
  'a year by day': { start_date: day(364), end_date: day(0), interval: 'day' },
  'a month by day': { start_date: day(30), end_date: day(0), interval: 'day' },
} as const;
const ZONES = ['UTC', 'Asia/Kolkata'] as const;

/** The seventh of the products. */
const PRODUCT = '7f5a6870-9704-8693-a423-12f58a583ef1';

const FROM_SUMS = [
  'orders',
  'cumulative_revenue',
  'average_order_value',
  'active_subscriptions',
  'monthly_recurring_revenue',
] as const;
/** Metrics of events, and those of renewals and customers. */
const OTHERS = [
  'cumulative_costs',
  'active_user_by_event',
  'new_customers',
  'renewed_subscriptions',
  'new_subscriptions_revenue',
  'average_revenue_per_user',
] as const;

/** Filters that no index has: what one event in five has, and what no event has. */
const FILTERS = {
  'metadata of many': { metadata: [{ key: 'model', values: ['m2'] }] },
  'metadata of none': { metadata: [{ key: 'model', values: ['m9'] }] },
  'a text of none': { query: 'nothing', organization_id: [ORGANIZATION_ID] },
} as const;

/** Compares how long metrics and searches take of an organization with many purchases and events, and of one with few. */
export async function reads(bench: Bench, report: Report): Promise<void> {
  const { orders, events } = bench.plan.reads;
  await using small = await MeteringFixture.make(bench.database, 'bench_reads_of_few', FEW, FEW);
  await using large = await MeteringFixture.make(bench.database, 'bench_reads', CUSTOMERS, events);
  await small.purchase([SUBSCRIPTIONS, ORDERS], FEW);
  const rebuilt = await large.purchase([SUBSCRIPTIONS, ORDERS], orders);
  await small.count();
  const counted = await large.count();
  await bench.database.checkpoint();
  const scenario = `reads of ${orders.toLocaleString('en')} orders and ${events.toLocaleString('en')} events`;
  report.add({ scenario, what: '`latchkey metrics rebuild`', value: rebuilt, unit: 's' });
  report.add({ scenario, what: 'events counted and added up by the worker', value: counted, unit: 's' });
  for (const [name, range] of Object.entries(RANGES)) {
    for (const timezone of ZONES) {
      for (const [what, more] of [
        ['', {}],
        [', of a product', { product_id: [PRODUCT] }],
      ] as const) {
        const ask = (fixture: MeteringFixture) =>
          fixture.metrics({ ...range, timezone, metrics: FROM_SUMS, currency: 'usd', ...more });
        const [few, many] = [await medianOf(() => ask(small)), await medianOf(() => ask(large))];
        report.add({
          scenario,
          what: `metrics from sums of ${name}, ${timezone}${what}; of few ${few.toFixed(1)} ms`,
          value: many,
          unit: 'ms',
          asked: { atMost: 100 },
        });
      }
    }
  }
  for (const slug of OTHERS) {
    for (const timezone of ZONES) {
      const ask = () => large.metrics({ ...RANGES['a year by month'], timezone, metrics: [slug], currency: 'usd' });
      report.add({ scenario, what: `${slug} of a year by month, ${timezone}`, value: await medianOf(ask), unit: 'ms' });
    }
  }
  for (const [what, filter] of Object.entries(FILTERS)) {
    for (const by of ['list', 'search'] as const) {
      const ask = (fixture: MeteringFixture) => medianOf(() => fixture.events(by, filter));
      report.add({
        scenario,
        what: `events by ${what}, ${by}; of few ${(await ask(small)).toFixed(1)} ms`,
        value: await ask(large),
        unit: 'ms',
        ...(by === 'search' && { asked: { atMost: 60 } }),
      });
    }
  }
}

async function medianOf(ask: () => Promise<number>): Promise<number> {
  await ask();
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn++) times.push(await ask());
  return median(times);
}
