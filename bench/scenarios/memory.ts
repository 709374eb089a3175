import type { Bench } from '../bench.ts';
import { activate, validate } from '../operations.ts';
import type { Report } from '../report.ts';

/** Peak memory of the API process, including a run at maximum throughput. */
export async function memory(bench: Bench, report: Report): Promise<void> {
  const { keys, seconds } = bench.plan;
  const server = await bench.server('product');
  await bench.atMost(server, activate({ keys: keys.usual }), { seconds });
  await bench.atMost(server, validate({ keys: keys.usual }), { seconds });
  const { peakMemoryMb } = await server.usage();
  report.add({
    scenario: 'memory',
    what: 'API process under load, peak',
    value: peakMemoryMb,
    unit: 'MB',
    asked: { atMost: 300 },
  });
}
