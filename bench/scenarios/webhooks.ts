import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { type QueuePlace, queuePlaces } from '../messaging/backends.ts';
import type { Report } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { WebhookFixture } from '../webhooks/webhook-fixture.ts';

const RATE = 100;
const ASKED: Readonly<Record<string, number>> = { PostgreSQL: 250, Redis: 500 };
const PAGES = 60;
const LISTS = ['', '&succeeded=false', '&http_code_class=2xx', '&http_code_class=5xx'] as const;

/** Time to the first attempt, deliveries per second, memory of the worker, and the cost of lists. */
export async function webhooks(bench: Bench, report: Report): Promise<void> {
  const places = await queuePlaces();
  for (const place of places) {
    await waits(bench, report, place);
    await deliveries(bench, report, place);
  }
  await memory(bench, report, places[0]!);
  await lists(bench, report, places[0]!);
}

/**
 * From the statement that commits an event until its requests arrive, at a fixed rate of events. The events are written to the outbox
 * directly: the time of a request to the API is not part of the wait.
 */
async function waits(bench: Bench, report: Report, place: QueuePlace): Promise<void> {
  const { seconds } = bench.plan.webhooks;
  await using fixture = await WebhookFixture.make(bench, nameOf('waits', place), place);
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
  const scenario = `webhooks, ${RATE} events/s to three endpoints: commit to first attempt`;
  for (const [what, share, atMost] of [
    ['p50', 0.5, 200],
    ['p99', 0.99, 1_000],
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
  const perSecond = { unit: 'deliveries/s', asked: { atLeast: ASKED[place.name]! } };
  report.add({ scenario, what: place.name, value: median(rates), ...perSecond });
  for (const part of ['worker', 'PostgreSQL'] as const) {
    const value = ((after[part] - cpu[part]) * 1000) / (bench.plan.rounds * events * 3);
    report.add({ scenario, what: `${place.name}: CPU of ${part} for each delivery`, value, unit: 'ms' });
  }
}

/** The peak after one half of the deliveries, and after the other. Those of a half are due at once. */
async function memory(bench: Bench, report: Report, place: QueuePlace): Promise<void> {
  const half = Math.ceil(bench.plan.webhooks.deliveries / 3 / 2);
  await using fixture = await WebhookFixture.make(bench, 'bench_webhooks_memory', place);
  await fixture.send(half);
  const before = (await fixture.worker.usage()).peakMemoryMb;
  const rate = await fixture.send(half);
  const after = (await fixture.worker.usage()).peakMemoryMb;
  const scenario = `webhooks, ${(half * 3).toLocaleString('en')} deliveries due at once, twice`;
  report.add({ scenario, what: 'rate', value: rate, unit: 'deliveries/s' });
  report.add({ scenario, what: 'worker, peak after one half', value: before, unit: 'MB' });
  report.add({ scenario, what: 'worker, peak after both', value: after, unit: 'MB' });
  report.add({ scenario, what: 'both / one half', value: after / before, unit: '×', asked: { atMost: 1.1 } });
}

async function lists(bench: Bench, report: Report, place: QueuePlace): Promise<void> {
  const { few, many } = bench.plan.webhooks;
  await using small = await WebhookFixture.make(bench, 'bench_webhooks_few', place);
  await using large = await WebhookFixture.make(bench, 'bench_webhooks_many', place);
  for (const [fixture, stored] of [
    [small, few],
    [large, many],
  ] as const) {
    await fixture.store(stored);
    await bench.database.checkpoint();
  }
  const scenario = `webhooks, lists with ${many.toLocaleString('en')} deliveries / ${few.toLocaleString('en')}`;
  for (const filter of LISTS) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < PAGES; turn++) {
      for (const [index, fixture] of [small, large].entries()) {
        const started = performance.now();
        await fixture.api.get(`/v1/webhooks/deliveries?limit=10${filter}`, fixture.token);
        times[index]!.push(performance.now() - started);
      }
    }
    const [before, after] = times.map(median) as [number, number];
    const what = `${filter === '' ? 'all' : filter.slice(1)}: p50 ${after.toFixed(2)} ms`;
    report.add({ scenario, what, value: after / before, unit: '×', asked: { atMost: 1.5 } });
  }
}

async function cpuSeconds(bench: Bench, { worker }: WebhookFixture) {
  return { worker: (await worker.usage()).cpuSeconds, PostgreSQL: await bench.database.cpuSeconds() };
}

const nameOf = (what: string, { name }: QueuePlace): string => `bench_webhooks_${what}_${name.toLowerCase()}`;
