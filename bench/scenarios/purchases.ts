import pg from 'pg';
import type { Bench } from '../bench.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import { type CpuSeconds, Shop } from '../messaging/shop.ts';
import { validate } from '../operations.ts';
import { postgresCpuSeconds } from '../processor-time.ts';
import type { Bound, Report } from '../report.ts';
import { percentile } from '../statistics.ts';

const RATE = 100;
/** API and worker run much more code for a purchase than for other operations, and V8 compiles it only after many of them. So there
 * are so many times the measured ones before. */
const WARM_UPS = 3;
/** The purchases a second during bulk work: few, so that they are not what the worker is busy with. */
const SLOW_RATE = 2;
const BULK_KEYS = 30_000;
const KEYS_PER_REQUEST = 1_000;
const BULK_REQUESTS_AT_ONCE = 2;

/** The cost of purchases in CPU time, and the time from the 201 of a purchase until its license key can be read. */
export async function purchases(bench: Bench, report: Report): Promise<void> {
  const validation = await cpuOfValidation(bench);
  if (validation) report.add({ scenario: 'validate', what: 'CPU of API and PostgreSQL', value: validation * 1e6, unit: 'µs' });
  for (const place of await queuePlaces()) {
    await sell(bench, report, place, validation);
    const waits = await waitsDuringBulkWork(bench, place);
    const what = (text: string) => `${place.name}, ${BULK_KEYS} keys of another organization under way: ${text}`;
    const scenario = 'purchase to key';
    report.add({ scenario, what: what('p50'), value: percentile(waits, 0.5), unit: 'ms' });
    report.add({ scenario, what: what('longest'), value: Math.max(...waits), unit: 'ms', asked: { atMost: 5_000 } });
  }
}

/** The CPU seconds of one validation at maximum throughput; undefined if PostgreSQL is on another machine. */
async function cpuOfValidation(bench: Bench): Promise<number | undefined> {
  const { few: keys } = bench.plan.keys;
  const server = await bench.server('product', keys);
  const pool = new pg.Pool({ connectionString: bench.database.url });
  const cpuSeconds = async (): Promise<number> =>
    (await server.usage()).cpuSeconds + ((await postgresCpuSeconds(pool)) ?? Number.NaN);
  try {
    await bench.atMost(server, validate({ keys }));
    const before = await cpuSeconds();
    const { answers } = await bench.atMost(server, validate({ keys }), { warmUp: 0 });
    const seconds = (await cpuSeconds()) - before;
    return Number.isNaN(seconds) ? undefined : seconds / answers;
  } finally {
    await pool.end();
  }
}

/** Purchases at a fixed rate, and then as many as possible. */
async function sell(bench: Bench, report: Report, place: QueuePlace, validation: number | undefined): Promise<void> {
  const { purchaseSeconds, connections } = bench.plan;
  const perRun = RATE * purchaseSeconds;
  const url = await bench.database.makeDatabase(`bench_purchases_${place.name.toLowerCase()}`);
  const seller = await openBillingFixture(url, (WARM_UPS + 2) * perRun);
  await using shop = await Shop.open(bench, url, place);
  await shop.sellAtOnce(seller, seller.customerIds.slice(2 * perRun));
  await shop.analyze();
  const [first, second] = [seller.customerIds.slice(0, perRun), seller.customerIds.slice(perRun, 2 * perRun)];

  let waits: readonly number[] = [];
  let seconds = 0;
  const steady = await shop.cpuSecondsOf(async () => (waits = await shop.sellAtRate(seller, first, RATE)));
  const atMost = await shop.cpuSecondsOf(async () => (seconds = await shop.sellAtOnce(seller, second)));
  const memory = await shop.peakMemory();

  const scenario = `purchase to key, ${RATE}/s`;
  report.add({ scenario, what: `${place.name}: p50`, value: percentile(waits, 0.5), unit: 'ms', asked: { atMost: 100 } });
  report.add({ scenario, what: `${place.name}: p99`, value: percentile(waits, 0.99), unit: 'ms', asked: { atMost: 250 } });
  addCost(report, `${place.name}, ${RATE}/s`, steady, perRun, validation, { atMost: 20 });
  const atOnce = `${place.name}, ${connections} at a time`;
  report.add({ scenario: 'purchases', what: atOnce, value: perRun / seconds, unit: 'keys/s', asked: { atLeast: 700 } });
  addCost(report, atOnce, atMost, perRun, validation, { atMost: 12 });
  for (const name of ['api', 'worker'] as const) {
    const what = `${place.name}: peak memory of the ${name}`;
    report.add({ scenario: 'purchases', what, value: memory[name], unit: 'MB', asked: { atMost: 350 } });
  }
}

function addCost(
  report: Report,
  what: string,
  spent: CpuSeconds | undefined,
  count: number,
  validation: number | undefined,
  asked: Bound,
): void {
  if (!spent || !validation) return;
  const scenario = 'CPU of a purchase';
  for (const name of ['api', 'worker', 'postgres'] as const)
    report.add({ scenario, what: `${what}: ${name}`, value: (spent[name] * 1e6) / count, unit: 'µs' });
  const all = (spent.api + spent.worker + spent.postgres) / count;
  report.add({ scenario, what: `${what}: all / validate`, value: all / validation, unit: '×', asked });
}

/** Another organization issues many keys, each of which publishes events; purchases are reported while they are delivered. */
async function waitsDuringBulkWork(bench: Bench, place: QueuePlace): Promise<number[]> {
  const url = await bench.database.makeDatabase(`bench_bulk_${place.name.toLowerCase()}`);
  const seller = await openBillingFixture(url, SLOW_RATE * bench.plan.purchaseSeconds);
  const busy = await openBillingFixture(url, 1, 'busy');
  await using shop = await Shop.open(bench, url, place);
  const [waits] = await Promise.all([shop.sellAtRate(seller, seller.customerIds, SLOW_RATE), issueMany(shop, busy)]);
  return waits;
}

async function issueMany(shop: Shop, { token, benefitId, customerIds: [customer_id] }: BillingFixture): Promise<void> {
  const license_keys = Array.from({ length: KEYS_PER_REQUEST }, () => ({ customer_id, benefit_id: benefitId }));
  let left = BULK_KEYS / KEYS_PER_REQUEST;
  const issue = async (): Promise<void> => {
    while (left-- > 0) await shop.post(token, '/v1/license-keys/', { license_keys });
  };
  await Promise.all(Array.from({ length: BULK_REQUESTS_AT_ONCE }, issue));
}
