import pg from 'pg';
import type { Bench } from '../bench.ts';
import { idOf, makeDataSet, ORGANIZATION_ID } from '../data-set.ts';
import { Contest } from '../endpoints/contest.ts';
import { keyString, type Requests } from '../load/workload.ts';
import { activate, validate } from '../operations.ts';
import type { Server } from '../processes/product.ts';
import type { Report } from '../report.ts';

const POLICY = { floating: { checkoutSeconds: 600, overdraft: 0 } };

/** The first half of the keys is floating, and an activation of each has checked a slot out. */
const OF_CHECK_OUTS = [
  `update licensing.license_keys set policy = '${JSON.stringify(POLICY)}', limit_activations = 200, activation_count = 1
   from generate_series(0, $1::int - 1) as n where id = ${idOf('key', 'n')} and organization_id = '${ORGANIZATION_ID}'`,
  `insert into licensing.activations (organization_id, id, license_key_id, label, conditions, meta, created_at,
     checkout_expires_at, last_heartbeat_at, sweep_at)
   select '${ORGANIZATION_ID}', ${idOf('floating', 'n')}, ${idOf('key', 'n')}, 'bench', '{}', '{}', now(),
     now() + interval '1 day', now(), now() + interval '1 day'
   from generate_series(0, $1::int - 1) as n`,
];

/** A server with keys of which the first half is floating, each with a slot that is checked out, and a heartbeat of each of these. */
export async function openFloatingKeys(
  bench: Bench,
  name: string,
): Promise<{ server: Server; half: number; heartbeats: Requests }> {
  const half = Math.floor(bench.plan.keys.few / 2);
  const url = await makeDataSet(bench.database, name, 2 * half);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  for (const statement of OF_CHECK_OUTS) await pool.query(statement, [half]);
  await pool.query('vacuum (analyze) licensing.license_keys, licensing.activations');
  const heartbeats = await heartbeatsOf(pool, half);
  await pool.end();
  return { server: await bench.serverOn(url), half, heartbeats };
}

/**
 * Heartbeats against validations of the same keys, and devices that ask for slots of floating keys, most of which are taken, against
 * activations of node-locked keys. Alternating.
 */
export async function floating(bench: Bench, report: Report): Promise<void> {
  const { server, half, heartbeats } = await openFloatingKeys(bench, 'bench_floating');
  const contest = new Contest(
    bench,
    new Map([
      ['validate', { server, workload: () => validate({ keys: half }) }],
      ['activate', { server, workload: () => activate({ firstKey: half, keys: half }) }],
    ]),
    [
      { line: 'heartbeats', server, workload: () => heartbeats, baseline: 'validate', atLeast: 0.8 },
      { line: 'check-outs', server, workload: () => activate({ keys: half }), baseline: 'activate', atLeast: 0.5 },
    ],
  );
  await contest.run();
  contest.report(report);
}

async function heartbeatsOf(pool: pg.Pool, keys: number): Promise<Requests> {
  const { rows } = await pool.query<{ n: number; id: string }>(
    `select n, ${idOf('floating', 'n')} as id from generate_series(0, $1::int - 1) as n`,
    [keys],
  );
  const path = '/v1/customer-portal/license-keys/heartbeat';
  const bodyOf = ({ n, id }: (typeof rows)[number]): string =>
    JSON.stringify({ key: keyString(n), organization_id: ORGANIZATION_ID, activation_id: id });
  return { requests: rows.map((row) => ({ method: 'POST', path, body: bodyOf(row) })) };
}
