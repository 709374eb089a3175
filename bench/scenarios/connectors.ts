import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { EVENTS_OF_A_SALE, StripeShop } from '../connectors/stripe-shop.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { postgresCpuSeconds } from '../processor-time.ts';
import { startWorker } from '../processes/product.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

/** Events a second: 33 sales of subscriptions, with a license key each. */
const RATE = 99;
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
  const seller = await openBillingFixture(url, 0);
  const server = await bench.serverOn(url);
  const shop = await StripeShop.open(server, seller);
  const worker = await startWorker(url, redisUrl);
  await using pool = Object.assign(new pg.Pool({ connectionString: url }), {
    async [Symbol.asyncDispose]() {
      await pool.end();
    },
  });
  const cpuSeconds = async () => {
    const [{ cpuSeconds: api }, { cpuSeconds: own }] = await Promise.all([server.usage(), worker.usage()]);
    return { api, worker: own, PostgreSQL: (await postgresCpuSeconds(pool)) ?? 0 };
  };
  try {
    await bench.database.checkpoint();
    // V8 compiles what processes the events meanwhile.
    const unmeasured = RATE * warmUp * EVENTS_OF_A_SALE;
    const sales = Math.ceil((unmeasured + RATE * webhooks.seconds) / EVENTS_OF_A_SALE);
    const before = await cpuSeconds();
    const answered = (await shop.sell(sales, RATE)).slice(unmeasured);
    await allProcessed(pool);
    const after = await cpuSeconds();
    const { rows } = await pool.query<{ ms: string }>(WAITS);
    const processed = rows.slice(unmeasured).map(({ ms }) => Number(ms));
    const scenario = `connectors, ${RATE} events/s`;
    const add = (what: string, value: number, unit = 'ms', asked?: { readonly atMost: number }): void =>
      report.add({ scenario, what: `${name}: ${what}`, value, unit, asked });
    add('answered, p50', percentile(answered, 0.5));
    add('answered, p99', percentile(answered, 0.99), 'ms', { atMost: 50 });
    add('processed, p50', percentile(processed, 0.5));
    add('processed, p99', percentile(processed, 0.99));
    for (const process of ['api', 'worker', 'PostgreSQL'] as const)
      add(`CPU of an event, ${process}`, ((after[process] - before[process]) * 1000) / (sales * EVENTS_OF_A_SALE));
  } finally {
    await worker.stop();
  }
}

async function allProcessed(pool: pg.Pool): Promise<void> {
  while (!(await pool.query<{ is_done: boolean }>(IS_DONE)).rows[0]!.is_done) await sleep(POLL_MS);
  const { rows: others } = await pool.query(OTHERS);
  if (others.length > 0) throw new Error(`Events were not processed: ${JSON.stringify(others)}`);
}
