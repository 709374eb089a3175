import pg from 'pg';
import type { Bench } from '../bench.ts';
import { idOf, makeDataSet, ORGANIZATION_ID } from '../data-set.ts';
import { Contest } from '../endpoints/contest.ts';
import { increment, validate } from '../operations.ts';
import type { Report } from '../report.ts';

const POLICY = { counters: { exports: { limit: 1_000_000_000, period: 'month', rollover: 1000 }, pages: {} } };

/** The second half of the keys has counters. */
const WITH_COUNTERS = `update licensing.license_keys set policy = '${JSON.stringify(POLICY)}'
  from generate_series($1::int, 2 * $1::int - 1) as n where id = ${idOf('key', 'n')} and organization_id = '${ORGANIZATION_ID}'`;

/** Increments of a counter against validations that count usage, of keys without counters, alternating. */
export async function counters(bench: Bench, report: Report): Promise<void> {
  const half = Math.floor(bench.plan.keys.few / 2);
  const url = await makeDataSet(bench.database, 'bench_counters', 2 * half);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(WITH_COUNTERS, [half]);
  await pool.query('vacuum (analyze) licensing.license_keys');
  await pool.end();
  const server = await bench.serverOn(url);
  const contest = new Contest(bench, new Map([['validate', { server, workload: () => validate({ keys: half }) }]]), [
    {
      line: 'increments',
      server,
      workload: () => increment({ firstKey: half, keys: half }),
      baseline: 'validate',
      atLeast: 0.83,
    },
  ]);
  await contest.run();
  contest.report(report);
}
