import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import type { TargetAnswers } from '../target.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import { openBillingFixture, type BillingFixture } from '../messaging/billing-fixture.ts';
import { Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

const RATE = 50;
/** Of the purchases during bulk work: few, so that they are not what the worker is busy with. */
const SLOW_RATE = 2;
const BULK_KEYS = 30_000;
const KEYS_PER_REQUEST = 1_000;
const BULK_REQUESTS_AT_ONCE = 2;
const POLL_MS = 5;
const READABLE = `select customer_id from licensing.license_keys
  where organization_id = $1 and customer_id = any($2::uuid[]) and status = 'granted'`;

/** Time from the 201 of a purchase until its license key can be read, at a fixed rate of purchases. API and worker are separate processes. */
export async function purchases(bench: Bench, report: Report): Promise<void> {
  for (const place of await queuePlaces()) {
    const waits = await waitsForKeys(bench, place);
    const add = (what: string, value: number, more = {}): void =>
      report.add({ scenario: `purchase to key, ${RATE}/s`, what: `${place.name}: ${what}`, value, unit: 'ms', ...more });
    add('p50', percentile(waits, 0.5));
    add('p99', percentile(waits, 0.99), { asked: { atMost: 1_000 } });
    const during = await waitsDuringBulkWork(bench, place);
    const what = (text: string) => `${place.name}, ${BULK_KEYS} keys of another organization under way: ${text}`;
    report.add({ scenario: 'purchase to key', what: what('p50'), value: percentile(during, 0.5), unit: 'ms' });
    report.add({
      scenario: 'purchase to key',
      what: what('longest'),
      value: Math.max(...during),
      unit: 'ms',
      asked: { atMost: 5_000 },
    });
  }
}

async function waitsForKeys(bench: Bench, place: QueuePlace): Promise<number[]> {
  const { warmUp, purchaseSeconds } = bench.plan;
  const url = await bench.database.makeDatabase(`bench_purchases_${place.name.toLowerCase()}`);
  const shop = await openBillingFixture(url, RATE * (warmUp + purchaseSeconds));
  const waits = await withProcesses(bench, url, place, (port, pool) => sell(shop, RATE, port, pool));
  return waits.slice(RATE * warmUp);
}

/** Another organization issues many keys, each of which publishes events; purchases are reported while they are delivered. */
async function waitsDuringBulkWork(bench: Bench, place: QueuePlace): Promise<number[]> {
  const url = await bench.database.makeDatabase(`bench_bulk_${place.name.toLowerCase()}`);
  const shop = await openBillingFixture(url, SLOW_RATE * bench.plan.purchaseSeconds);
  const busy = await openBillingFixture(url, 1, 'busy');
  return withProcesses(bench, url, place, async (port, pool) => {
    const bulk = issueMany(busy, port);
    const waits = await sell(shop, SLOW_RATE, port, pool);
    await bulk;
    return waits;
  });
}

async function issueMany({ token, benefitId, customerIds: [customer_id] }: BillingFixture, port: number): Promise<void> {
  const license_keys = Array.from({ length: KEYS_PER_REQUEST }, () => ({ customer_id, benefit_id: benefitId }));
  let left = BULK_KEYS / KEYS_PER_REQUEST;
  const issue = async (): Promise<void> => {
    while (left-- > 0) await post(port, token, '/v1/license-keys/', { license_keys });
  };
  await Promise.all(Array.from({ length: BULK_REQUESTS_AT_ONCE }, issue));
}

async function post(port: number, token: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} failed: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function withProcesses<T>(
  bench: Bench,
  url: string,
  { redisUrl }: QueuePlace,
  work: (port: number, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  await bench.database.checkpoint();
  const api = await Child.start<number, TargetAnswers>(new URL('../target.js', import.meta.url), ['product', url]);
  const worker = await Child.start(new URL('../processes/worker.js', import.meta.url), [url, ...(redisUrl ? [redisUrl] : [])]);
  const pool = new pg.Pool({ connectionString: url });
  try {
    return await work(api.ready, pool);
  } finally {
    await worker.stop();
    await api.stop();
    await pool.end();
  }
}

/** Creates purchases for one customer after another; returns the wait for each key, in the order of the purchases. */
async function sell(
  { token, organizationId, productId, customerIds }: BillingFixture,
  rate: number,
  port: number,
  pool: pg.Pool,
): Promise<number[]> {
  const soldAt = new Map<string, number>();
  const waits = new Map<string, number>();
  const buy = async (customer_id: string): Promise<void> => {
    await post(port, token, '/v1/orders/', { product_id: productId, customer_id });
    soldAt.set(customer_id, performance.now());
  };
  const collect = async (): Promise<void> => {
    while (waits.size < customerIds.length) {
      const open = [...soldAt.keys()].filter((id) => !waits.has(id));
      const { rows } = await pool.query<{ customer_id: string }>({
        name: 'readable',
        text: READABLE,
        values: [organizationId, open],
      });
      const now = performance.now();
      for (const { customer_id: id } of rows) waits.set(id, now - soldAt.get(id)!);
      await sleep(POLL_MS);
    }
  };
  const start = performance.now();
  const selling = customerIds.map(async (id, index) => {
    await sleep(Math.max(0, start + (index * 1000) / rate - performance.now()));
    await buy(id);
  });
  await Promise.all([...selling, collect()]);
  return customerIds.map((id) => waits.get(id)!);
}
