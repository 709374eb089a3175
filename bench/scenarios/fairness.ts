import type { Bench } from '../bench.ts';
import type { HttpLoad, Outcome } from '../fairness/http-load.ts';
import { HEALTH, hostileWork, ordinaryWork } from '../fairness/two-tenants.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { AS_SHIPPED, Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { TargetAnswers } from '../target.ts';

const HOSTILE_CONNECTIONS = 32;
/** Requests a second of the ordinary tenant, and of the monitoring. */
const RATE = 40;
const HEALTH_RATE = 10;
const CUSTOMERS = 20_000;

const scenario = 'fairness';

/** What one tenant notices of another one that sends the worst it can. API and worker are separate processes. */
export async function fairness(bench: Bench, report: Report): Promise<void> {
  const { fairnessSeconds: seconds } = bench.plan;
  const url = await bench.database.makeDatabase('bench_fairness');
  const ordinary = await openBillingFixture(url, CUSTOMERS, 'ordinary');
  const hostile = await openBillingFixture(url, CUSTOMERS, 'hostile');
  await bench.database.checkpoint();
  const module = (name: string): URL => new URL(`../${name}.js`, import.meta.url);
  const api = await Child.start<number, TargetAnswers>(module('target'), ['product', url], AS_SHIPPED);
  const worker = await Child.start(module('processes/worker'), [url], AS_SHIPPED);
  const visitors = await Child.start<null, HttpLoad>(module('fairness/http-load'));
  const attackers = await Child.start<null, HttpLoad>(module('fairness/http-load'));
  try {
    const port = api.ready;
    const work = await ordinaryWork(port, ordinary);
    const attack = await hostileWork(port, hostile);
    const measure = async (duration: number): Promise<Outcome[]> => {
      const [worked, health] = await Promise.all([
        visitors.ask('atRate', { port, calls: work, rate: RATE, seconds: duration }),
        visitors.ask('atRate', { port, calls: [HEALTH], rate: HEALTH_RATE, seconds: duration }),
      ]);
      return [...worked, ...health];
    };
    await measure(bench.plan.warmUp * 2);
    const alone = await measure(seconds);
    await attackers.ask('startFlood', { port, calls: attack, connections: HOSTILE_CONNECTIONS });
    await measure(bench.plan.warmUp);
    const attacked = await measure(seconds);
    const answered = await attackers.ask('stopFlood');
    reportLatencies(report, alone, attacked);
    for (const { name, statuses } of answered) console.error(`  ${name}: ${JSON.stringify(statuses)}`);
    for (const [name, process] of [
      ['API', api],
      ['worker', worker],
    ] as const) {
      const { peakMemoryMb } = await process.usage();
      report.add({ scenario, what: `${name} process, peak`, value: peakMemoryMb, unit: 'MB', asked: { atMost: 350 } });
    }
  } finally {
    for (const process of [attackers, visitors, worker, api]) await process.stop();
  }
}

function reportLatencies(report: Report, alone: readonly Outcome[], attacked: readonly Outcome[]): void {
  const p99 = (outcomes: readonly Outcome[]): number =>
    percentile(
      outcomes.flatMap(({ latencies }) => latencies),
      0.99,
    );
  for (const [index, { name }] of alone.entries()) {
    report.add({ scenario, what: `${name}: p99 alone`, value: p99([alone[index]!]), unit: 'ms' });
    report.add({ scenario, what: `${name}: p99 beside the attack`, value: p99([attacked[index]!]), unit: 'ms' });
  }
  report.add({ scenario, what: 'everything: p99 alone', value: p99(alone), unit: 'ms' });
  report.add({ scenario, what: 'everything: p99 beside the attack', value: p99(attacked), unit: 'ms' });
  report.add({ scenario, what: 'attack / alone', value: p99(attacked) / p99(alone), unit: '×', asked: { atMost: 3 } });
  const failed = [...alone, ...attacked].flatMap(({ statuses }) => Object.entries(statuses));
  const failures = failed.filter(([status]) => Number(status) >= 500 || status === '0' || status === '429');
  const sum = failures.reduce((total, [, count]) => total + count, 0);
  report.add({ scenario, what: 'responses 5xx or 429 to the other tenant', value: sum, unit: '', asked: { atMost: 0 } });
}
