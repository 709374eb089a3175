import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import pg from 'pg';
import { pgPool } from '#engine/persistence';
import { AdvanceSubscriptions, RebuildPurchaseRollups, RollUpPurchases } from '#entitlements';
import type { Need } from '../../libs/metrics/src/queries/figures.ts';
import { METRIC_SLUGS, METRICS } from '../../libs/metrics/src/queries/metric-catalogue.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
let products: readonly string[];
let plans: readonly string[];
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const price = (currency: string, priceAmount: number) =>
    ({ currency, taxBehavior: null, terms: { amountType: 'fixed', priceAmount } }) as const;
  const ids = async (...all: Parameters<PurchaseFixture['product']>[0][]) => {
    const created: string[] = [];
    for (const attributes of all) created.push((await fixture.product(attributes)).id);
    return created;
  };
  products = await ids({}, { prices: [price('eur', 700), price('usd', 800)] });
  plans = await ids(
    { every: 'month', trial: { unit: 'day', count: 10 } },
    { every: 'year', prices: [price('usd', 12_345), price('eur', 9_999)] },
    { every: 'week' },
  );
});
afterAll(() => fixture.close());

const execute = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  fixture.api.app.get(EntityManager).fork().execute<T[]>(sql, values);
const run = (command: Parameters<CommandBus['execute']>[0]) => fixture.api.app.get(CommandBus).execute(command);
const rollUp = () => run(new RollUpPurchases());
const rebuild = () => run(new RebuildPurchaseRollups(fixture.ours.organization.id, 3));

const TODAY = new Date();
const daysFromNow = (days: number): string => new Date(TODAY.getTime() + days * 86_400_000).toISOString();
const dayFromNow = (days: number): string => daysFromNow(days).slice(0, 10);

const KEPT = new Set<Need>(['orders', 'earlier orders', 'first orders', 'renewals', 'subscriptions', 'subscribers']);

/** The metrics that are read from sums alone. */
const ROLLED = METRIC_SLUGS.filter((slug) => {
  const { needs } = METRICS[slug];
  return needs.length > 0 && needs.every((need) => KEPT.has(need));
});

async function metrics(query: string): Promise<unknown> {
  const slugs = ROLLED.map((slug) => `&metrics=${slug}`).join('');
  const { status, body, text } = await fixture.seller('GET', `/v1/metrics/?${query}${slugs}`);
  if (status !== 200) throw new Error(text);
  return { periods: body.periods, totals: body.totals };
}

/** All customers who bought something. Sums know no customers, so metrics of these are read from rows. */
async function everybody(): Promise<string> {
  const rows = await execute<{ id: string }>(
    'select customer_id as id from entitlements.orders union select customer_id from entitlements.subscriptions',
  );
  return rows.map(({ id }) => `&customer_id=${id}`).join('');
}

const QUERIES = () => [
  `start_date=${dayFromNow(-400)}&end_date=${dayFromNow(40)}&interval=month`,
  `start_date=${dayFromNow(-40)}&end_date=${dayFromNow(0)}&interval=day&timezone=Asia/Kathmandu`,
  `start_date=${dayFromNow(-60)}&end_date=${dayFromNow(60)}&interval=week&timezone=America/St_Johns&currency=eur`,
  `start_date=${dayFromNow(-3)}&end_date=${dayFromNow(1)}&interval=hour&timezone=Europe/Berlin`,
  `start_date=${dayFromNow(-700)}&end_date=${dayFromNow(400)}&interval=year&timezone=Australia/Lord_Howe&billing_type=recurring`,
  `start_date=${dayFromNow(-90)}&end_date=${dayFromNow(0)}&interval=month&billing_type=one_time&billing_type=recurring&currency=eur`,
  `start_date=${dayFromNow(-30)}&end_date=${dayFromNow(0)}&interval=week&billing_type=one_time`,
  ...[...products, ...plans].map(
    (id) => `start_date=${dayFromNow(-200)}&end_date=${dayFromNow(10)}&interval=week&timezone=Europe/Berlin&product_id=${id}`,
  ),
];

async function expectSumsOfRows(): Promise<void> {
  const all = await everybody();
  for (const query of QUERIES())
    expect({ query, ...((await metrics(query)) as object) }).toEqual({ query, ...((await metrics(query + all)) as object) });
}

