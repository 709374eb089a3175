import { openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

/** Always the same numbers from 0 to less than 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

interface Subscription {
  readonly customer_id: string;
  readonly amount: number;
  readonly started_at: Date;
  readonly trial_end: Date | null;
  readonly ended_at: Date | null;
}

/** Many begin, end and have trials before, within and after the range, on the same days, of few customers. */
function subscriptions(seed: number): Subscription[] {
  const next = numbers(seed);
  const day = (from: number, days: number): Date => new Date(FIRST + Math.floor(from + next() * days) * DAY_MS);
  return Array.from({ length: 120 }, () => {
    const started_at = day(-10, 35);
    const startedOn = (started_at.getTime() - FIRST) / DAY_MS;
    return {
      customer_id: `00000000-0000-4000-8000-00000000000${Math.floor(next() * 9)}`,
      amount: Math.floor(next() * 1000),
      started_at,
      trial_end: next() < 0.4 ? day(startedOn, 10) : null,
      ended_at: next() < 0.6 ? day(startedOn, 15) : null,
    };
  });
}

/** What every interval has, from its definition: one subscription after the other. */
function expected(all: readonly Subscription[], ends: readonly number[]) {
  const isActiveAt =
    (end: number) =>
    ({ started_at, ended_at }: Subscription) =>
      started_at.getTime() < end && (ended_at?.getTime() ?? Infinity) >= end;
  const customersAt = (end: number) => new Set(all.filter(isActiveAt(end)).map(({ customer_id }) => customer_id));
  return ends.map((end, index) => {
    const later = ends.slice(index).map(customersAt);
    const lost = [...customersAt(ends[index - 1] ?? FIRST)].filter((id) => !later.some((present) => present.has(id)));
    const active = all.filter(isActiveAt(end));
    const inTrial = active.filter(({ trial_end }) => (trial_end?.getTime() ?? 0) >= end);
    const sum = (some: readonly Subscription[]): number => some.reduce((total, { amount }) => total + amount, 0);
    const monthly = sum(active) - sum(inTrial);
    const customers = customersAt(end).size;
    return {
      active_subscriptions: active.length,
      monthly_recurring_revenue: monthly,
      trial_monthly_recurring_revenue: sum(inTrial),
      lost_customers: lost.length,
      average_revenue_per_user: customers === 0 ? 0 : Math.round(monthly / customers),
    };
  });
}

test.each([1, 2, 3])('figures of random subscriptions are those of their definitions (%d)', async (seed) => {
  const all = subscriptions(seed);
  await fixture.rows('delete from entitlements.subscriptions');
  await fixture.rows(
    `insert into entitlements.subscriptions (id, organization_id, customer_id, product_id, price_ids, currency, amount, metadata,
       recurring_interval, recurring_interval_count, anchor_day, started_at, trial_start, trial_end, status, current_period_start,
       current_period_end, cancel_at_period_end, grace_over, created_at, ended_at)
     select gen_random_uuid(), ?, customer_id, customer_id, '[]', 'usd', amount, '{}', 'month', 1, 1, started_at, started_at, trial_end,
       'active', started_at, started_at, false, false, started_at, ended_at
     from jsonb_to_recordset(?) as s (customer_id uuid, amount int, started_at timestamptz, trial_end timestamptz, ended_at timestamptz)`,
    fixture.ours.organization.id,
    JSON.stringify(all),
  );
  const metrics = [
    'active_subscriptions',
    'monthly_recurring_revenue',
    'trial_monthly_recurring_revenue',
    'lost_customers',
    'average_revenue_per_user',
  ];
  const query = `start_date=2026-01-01&end_date=2026-01-20&interval=day&${metrics.map((slug) => `metrics=${slug}`).join('&')}`;
  const { body } = await fixture.seller('GET', `/v1/metrics/?${query}`);
  const ends = Array.from({ length: 20 }, (_, day) => FIRST + (day + 1) * DAY_MS);
  expect(body.periods.map(({ timestamp: _timestamp, ...values }: { timestamp: string }) => values)).toEqual(expected(all, ends));
});
