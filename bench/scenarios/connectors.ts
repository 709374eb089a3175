import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { PRICE, StripeAccount } from '../connectors/stripe-account.ts';
import { ApiClient, type Identified } from '../endpoints/api-client.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { startWorker } from '../processes/product.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

/** Events a second: 33 sales of subscriptions, with a license key each. */
const RATE = 99;
const EVENTS_OF_A_SALE = 3;
const SECRET = 'whsec_YmVuY2htYXJrIG9mIGNvbm5lY3RvcnM=';
const POLL_MS = 100;

const IS_DONE = 'select not exists (select from platform.outbox where done_at is null) as is_done';
const OTHERS =
  "select status, problem_code, type, count(*)::int as count from connectors.events where status <> 'processed' group by 1, 2, 3";
const WAITS = `select extract(epoch from modified_at - created_at) * 1000 as ms from connectors.events order by created_at`;

/** Events of a payment provider at a steady rate: from when one is due to its response, and until it is processed. */
export async function connectors(bench: Bench, report: Report): Promise<void> {
  for (const place of await queuePlaces()) await atSteadyRate(bench, report, place);
}

async function atSteadyRate(bench: Bench, report: Report, { name, redisUrl }: QueuePlace): Promise<void> {
  const { warmUp, webhooks } = bench.plan;
  const url = await bench.database.makeDatabase(`bench_connectors_${name.toLowerCase()}`);
  const { token, benefitId } = await openBillingFixture(url, 0);
  const server = await bench.serverOn(url);
  const webhook = `http://127.0.0.1:${server.ready}${await connect(new ApiClient(server), token, benefitId)}`;
  const worker = await startWorker(url, redisUrl);
  await using pool = Object.assign(new pg.Pool({ connectionString: url }), {
    async [Symbol.asyncDispose]() {
      await pool.end();
    },
  });
  try {
    await bench.database.checkpoint();
    // V8 compiles what processes the events meanwhile.
    const unmeasured = RATE * warmUp * EVENTS_OF_A_SALE;
    const sales = Math.ceil((unmeasured + RATE * webhooks.seconds) / EVENTS_OF_A_SALE);
    const start = performance.now();
    const sending = [...new StripeAccount(SECRET).events(sales)].map(async (event, index) => {
      const due = start + (index * 1000) / RATE;
      await sleep(Math.max(0, due - performance.now()));
      const response = await fetch(webhook, { method: 'POST', ...event() });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      return performance.now() - due;
    });
    const answered = (await Promise.all(sending)).slice(unmeasured);
    await allProcessed(pool);
    const { rows } = await pool.query<{ ms: string }>(WAITS);
    const processed = rows.slice(unmeasured).map(({ ms }) => Number(ms));
    const scenario = `connectors, ${RATE} events/s`;
    const add = (what: string, value: number, asked?: { readonly atMost: number }): void =>
      report.add({ scenario, what: `${name}: ${what}`, value, unit: 'ms', asked });
    add('answered, p50', percentile(answered, 0.5));
    add('answered, p99', percentile(answered, 0.99), { atMost: 50 });
    add('processed, p50', percentile(processed, 0.5));
    add('processed, p99', percentile(processed, 0.99));
  } finally {
    await worker.stop();
  }
}

/** A connector of a product with license keys; returns the path of its webhook. */
async function connect(api: ApiClient, token: string, benefitId: string): Promise<string> {
  const product = await api.post<Identified>('/v1/products/', token, {
    name: 'Monthly',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
  });
  await api.post(`/v1/products/${product.id}/benefits`, token, { benefits: [benefitId] });
  const connector = await api.post<Identified & { readonly webhook_path: string }>('/v1/connectors/', token, {
    provider: 'stripe',
    secret: SECRET,
  });
  const price = JSON.stringify({ external_id: PRICE, product_id: product.id });
  await api.text({ method: 'POST', path: `/v1/connectors/${connector.id}/prices`, token, body: price });
  return connector.webhook_path;
}

async function allProcessed(pool: pg.Pool): Promise<void> {
  while (!(await pool.query<{ is_done: boolean }>(IS_DONE)).rows[0]!.is_done) await sleep(POLL_MS);
  const { rows: others } = await pool.query(OTHERS);
  if (others.length > 0) throw new Error(`Events were not processed: ${JSON.stringify(others)}`);
}
