import type { Bench } from '../bench.ts';
import type { Call, HttpLoad, Outcome } from '../fairness/http-load.ts';
import { ordinaryWork } from '../fairness/two-tenants.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import { startServer, startWorker } from '../processes/product.ts';
import { Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

const scenario = 'mixed';
/** Requests a second to each of the API processes. */
const RATE = 50;
const CUSTOMERS = 20_000;
/** What is reported of by itself. */
const MOST_INTERVALS = 15;

/** What tenants do every day: validations, activations, purchases, changes, usage, lists and metrics. */
async function everyday(port: number, tenant: BillingFixture): Promise<Call[]> {
  const { token, customerIds } = tenant;
  const event = { name: 'call', external_customer_id: 'somebody', metadata: { tokens: 12 } };
  const range = 'start_date=2026-11-01&end_date=2026-11-30&interval=day';
  return [
    ...(await ordinaryWork(port, tenant)),
    { name: 'list customers', method: 'GET', path: '/v1/customers/?limit=10', token, times: 2 },
    { name: 'list orders', method: 'GET', path: '/v1/orders/?limit=10', token, times: 1 },
    { name: 'state of a customer', method: 'GET', path: `/v1/customers/${customerIds[0]}/state`, token, times: 2 },
    { name: 'metrics', method: 'GET', path: `/v1/metrics/?${range}&metrics=orders`, token, times: 1 },
    {
      name: 'usage',
      method: 'POST',
      path: '/v1/events/ingest',
      token,
      bodies: [JSON.stringify({ events: Array.from({ length: 10 }, () => event) })],
      times: 4,
    },
  ];
}

interface Interval {
  readonly outcomes: readonly Outcome[];
  /** In MB, by process. */
  readonly memory: Readonly<Record<string, number>>;
}

const latenciesOf = ({ outcomes }: Interval): number[] => outcomes.flatMap(({ latencies }) => latencies);

/** The number of requests without a successful response, by request and status; 0 stands for a lost connection. */
function errorsOf({ outcomes }: Interval): Map<string, number> {
  const errors = new Map<string, number>();
  for (const { name, statuses } of outcomes) {
    for (const [status, count] of Object.entries(statuses)) {
      const key = `${name} ${status}`;
      if (!status.startsWith('2')) errors.set(key, (errors.get(key) ?? 0) + count);
    }
  }
  return errors;
}

/** Two API processes and two workers under mixed traffic, for minutes: errors, and latency and memory over time. */
export async function mixed(bench: Bench, report: Report): Promise<void> {
  const { mixedSeconds: seconds, warmUp } = bench.plan;
  const intervals = Math.min(MOST_INTERVALS, Math.max(2, Math.round(seconds / 60)));
  const url = await bench.database.makeDatabase('bench_mixed');
  const tenants = [await openBillingFixture(url, CUSTOMERS, 'one'), await openBillingFixture(url, CUSTOMERS, 'two')];
  await bench.database.checkpoint();
  const module = (name: string): URL => new URL(`../${name}.js`, import.meta.url);
  const [apis, workers] = [
    [await startServer('product', url), await startServer('product', url)],
    [await startWorker(url), await startWorker(url)],
  ];
  const visitors = await Promise.all(apis.map(() => Child.start<null, HttpLoad>(module('fairness/http-load'))));
  const processes = { 'API 1': apis[0]!, 'API 2': apis[1]!, 'worker 1': workers[0]!, 'worker 2': workers[1]! };
  try {
    const work = await Promise.all(tenants.map((tenant) => everyday(apis[0]!.ready, tenant)));
    const visit = async (duration: number): Promise<Interval> => {
      const outcomes = await Promise.all(
        visitors.map((visitor, n) =>
          visitor.ask('atRate', { port: apis[n]!.ready, calls: work.flat(), rate: RATE, seconds: duration }),
        ),
      );
      const memory: Record<string, number> = {};
      for (const [name, child] of Object.entries(processes)) memory[name] = (await child.usage()).memoryMb;
      return { outcomes: outcomes.flat(), memory };
    };
    await visit(warmUp);
    const measured: Interval[] = [];
    for (let n = 0; n < intervals; n++) {
      const interval = await visit(seconds / intervals);
      measured.push(interval);
      console.error(`  ${n + 1}/${intervals}: ${describeInterval(interval)}`);
    }
    reportIntervals(measured, report);
  } finally {
    for (const child of [...visitors, ...workers, ...apis]) await child.stop();
  }
}

function describeInterval(interval: Interval): string {
  const latencies = latenciesOf(interval);
  const memory = Object.entries(interval.memory).map(([name, mb]) => `${name} ${Math.round(mb)} MB`);
  const times = [0.5, 0.99].map((share) => `p${share * 100} ${percentile(latencies, share).toFixed(1)} ms`);
  const errors = [...errorsOf(interval)].map(([what, count]) => `${count} × ${what}`);
  return [`${latencies.length} requests`, ...times, ...memory, ...errors].join(', ');
}

function reportIntervals(measured: readonly Interval[], report: Report): void {
  const errors = measured.flatMap((interval) => [...errorsOf(interval).values()]).reduce((sum, count) => sum + count, 0);
  report.add({ scenario, what: 'requests', value: measured.flatMap(latenciesOf).length, unit: '' });
  report.add({ scenario, what: 'errors', value: errors, unit: '', asked: { atMost: 0 } });
  measured.forEach((interval, index) => {
    const at = `interval ${index + 1} of ${measured.length}`;
    const latencies = latenciesOf(interval);
    report.add({ scenario, what: `${at}: p50`, value: percentile(latencies, 0.5), unit: 'ms' });
    report.add({ scenario, what: `${at}: p99`, value: percentile(latencies, 0.99), unit: 'ms' });
    for (const [name, value] of Object.entries(interval.memory)) {
      report.add({ scenario, what: `${at}: memory of ${name}`, value, unit: 'MB' });
    }
  });
}