const CHANGES = ['customer_changes', 'order_changes', 'renewal_changes', 'subscription_changes'];
const ROLLUPS = ['customer_rollups', 'order_rollups', 'renewal_rollups', 'subscription_rollups'];

/** The changes that are not in the sums yet. */
const recordedChanges = () => execute(CHANGES.map((table) => `select id from entitlements.${table}`).join(' union all '));

const KINDS = [
  'buy',
  'buy',
  'buy several',
  'subscribe',
  'subscribe',
  'subscribe',
  'renew',
  'renew',
  'pay',
  'refund',
  'refund',
  'void',
  'unvoid',
  'cancel',
  'uncancel',
  'revoke',
  'change plan',
  'advance',
  'merge',
  'anonymize',
  'postpone',
  'roll up',
  'roll up',
  'rebuild',
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** What decides about products, purchases, times and amounts. */
  readonly pick: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat({ max: 100_000 }) }),
  { minLength: 25, maxLength: 40 },
);

const customers: string[] = [];
const orders: string[] = [];
const subscriptions: string[] = [];

const REASONS = ['too_expensive', 'unused', null] as const;

/** Does a step, if it is possible: the service refuses what is not. */
async function take({ kind, pick }: Step): Promise<void> {
  const one = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(list.length, 1)];
  const ask = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const answer = await fixture.seller(method, url, body);
    if (answer.status >= 500) throw new Error(`${method} ${url}: ${answer.text}`);
    return answer;
  };
  const created = async (list: string[], url: string, body: object): Promise<void> => {
    const answer = await ask('POST', url, body);
    if (answer.status === 201) list.push(answer.body.id);
  };
  const order = async (body: object): Promise<void> => {
    const purchased_at = daysFromNow(-(pick % 9_000) / 20);
    await created(orders, '/v1/orders/', { purchased_at, ...body });
  };
  if (customers.length < 3 || pick % 5 === 0) customers.push((await fixture.customer()).id);
  const customer_id = one(customers)!;
  switch (kind) {
    case 'buy':
      return order({ customer_id, product_id: one(products), amount: pick, status: pick % 4 === 0 ? 'pending' : 'paid' });
    case 'buy several':
      return order({ customer_id, items: products.map((product_id) => ({ product_id, amount: pick })), currency: 'usd' });
    case 'subscribe':
      return created(subscriptions, '/v1/subscriptions/', {
        customer_id,
        product_id: one(plans),
        started_at: daysFromNow(-(pick % 9_000) / 24),
      });
    case 'renew':
      return order({ subscription_id: one(subscriptions) });
    case 'pay':
      return void (await ask('PATCH', `/v1/orders/${one(orders)}`, { status: 'paid' }));
    case 'refund':
      for (const amount of [1 + (pick % 300), 2 + (pick % 40)]) {
        await ask('POST', '/v1/refunds/', { order_id: one(orders.slice(-4)), reason: 'customer_request', amount });
      }
      return;
    case 'void':
    case 'unvoid':
      return void (await ask('POST', `/v1/orders/${one(orders)}/${kind}`));
    case 'cancel':
      return void (await ask('PATCH', `/v1/subscriptions/${one(subscriptions)}`, {
        cancel_at_period_end: true,
        customer_cancellation_reason: one(REASONS),
      }));
    case 'uncancel':
      return void (await ask('PATCH', `/v1/subscriptions/${one(subscriptions)}`, { cancel_at_period_end: false }));
    case 'revoke':
      return void (await ask('DELETE', `/v1/subscriptions/${one(subscriptions)}`));
    case 'change plan':
      return void (await ask('PATCH', `/v1/subscriptions/${one(subscriptions)}`, { product_id: one(plans) }));
    case 'advance':
      await execute(
        `update entitlements.subscriptions set current_period_end = now() - interval '1 day' where id = ?`,
        one(subscriptions) ?? null,
      );
      return void (await run(new AdvanceSubscriptions(new AbortController().signal)));
    case 'merge':
      return void (await ask('POST', `/v1/customers/${customers.at(-1)}/merge`, { customer_id }));
    case 'anonymize':
      return void (await ask('DELETE', `/v1/customers/${customer_id}?anonymize=true`));
    case 'postpone':
      return void (await execute(
        `update entitlements.orders set purchased_at = purchased_at + interval '7 minutes' where id = ?`,
        one(orders) ?? null,
      ));
    case 'roll up':
      return void (await rollUp());
    case 'rebuild':
      return void (await rebuild());
  }
}

