import pg from 'pg';
import type { Bench } from '../bench.ts';
import { EVENTS_OF_A_SALE, StripeShop } from '../connectors/stripe-shop.ts';
import { DatabaseServer } from '../database-server.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import { type Counts, DatabaseCounts, PROCESSES } from '../messaging/database-counts.ts';
import { Shop } from '../messaging/shop.ts';
import type { Report } from '../report.ts';

/** Settings of a server that counts statements, with the time for planning them. */
const COUNTED = {
  compute_query_id: 'auto',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.track_planning': 'on',
};
const RATE = 100;
const ALONE = 30;
const WARM_UPS = 300;
/** What is done fewer times for a purchase is left out. */
const LEAST = 0.02;

/**
 * What one purchase of a key, a flag and a credit does, reported by the seller or in three events of a payment provider, alone and beside
 * others: counts, which a busy machine does not change.
 */
export async function purchaseCost(bench: Bench, report: Report): Promise<void> {
  const atRate = RATE * bench.plan.purchaseSeconds;
  await using database = await DatabaseServer.start(COUNTED);
  const url = await database.makeDatabase('bench_purchase_cost');
  const seller = await openBillingFixture(url, 2 * WARM_UPS + ALONE + atRate);
  // The database is dropped while connections are being closed.
  const pool = new pg.Pool({ connectionString: url }).on('error', () => undefined);
  try {
    await pool.query('create extension pg_stat_statements');
    for (const process of PROCESSES) await pool.query(`create role ${process} superuser login`);
    await using shop = await Shop.openCounted(bench, url);
    const further = await grantMore(shop, seller);
    const stripe = await StripeShop.open(shop.api, seller, further);
    const customers = [...seller.customerIds];
    await shop.sellAtRate(seller, customers.splice(0, WARM_UPS), RATE);
    await shop.allProcessed();
    await shop.analyze();
    await shop.sellAtRate(seller, customers.splice(0, WARM_UPS), RATE);
    const { rows } = await pool.query<{ role: string }>('select current_user as role');
    const counts = new DatabaseCounts(pool, rows[0]!.role);
    await count(report, 'purchase, alone', ALONE, shop, counts, async () => {
      for (const id of customers.splice(0, ALONE)) {
        await shop.buy(seller, id);
        await shop.allProcessed();
      }
    });
    await count(report, `purchase, ${RATE}/s`, atRate, shop, counts, () => shop.sellAtRate(seller, customers, RATE));
    await stripe.sell(WARM_UPS, RATE);
    await shop.allProcessed();
    await shop.analyze();
    await count(report, 'provider sale, alone', ALONE, shop, counts, async () => {
      for (let sale = 0; sale < ALONE; sale++) {
        await stripe.sell(1, RATE);
        await shop.allProcessed();
      }
    });
    const events = RATE * bench.plan.webhooks.seconds;
    await count(report, `provider sale, ${RATE} events/s`, Math.ceil(events / EVENTS_OF_A_SALE), shop, counts, (sales) =>
      stripe.sell(sales, RATE),
    );
  } finally {
    await pool.end();
  }
}

/** Adds a flag and a credit to the product; returns their ids. */
async function grantMore(shop: Shop, { token, productId, benefitId }: BillingFixture): Promise<string[]> {
  const create = (path: string, body: object) => shop.post(token, path, body);
  const benefit = (type: string, properties: object) => create('/v1/benefits/', { type, description: 'Bench', properties });
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
  const meter = await create('/v1/meters/', { name: 'Calls', filter, aggregation: { func: 'count' } });
  const flag = await benefit('feature_flag', {});
  const credit = await benefit('meter_credit', { meter_id: meter.id, units: 10, rollover: false });
  await create(`/v1/products/${productId}/benefits`, { benefits: [benefitId, flag.id, credit.id] });
  return [flag.id, credit.id];
}

async function count(
  report: Report,
  how: string,
  purchases: number,
  shop: Shop,
  database: DatabaseCounts,
  work: (purchases: number) => Promise<unknown>,
): Promise<void> {
  await shop.allProcessed();
  await database.reset();
  const before = await shop.counted();
  const cpu = await shop.cpuSecondsOf(() => work(purchases));
  const [after, counts] = [await shop.counted(), await database.read()];
  const add = (part: string, what: string, all: number, unit = ''): void => {
    if (all / purchases >= LEAST) report.add({ scenario: `${how}: ${part}`, what, value: all / purchases, unit });
  };
  add('in all', 'transactions', counts.transactions);
  for (const process of PROCESSES) {
    add('in all', `packets to PostgreSQL, ${process}`, after.packets[process] - before.packets[process]);
    add('in all', `CPU, ${process}`, (cpu?.[process] ?? 0) * 1e6, 'µs');
  }
  add('in all', 'CPU, postgres', (cpu?.postgres ?? 0) * 1e6, 'µs');
  addTotals(counts, (what, all, unit) => add('in all', what, all, unit));
  for (const { process, part, statements } of counts.work) add('statements', `${process}: ${part}`, statements);
  for (const { process, part, ms } of counts.work) add('time in PostgreSQL', `${process}: ${part}`, ms * 1_000, 'µs');
  for (const { process, part, walBytes } of counts.work) add('WAL', `${process}: ${part}`, walBytes, 'bytes');
  for (const { part, rows } of counts.written) add('rows written', part, rows);
  for (const { part, entries } of counts.written) add('index entries', part, entries);
  for (const { name, events } of counts.events) add('events', name, events);
  for (const [subscriber, deliveries] of Object.entries(after.deliveries))
    add('deliveries', subscriber, deliveries - (before.deliveries[subscriber] ?? 0));
  const delivered = (deliveries: Readonly<Record<string, number>>) =>
    Object.values(deliveries).reduce((sum, each) => sum + each, 0);
  add('in all', 'deliveries', delivered(after.deliveries) - delivered(before.deliveries));
}

function addTotals({ work, written, events }: Counts, add: (what: string, all: number, unit?: string) => void): void {
  const sum = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((all, item) => all + value(item), 0);
  add(
    'statements',
    sum(work, ({ statements }) => statements),
  );
  add(
    'WAL',
    sum(work, ({ walBytes }) => walBytes),
    'bytes',
  );
  add(
    'rows written',
    sum(written, ({ rows }) => rows),
  );
  add(
    'index entries',
    sum(written, ({ entries }) => entries),
  );
  add(
    'events',
    sum(events, (each) => each.events),
  );
}
