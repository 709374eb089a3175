import type { Bench } from '../bench.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

/** Maximum throughput of requests that each have an idempotency key of their own, and without, alternating. */
export async function idempotency(bench: Bench, report: Report): Promise<void> {
  const { keys, rounds } = bench.plan;
  const server = await bench.server('product');
  await bench.database.checkpoint();
  const scenario = `idempotency keys, ${keys.usual.toLocaleString('en')} license keys`;
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const workload = OPERATIONS[operation]({ keys: keys.usual });
    const pairs: { readonly without: number; readonly keyed: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const { perSecond: without } = await bench.atMost(server, workload);
      const { perSecond: keyed } = await bench.atMost(server, { ...workload, isKeyed: true });
      pairs.push({ without, keyed });
      console.error(`… round ${round + 1}: ${operation}: ${Math.round(without)} requests/s, with keys ${Math.round(keyed)}`);
    }
    const add = (what: string, values: readonly number[], unit = 'requests/s'): void =>
      report.add({ scenario, what: `${operation}, ${what}`, value: median(values), unit });
    add(
      'without',
      pairs.map(({ without }) => without),
    );
    add(
      'with a key',
      pairs.map(({ keyed }) => keyed),
    );
    report.add({
      scenario,
      what: `${operation}, with a key / without`,
      value: median(pairs.map(({ without, keyed }) => keyed / without)),
      unit: '×',
      asked: { atLeast: 0.6 },
    });
  }
}
