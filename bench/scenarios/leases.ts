import pg from 'pg';
import type { Bench } from '../bench.ts';
import { BENEFIT_ID, idOf, makeDataSet, ORGANIZATION_ID } from '../data-set.ts';
import { Contest } from '../endpoints/contest.ts';
import { DEVICE, lease, validate } from '../operations.ts';
import type { Report } from '../report.ts';

const OFFLINE = { offline: { lease_seconds: 604_800, grace_seconds: 86_400, max_offline_devices: 3 } };

/** The benefit of the keys allows leases, and every key has an activation of the device, with a lease. */
const OF_LEASES = [
  `insert into catalog.benefits (id, organization_id, type, description, visibility, deletable, properties, metadata, created_at)
   values ('${BENEFIT_ID}', '${ORGANIZATION_ID}', 'license_keys', 'A key', 'public', true, '${JSON.stringify(OFFLINE)}', '{}', now())`,
  `insert into licensing.activations (organization_id, id, license_key_id, label, conditions, meta, device, created_at)
   select organization_id, ${idOf('device', 'id')}, id, 'bench', '{}', '{}', '${DEVICE}', now() from licensing.license_keys`,
  `insert into licensing.leases
   select organization_id, id, license_key_id, row_number() over (), gen_random_uuid(), now(), now() + interval '1 day',
     now() + interval '1 day', null, false from licensing.activations`,
  'update licensing.license_keys set activation_count = 1',
  'vacuum (analyze) licensing.license_keys, licensing.activations, licensing.leases, catalog.benefits',
];

/** Leases, signing included, against validations of the same keys, alternating. */
export async function leases(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.few;
  const url = await makeDataSet(bench.database, 'bench_leases', keys);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  for (const statement of OF_LEASES) await pool.query(statement);
  await pool.end();
  const server = await bench.serverOn(url);
  const contest = new Contest(bench, new Map([['validate', { server, workload: () => validate({ keys }) }]]), [
    { line: 'leases', server, workload: () => lease({ keys }), baseline: 'validate', atLeast: 0.5 },
  ]);
  await contest.run();
  contest.report(report);
}
