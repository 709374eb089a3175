import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import type { Report } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { WebhookFixture } from '../webhooks/webhook-fixture.ts';

const RATE = 100;
const DELIVERIES_ASKED = 800;
const P99_ASKED = 250;

/** Time to the first attempt, and deliveries per second. */
export async function webhooks(bench: Bench, report: Report): Promise<void> {
  for (const place of await queuePlaces()) {
    await waits(bench, report, place);
    await waits(bench, report, place, { besideSilent: true });
    await deliveries(bench, report, place);
  }
}

/**
 * From the statement that commits an event until its requests arrive, at a fixed rate of events. The events are written to the outbox
 * directly: the time of a request to the API is not part of the wait.
 */
async function waits(bench: Bench, report: Report, place: QueuePlace, { besideSilent = false } = {}): Promise<void> {
  const { seconds } = bench.plan.webhooks;
  await using fixture = await WebhookFixture.make(bench, nameOf(besideSilent ? 'silent' : 'waits', place), place);
  if (besideSilent) await fixture.addSilentEndpoint();
  const count = RATE * (bench.plan.warmUp + seconds);
  const committedAt = new Map<string, number>();
  const cpu = await cpuSeconds(bench, fixture);
  const start = performance.now();
  const committing = Array.from({ length: count }, async (_, index) => {
    await sleep(Math.max(0, start + (index * 1000) / RATE - performance.now()));
    const at = performance.timeOrigin + performance.now();
    const id = await fixture.commitEvent();
    if (index >= RATE * bench.plan.warmUp) committedAt.set(id, at);
  });
  await Promise.all(committing);
  await fixture.awaitDeliveries(count);
  const after = await cpuSeconds(bench, fixture);
  const arrived = await fixture.firstAttempts();
  const measured = [...committedAt].flatMap(([id, at]) => arrived.get(id)!.map((each) => each - at));
  const scenario = `webhooks, ${RATE} events/s to three endpoints${besideSilent ? ' beside a silent one' : ''}: commit to first attempt`;
  for (const [what, share, atMost] of [
    ['p50', 0.5, 200],
    ['p99', 0.99, P99_ASKED],
  ] as const) {
    report.add({ scenario, what: `${place.name}: ${what}`, value: percentile(measured, share), unit: 'ms', asked: { atMost } });
  }
  for (const part of ['worker', 'PostgreSQL'] as const) {
    const value = ((after[part] - cpu[part]) * 1000) / count;
    report.add({ scenario, what: `${place.name}: CPU of ${part} for each event`, value, unit: 'ms' });
  }
}

async function deliveries(bench: Bench, report: Report, place: QueuePlace): Promise<void> {
  const { events } = bench.plan.webhooks;
  await using fixture = await WebhookFixture.make(bench, nameOf('deliveries', place), place);
  await fixture.publish(events);
  const [cpu, rates] = [await cpuSeconds(bench, fixture), [] as number[]];
  for (let round = 0; round < bench.plan.rounds; round++) rates.push(await fixture.publish(events));
  const after = await cpuSeconds(bench, fixture);
  const scenario = 'webhooks, one worker: outbox to receiver';
  const perSecond = { unit: 'deliveries/s', asked: { atLeast: DELIVERIES_ASKED } };
  report.add({ scenario, what: place.name, value: median(rates), ...perSecond });
  for (const part of ['worker', 'PostgreSQL'] as const) {
    const value = ((after[part] - cpu[part]) * 1000) / (bench.plan.rounds * events * 3);
    report.add({ scenario, what: `${place.name}: CPU of ${part} for each delivery`, value, unit: 'ms' });
  }
}

async function cpuSeconds(bench: Bench, { worker }: WebhookFixture) {
  return { worker: (await worker.usage()).cpuSeconds, PostgreSQL: await bench.database.cpuSeconds() };
}

const nameOf = (what: string, { name }: QueuePlace): string => `bench_webhooks_${what}_${name.toLowerCase()}`;
