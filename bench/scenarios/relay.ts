import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import type { Bench } from '../bench.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import { Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const POLL_MS = 10;
const WARM_UP = 500;
const ASKED: Readonly<Record<string, number>> = { PostgreSQL: 500, Redis: 1_000 };

const PUBLISH = `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
  select 'bench.happened', '{"customer_id": "5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e", "seats": null}', gen_random_uuid(), gen_random_uuid(), now()
  from generate_series(1, $1::int)`;
const DONE = 'select count(*)::int as count from platform.outbox where done_at is not null';

/** Events per second that one worker delivers from the outbox through the queue to an idle subscriber, including the record that they are done. */
export async function relay(bench: Bench, report: Report): Promise<void> {
  for (const place of await queuePlaces()) {
    const value = await eventsPerSecond(bench, place);
    report.add({
      scenario: 'relay and queue, one worker',
      what: place.name,
      value,
      unit: 'events/s',
      asked: { atLeast: ASKED[place.name]! },
    });
  }
}

async function eventsPerSecond(bench: Bench, { name, redisUrl }: QueuePlace): Promise<number> {
  const url = await bench.database.makeDatabase(`bench_relay_${name.toLowerCase()}`);
  await migrateDatabase(url);
  const pool = new pg.Pool({ connectionString: url });
  const worker = await Child.start(new URL('../processes/relay-process.js', import.meta.url), [
    url,
    ...(redisUrl ? [redisUrl] : []),
  ]);
  let published = 0;
  const relayEvents = async (count: number): Promise<number> => {
    published += count;
    const started = performance.now();
    await pool.query(PUBLISH, [count]);
    while ((await pool.query<{ count: number }>(DONE)).rows[0]!.count < published) await sleep(POLL_MS);
    return (count * 1000) / (performance.now() - started);
  };
  try {
    await relayEvents(WARM_UP);
    const rates: number[] = [];
    for (let round = 0; round < bench.plan.rounds; round++) rates.push(await relayEvents(bench.plan.events));
    return median(rates);
  } finally {
    await worker.stop();
    await pool.end();
  }
}