test('after random histories the sums are those of all rows, whatever was rolled up meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      for (const step of history) await take(step);
      await fixture.settled();
      await expectSumsOfRows();
      await rollUp();
      await expectSumsOfRows();
    }),
    { numRuns: 5, seed: 53, endOnFailure: true },
  );
  const [kinds] = await execute<Record<string, number>>(`select
    (select count(*) from entitlements.orders where status = 'void')::integer as voided,
    (select count(*) from entitlements.orders where refunded_amount > 0)::integer as refunded,
    (select count(*) from entitlements.subscriptions where ended_at is not null)::integer as ended,
    (select count(*) from entitlements.subscriptions where ended_at is null and ends_at is not null)::integer as ending,
    (select count(*) from entitlements.renewal_rollups where repeated > 0 and since < start and grain = 'quarter')::integer as renewed`);
  expect(Object.values(kinds!).every((number) => number > 0)).toBe(true);
});

test('sums that are wrong are told so, until they are made anew', async () => {
  const [query] = QUERIES();
  const right = await metrics(query!);
  await execute('update entitlements.order_rollups set orders = orders + 1');
  expect(await metrics(query!)).not.toEqual(right);
  await rebuild();
  expect(await metrics(query!)).toEqual(right);
});

test('purchases from before the sums are read from rows until a worker has made the sums', async () => {
  const [query] = QUERIES();
  const right = await metrics(query!);
  for (const table of [...CHANGES, ...ROLLUPS]) await execute(`delete from entitlements.${table}`);
  expect(await metrics(query!)).not.toEqual(right);
  const lists = ['unrolled_customers', 'unrolled_organizations', 'unrolled_renewals'].map((name) => `entitlements.${name}`);
  for (const list of lists) await execute(`insert into ${list} (organization_id) values (?)`, fixture.ours.organization.id);
  expect(await metrics(query!)).toEqual(right);
  await rollUp();
  for (const list of lists) expect(await execute(`select organization_id from ${list}`)).toEqual([]);
  await expectSumsOfRows();
});

test('a subscription that started at another time makes the sums of its organization anew', async () => {
  await rollUp();
  await execute(`update entitlements.subscriptions set started_at = started_at - interval '40 days'`);
  await expectSumsOfRows();
  await rollUp();
  expect(await execute('select organization_id from entitlements.unrolled_renewals')).toEqual([]);
  await expectSumsOfRows();
});

test('sums are not made anew while changes are moved into them', async () => {
  await rollUp();
  await take({ kind: 'buy', pick: 20_001 });
  await take({ kind: 'subscribe', pick: 20_001 });
  await fixture.settled();
  const client = new pg.Client(fixture.api.databaseUrl);
  await client.connect();
  try {
    // The worker has moved changes of orders when it has to wait.
    await client.query('begin; lock table entitlements.subscription_changes in exclusive mode');
    const moving = rollUp();
    await untilBlocked(await pgPool(fixture.api.app.get(EntityManager)), {
      like: '%delete from entitlements.subscription_changes%',
    });
    const rebuilding = rebuild();
    await untilBlocked(await pgPool(fixture.api.app.get(EntityManager)), { count: 2 });
    await client.query('commit');
    await Promise.all([moving, rebuilding]);
  } finally {
    await client.end();
  }
  expect(await recordedChanges()).toEqual([]);
  await expectSumsOfRows();
});

test('what several workers roll up and rebuild while purchases are made is in the sums once', async () => {
  const buy = async (pick: number): Promise<void> => {
    await take({ kind: 'buy', pick });
    await take({ kind: 'refund', pick: pick + 1 });
  };
  const at = Array.from({ length: 24 }, (_, index) => index * 997);
  await Promise.all([...at.map(buy), ...at.flatMap((number) => (number % 3 === 0 ? [rollUp(), rebuild()] : [rollUp()]))]);
  await fixture.settled();
  await expectSumsOfRows();
  await rollUp();
  expect(await recordedChanges()).toEqual([]);
  await expectSumsOfRows();
});
