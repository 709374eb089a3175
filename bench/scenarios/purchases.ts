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
  }
}

async function waitsForKeys(bench: Bench, { name, redisUrl }: QueuePlace): Promise<number[]> {
  const { warmUp, purchaseSeconds } = bench.plan;
  const count = RATE * (warmUp + purchaseSeconds);
  const url = await bench.database.makeDatabase(`bench_purchases_${name.toLowerCase()}`);
  const shop = await openBillingFixture(url, count);
  await bench.database.checkpoint();
  const api = await Child.start<number, TargetAnswers>(new URL('../target.js', import.meta.url), ['product', url]);
  const worker = await Child.start(new URL('../processes/worker.js', import.meta.url), [url, ...(redisUrl ? [redisUrl] : [])]);
  const pool = new pg.Pool({ connectionString: url });
  try {
    const waits = await sell(shop, api.ready, pool);
    return waits.slice(RATE * warmUp);
  } finally {
    await worker.stop();
    await api.stop();
    await pool.end();
  }
}

/** Creates purchases for one customer after another; returns the wait for each key, in the order of the purchases. */
async function sell(
  { token, organizationId, productId, customerIds }: BillingFixture,
  port: number,
  pool: pg.Pool,
): Promise<number[]> {
  const soldAt = new Map<string, number>();
  const waits = new Map<string, number>();
  const buy = async (customer_id: string): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/orders/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ product_id: productId, customer_id }),
    });
    if (answer.status !== 201) throw new Error(`The purchase failed: ${answer.status} ${await answer.text()}`);
    soldAt.set(customer_id, performance.now());
    await answer.arrayBuffer();
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
    await sleep(Math.max(0, start + (index * 1000) / RATE - performance.now()));
    await buy(id);
  });
  await Promise.all([...selling, collect()]);
  return customerIds.map((id) => waits.get(id)!);
}
