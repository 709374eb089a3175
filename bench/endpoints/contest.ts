import type { Bench } from '../bench.ts';
import type { Server } from '../processes/product.ts';
import type { Workload } from '../load/workload.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

interface Measurement {
  readonly perSecond: number;
  /** CPU time of a request, in microseconds. */
  readonly api: number;
  readonly database: number;
}

export interface Contestant {
  readonly server: Server;
  /** The requests of the next run. */
  readonly workload: () => Workload;
}

export interface Entry extends Contestant {
  readonly line: string;
  readonly baseline: string;
  readonly atLeast: number;
}

const WHOLE_SECONDS = 60;

/** Measures lines and their baselines in rounds, each of them once a round. Ratios are formed within a round. */
export class Contest {
  private readonly results = new Map<string, Measurement[]>();

  constructor(
    private readonly bench: Bench,
    private readonly baselines: ReadonlyMap<string, Contestant>,
    private readonly entries: readonly Entry[],
  ) {}

  async run(): Promise<void> {
    const own = this.entries.map((entry) => [entry.line, entry] as const);
    const everyone = new Map<string, Contestant>([...this.baselines, ...own]);
    for (const contestant of everyone.values()) await this.measure(contestant, this.bench.plan.warmUp);
    await this.bench.database.checkpoint();
    for (let round = 0; round < this.bench.plan.rounds; round++) {
      for (const [name, contestant] of everyone) {
        const measured = await this.measure(contestant, this.bench.plan.seconds);
        this.results.set(name, [...this.of(name), measured]);
        console.error(`… round ${round + 1}: ${name}: ${shown(measured)}`);
      }
    }
  }

  report(report: Report): void {
    for (const { line, baseline, atLeast } of this.entries) {
      const [own, other] = [this.of(line), this.of(baseline)];
      const ratios = own.map(({ perSecond }, round) => perSecond / other[round]!.perSecond);
      const scenario = 'operations';
      const cpu = (median(other.map(total)) / median(own.map(total))).toFixed(2);
      const what = `${line} (${shown(middle(own))}) / ${baseline} (${shown(middle(other))}), by CPU time ${cpu} ×`;
      report.add({ scenario, what, value: median(ratios), unit: '×', asked: { atLeast } });
    }
  }

  private async measure({ server, workload }: Contestant, seconds: number): Promise<Measurement> {
    const requests = workload();
    const limit = 'requests' in requests && requests.once ? WHOLE_SECONDS : seconds;
    const [before, databaseBefore] = [await server.usage(), await this.bench.database.cpuSeconds()];
    const { answers, perSecond } = await this.bench.atMost(server, requests, { warmUp: 0, seconds: limit });
    const [after, databaseAfter] = [await server.usage(), await this.bench.database.cpuSeconds()];
    const each = (cpuSeconds: number): number => (cpuSeconds * 1e6) / answers;
    return {
      perSecond,
      api: each(after.cpuSeconds - before.cpuSeconds),
      database: each(databaseAfter - databaseBefore),
    };
  }

  private of(name: string): Measurement[] {
    return this.results.get(name) ?? [];
  }
}

const total = ({ api, database }: Measurement): number => api + database;

const middle = (all: readonly Measurement[]): Measurement => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  api: median(all.map(({ api }) => api)),
  database: median(all.map(({ database }) => database)),
});

const shown = ({ perSecond, api, database }: Measurement): string =>
  `${Math.round(perSecond)}/s, ${Math.round(api)} + ${Math.round(database)} µs`;
