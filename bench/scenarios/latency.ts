import type { Bench } from '../bench.ts';
import { openShop } from '../endpoints/shop.ts';
import { writes } from '../endpoints/workloads.ts';
import { activate, validate } from '../operations.ts';
import type { Figure, Report } from '../report.ts';
import { openFloatingKeys } from './floating.ts';
import { atFixedRate, type Latency, type Subject } from './fixed-rate.ts';

const scenario = 'latency';
const AT_MOST = 3;

/**
 * Latency at a quarter of the maximum throughput, and in turn with that of keys the one of the bare server at the same rate: what its
 * p99 is longer than its p50 belongs to the machine, its disk and the load generator.
 */
export async function latency(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.usual;
  const [server, bareServer] = [await bench.server('product'), await bench.server('bare')];
  const bare: Subject = { server: bareServer, workload: () => validate({ keys }) };
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
    const isOfKeys = subject.server !== shop.server;
    const [own, limit] = await atFixedRate(bench, rate, isOfKeys ? [subject, bare] : [subject]);
    const add = (of: string, { p50, p99 }: Latency, bound: Pick<Figure, 'asked'>): void => {
      report.add({ scenario, what: `${of}, ${rate}/s: p50`, value: p50, unit: 'ms' });
      report.add({ scenario, what: `${of}, ${rate}/s: p99`, value: p99, unit: 'ms' });
      report.add({ scenario, what: `${of}, p99 / p50`, value: p99 / p50, unit: '×', ...bound });
    };
    add(name, own!, { asked: { atMost: AT_MOST } });
    if (limit) add(`${name}, bare server`, limit, {});
  }
}
