import type { Bench } from '../bench.ts';
import type { Server } from '../processes/product.ts';
import type { Workload } from '../load/workload.ts';
import { median } from '../statistics.ts';

export interface Subject {
  readonly server: Server;
  /** Returns the workload of the next run. */
  readonly workload: (run: number) => Workload;
  /** Requests that are all sent before the first run. */
  readonly before?: Workload;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Measures all subjects in turn at the same rate, several times, and returns the medians of the runs. */
export async function atFixedRate(bench: Bench, rate: number, subjects: readonly Subject[]): Promise<Latency[]> {
  const { warmUp, runs, runSeconds } = bench.plan;
  const latencies = subjects.map((): Latency[] => []);
  await bench.database.checkpoint();
  for (const { server, before } of subjects) if (before) await bench.sendAll(server, before);
  for (const { server, workload } of subjects) await bench.atRate(server, workload(0), rate, 0, warmUp);
  for (let run = 0; run < runs; run++) {
    for (const [index, { server, workload }] of subjects.entries()) {
      const summary = await bench.atRate(server, workload(run), rate, 0.5, runSeconds);
      latencies[index]!.push(summary);
    }
  }
  return latencies.map((each) => ({ p50: median(each.map(({ p50 }) => p50)), p99: median(each.map(({ p99 }) => p99)) }));
}
