import pg from 'pg';
import type { Bench } from '../bench.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import type { Report } from '../report.ts';
import { atFixedRate, type Subject } from './fixed-rate.ts';

const OTHER_KEYS = 1_000;

const SIZES = `
  select sum(pg_table_size(relid)) / 1e6 as tables, sum(pg_indexes_size(relid)) / 1e6 as indexes
  from pg_stat_user_tables where schemaname in ('licensing', 'customer_portal')`;

/** Compares latency between small and large data sets: more keys, and more activations of one key. */
export async function growth(bench: Bench, report: Report): Promise<void> {
  const { keys, activations } = bench.plan;
  const [few, many] = [await bench.server('product', keys.few), await bench.server('product', keys.many)];
  const activated = await bench.server('product', OTHER_KEYS, activations);
  const [fewer, more, devices] = [keys.few, keys.many, activations].map((count) => count.toLocaleString('en'));
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const rate = await bench.quarterOfMaximum(operation);
    const asking = OPERATIONS[operation];
    const compare = async (small: Subject, large: Subject, names: readonly string[], atMost: number): Promise<void> => {
      const [before, after] = (await atFixedRate(bench, rate, [small, large])).map(({ p50 }) => p50) as [number, number];
      const scenario = 'growth';
      report.add({ scenario, what: `${operation}, ${rate}/s: p50 with ${names[0]}`, value: before, unit: 'ms' });
      report.add({ scenario, what: `${operation}, ${rate}/s: p50 with ${names[1]}`, value: after, unit: 'ms' });
      report.add({
        scenario,
        what: `${operation}: ${names[1]} / ${names[0]}`,
        value: after / before,
        unit: '×',
        asked: { atMost },
      });
    };
    await compare(
      { server: few, workload: () => asking({ keys: keys.few }) },
      { server: many, workload: () => asking({ keys: keys.many }) },
      [`${fewer} keys`, `${more} keys`],
      1.3,
    );
    // A run adds activations to its key, so each run uses a fresh key.
    await compare(
      { server: activated, workload: (run) => asking({ firstKey: 1 + run, keys: 1 }) },
      { server: activated, workload: () => asking({ firstKey: 0, keys: 1 }) },
      ['no activations', `${devices} activations`],
      1.2,
    );
  }
  for (const count of [keys.few, keys.many]) await reportSizes(bench, report, count);
}

/** After the load, so that the vacuum has something to do. */
async function reportSizes(bench: Bench, report: Report, keys: number): Promise<void> {
  const { peakMemoryMb } = await (await bench.server('product', keys)).usage();
  const client = new pg.Client(await bench.dataSet('product', keys));
  await client.connect();
  const { rows } = await client.query<{ readonly tables: string; readonly indexes: string }>(SIZES);
  const started = performance.now();
  await client.query('vacuum licensing.license_keys');
  const vacuumSeconds = (performance.now() - started) / 1000;
  await client.end();
  const scenario = `growth, ${keys.toLocaleString('en')} keys`;
  report.add({ scenario, what: 'API process, peak', value: peakMemoryMb, unit: 'MB' });
  report.add({ scenario, what: 'tables of keys and customers', value: Number(rows[0]!.tables), unit: 'MB' });
  report.add({ scenario, what: 'their indexes', value: Number(rows[0]!.indexes), unit: 'MB' });
  report.add({ scenario, what: 'vacuum of the license keys', value: vacuumSeconds, unit: 's' });
}
