import type { Bench } from '../bench.ts';
import type { Server } from '../processes/product.ts';
import { activate, validate } from '../operations.ts';
import type { Workload } from '../load/workload.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

interface Race {
  readonly what: string;
  readonly server: Server;
  readonly workload: Workload;
  readonly perSecond: number[];
}

/**
 * Maximum throughput of all targets in turn, several rounds; medians are reported. Ratios are formed within a round, of
 * measurements that are seconds apart, so that a change in the machine's speed affects both.
 */
export async function throughput(bench: Bench, report: Report): Promise<void> {
  const { keys, rounds } = bench.plan;
  const [bare, naive, product] = [await bench.server('bare'), await bench.server('naive'), await bench.server('product')];
  const uniform = { keys: keys.usual };
  const race = (what: string, server: Server, workload: Workload): Race => ({ what, server, workload, perSecond: [] });
  const races = {
    bare: race('bare server, one grouped UPDATE', bare, validate(uniform)),
    product: race('validate, uniform', product, validate(uniform)),
    naive: race('validate, one ORM transaction each', naive, validate(uniform)),
    hot: race('validate, one hot key', product, validate({ keys: 1 })),
    activate: race('activate, uniform', product, activate(uniform)),
  };
  await bench.database.checkpoint();
  for (let round = 0; round < rounds; round++) {
    for (const { what, server, workload, perSecond } of Object.values(races)) {
      const summary = await bench.atMost(server, workload);
      perSecond.push(summary.perSecond);
      console.error(`… round ${round + 1}: ${what}: ${Math.round(summary.perSecond)} requests/s`);
    }
  }

  const scenario = `throughput, ${keys.usual.toLocaleString('en')} keys`;
  const maximum = ({ perSecond }: Race): number => median(perSecond);
  for (const each of Object.values(races)) report.add({ scenario, what: each.what, value: maximum(each), unit: 'requests/s' });
  const ratio = (what: string, some: Race, other: Race, atLeast: number): void => {
    const ratios = some.perSecond.map((perSecond, round) => perSecond / other.perSecond[round]!);
    report.add({ scenario, what, value: median(ratios), unit: '×', asked: { atLeast } });
  };
  ratio('validate / bare', races.product, races.bare, 0.6);
  ratio('activate / bare', races.activate, races.bare, 0.4);
  ratio('validate / one ORM transaction each', races.product, races.naive, 6);
  ratio('hot key / uniform', races.hot, races.product, 0.9);
  bench.rememberMaximum('validate', maximum(races.product));
  bench.rememberMaximum('activate', maximum(races.activate));
}
