import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';
import { WebhookFixture } from '../webhooks/webhook-fixture.ts';

const IN_POSTGRES = { name: 'PostgreSQL' };
const PAGES = 60;
/** One event and 404 are rare and old. */
const LISTS = [
  '',
  '&succeeded=false',
  '&http_code_class=2xx',
  '&http_code_class=4xx',
  '&http_code_class=5xx',
  '&event_type=customer.created',
  '&query=<id of an event>',
  '&start_timestamp=<an hour ago>',
] as const;
/** As many events as one request delivers again. */
const REDELIVERED = 20_000;

/** The peak of the worker after one half of the deliveries, and after the other. Those of a half are due at once. */
export async function webhooksMemory(bench: Bench, report: Report): Promise<void> {
  const half = Math.ceil(bench.plan.webhooks.deliveries / 3 / 2);
  await using fixture = await WebhookFixture.make(bench, 'bench_webhooks_memory', IN_POSTGRES);
  await fixture.send(half);
  const before = (await fixture.worker.usage()).peakMemoryMb;
  const rate = await fixture.send(half);
  const after = (await fixture.worker.usage()).peakMemoryMb;
  const scenario = `webhooks, ${(half * 3).toLocaleString('en')} deliveries due at once, twice`;
  report.add({ scenario, what: 'rate', value: rate, unit: 'deliveries/s' });
  report.add({ scenario, what: 'worker, peak after one half', value: before, unit: 'MB' });
  report.add({ scenario, what: 'worker, peak after both', value: after, unit: 'MB', asked: { atMost: 350 } });
  report.add({ scenario, what: 'both / one half', value: after / before, unit: '×', asked: { atMost: 1.1 } });
}

/** The cost of lists, of disabling an endpoint and of a redelivery, with few and with many stored deliveries. */
export async function webhooksGrowth(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.webhooks;
  await using small = await WebhookFixture.make(bench, 'bench_webhooks_few', IN_POSTGRES);
  await using large = await WebhookFixture.make(bench, 'bench_webhooks_many', IN_POSTGRES);
  for (const [fixture, stored] of [
    [small, few],
    [large, many],
  ] as const) {
    await fixture.store(stored);
    await bench.database.checkpoint();
  }
  const scenario = `webhooks, lists with ${many.toLocaleString('en')} deliveries / ${few.toLocaleString('en')}`;
  const ids = [await small.rareEvent(), await large.rareEvent()];
  for (const filter of LISTS) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < PAGES; turn++) {
      for (const [index, fixture] of [small, large].entries()) {
        const started = performance.now();
        await fixture.api.get(`/v1/webhooks/deliveries?limit=10${given(filter, ids[index]!)}`, fixture.token);
        times[index]!.push(performance.now() - started);
      }
    }
    const [before, after] = times.map(median) as [number, number];
    const what = `${filter === '' ? 'all' : filter.slice(1)}: p50 ${after.toFixed(2)} ms`;
    report.add({ scenario, what, value: after / before, unit: '×', asked: { atMost: 1.5 } });
  }
  await disabling(report, large, many);
  await redelivery(report, large);
}

const given = (filter: string, eventId: string): string =>
  filter
    .replace('<id of an event>', eventId)
    .replace('<an hour ago>', encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString()));

/** Disables an endpoint with a pending delivery of each stored event. */
async function disabling(report: Report, fixture: WebhookFixture, events: number): Promise<void> {
  const endpoint = await fixture.makePending();
  const started = performance.now();
  await fixture.api.text({
    method: 'PATCH',
    path: `/v1/webhooks/endpoints/${endpoint}`,
    token: fixture.token,
    body: JSON.stringify({ enabled: false }),
  });
  const answered = performance.now() - started;
  await fixture.awaitSkipped();
  const scenario = `webhooks, an endpoint with ${events.toLocaleString('en')} pending deliveries is disabled`;
  report.add({ scenario, what: 'the request', value: answered, unit: 'ms', asked: { atMost: 1_000 } });
  report.add({ scenario, what: 'until all are skipped', value: (performance.now() - started) / 1000, unit: 's' });
}

async function redelivery(report: Report, fixture: WebhookFixture): Promise<void> {
  const [endpoint, range] = await fixture.newest(REDELIVERED);
  const started = performance.now();
  await fixture.api.post(`/v1/webhooks/endpoints/${endpoint}/redeliver`, fixture.token, range);
  const scenario = `webhooks, ${REDELIVERED.toLocaleString('en')} events are redelivered`;
  const value = performance.now() - started;
  report.add({ scenario, what: 'the request', value, unit: 'ms', asked: { atMost: 5_000 } });
}
