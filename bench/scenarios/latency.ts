import type { Bench } from '../bench.ts';
import { openShop } from '../endpoints/shop.ts';
import { writes } from '../endpoints/workloads.ts';
import { activate, validate } from '../operations.ts';
import type { Report } from '../report.ts';
import { openFloatingKeys } from './floating.ts';
import { atFixedRate, type Subject } from './fixed-rate.ts';

const AT_MOST = 3;

/** Latency at a quarter of the maximum throughput. */
export async function latency(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.usual;
  const server = await bench.server('product');
  const { server: floating, heartbeats } = await openFloatingKeys(bench, 'bench_latency_floating');
  const shop = await openShop(bench, 'bench_latency_shop', 0);
  const subjects: Readonly<Record<string, Subject>> = {
    validate: { server, workload: () => validate({ keys }) },
    activate: { server, workload: () => activate({ keys }) },
    heartbeat: { server: floating, workload: () => heartbeats },
    'ingest one event': { server: shop.server, workload: () => writes('ingest', shop, keys, []) },
  };
  for (const [name, subject] of Object.entries(subjects)) {
    const { perSecond } = await bench.atMost(subject.server, subject.workload(0));
    const rate = Math.round(perSecond / 4);
    const [{ p50, p99 }] = (await atFixedRate(bench, rate, [subject])) as [{ readonly p50: number; readonly p99: number }];
    const add = (what: string, value: number): void =>
      report.add({ scenario: 'latency', what: `${name}, ${what}`, value, unit: 'ms' });
    add(`${rate}/s: p50`, p50);
    add(`${rate}/s: p99`, p99);
    report.add({ scenario: 'latency', what: `${name}, p99 / p50`, value: p99 / p50, unit: '×', asked: { atMost: AT_MOST } });
  }
}
