import type { Bench } from '../bench.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import type { Report } from '../report.ts';
import { atFixedRate } from './fixed-rate.ts';

/** Latency at a quarter of the maximum throughput. */
export async function latency(bench: Bench, report: Report): Promise<void> {
  const { keys } = bench.plan;
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const rate = await bench.quarterOfMaximum(operation);
    const server = await bench.server('product');
    const workload = () => OPERATIONS[operation]({ keys: keys.usual });
    const [measured] = await atFixedRate(bench, rate, [{ server, workload }]);
    const { p50, p99 } = measured!;
    const scenario = `latency, ${keys.usual.toLocaleString('en')} keys`;
    const add = (what: string, value: number): void => report.add({ scenario, what: `${operation}, ${what}`, value, unit: 'ms' });
    add(`${rate}/s: p50`, p50);
    add(`${rate}/s: p99`, p99);
    report.add({ scenario, what: `${operation}, p99 / p50`, value: p99 / p50, unit: '×', asked: { atMost: 4 } });
  }
}
