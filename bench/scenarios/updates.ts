import pg from 'pg';
import { versionOrder } from '#support/versions';
import type { Bench } from '../bench.ts';
import { BENEFIT_ID, idOf, makeDataSet, ORGANIZATION_ID } from '../data-set.ts';
import { Contest } from '../endpoints/contest.ts';
import { keyString, type Requests } from '../load/workload.ts';
import { validate } from '../operations.ts';
import type { Report } from '../report.ts';

const PRODUCT_ID = 'c4d5e6f7-0819-4a2b-8c3d-4e5f60718293';
const RELEASES = 60;
/** The keys that ask; each is drawn again and again. */
const ASKING = 5_000;

/** A product of the benefit of all keys, with stable releases and betas, and five files for each. */
const OF_RELEASES = [
  `insert into catalog.benefits (id, organization_id, type, description, visibility, deletable, properties, metadata, created_at)
   values ('${BENEFIT_ID}', '${ORGANIZATION_ID}', 'license_keys', 'A key', 'public', true, '{}', '{}', now())`,
  `insert into catalog.products (id, organization_id, name, visibility, is_archived, metadata, benefit_ids, media_ids, custom_fields, created_at)
   values ('${PRODUCT_ID}', '${ORGANIZATION_ID}', 'A product', 'public', false, '{}', '{${BENEFIT_ID}}', '{}', '[]', now())`,
  `insert into releases.releases (id, organization_id, product_id, version, version_scheme, version_order, channel, notes, status,
     required_benefit_ids, rollout_percentage, published_at, created_at)
   select ${idOf('release', 'n')}, '${ORGANIZATION_ID}', '${PRODUCT_ID}', version, 'semver', version_order,
     case n % 4 when 0 then 'beta' else 'stable' end, jsonb_build_object('en', repeat('What is new. ', 50)), 'published', '{}', 100, now(), now()
   from unnest($1::int[], $2::text[], $3::text[]) as given (n, version, version_order)`,
  `insert into releases.artifacts (id, organization_id, release_id, file_id, name, mime_type, platform, architecture, kind, size, sha1,
     sha256, sha512, created_at)
   select ${idOf('artifact', `(n * 10 + i)`)}, '${ORGANIZATION_ID}', ${idOf('release', 'n')}, ${idOf('file', '(n * 10 + i)')},
     'app-' || i || '.zip', 'application/zip', (array['windows', 'macos', 'macos', 'linux', 'linux'])[i],
     (array['x64', 'x64', 'arm64', 'x64', 'arm64'])[i], 'installer', 50000000, repeat('a', 40), repeat('b', 64), repeat('c', 128), now()
   from unnest($1::int[]) as n, generate_series(1, 5) as i`,
  'vacuum (analyze) releases.releases, releases.artifacts, catalog.products, catalog.benefits, licensing.license_keys',
];

const asking = (keys: number): Requests => ({
  requests: Array.from({ length: Math.min(keys, ASKING) }, (_, index) => ({
    method: 'GET',
    path: `/v1/releases/latest?product=${PRODUCT_ID}&platform=linux&architecture=x64&channel=stable`,
    token: keyString(index),
  })),
});

/** Updaters that ask whether there is something new, against validations of the same keys, alternating. */
export async function updates(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.few;
  const url = await makeDataSet(bench.database, 'bench_updates', keys);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const numbers = Array.from({ length: RELEASES }, (_, index) => index);
  const versions = numbers.map((number) => `1.${number}.0`);
  for (const statement of OF_RELEASES) {
    const values = [numbers, versions, versions.map(versionOrder)];
    const used = new Set(statement.match(/\$\d/g)).size;
    await pool.query(statement, values.slice(0, used));
  }
  await pool.end();
  const server = await bench.serverOn(url);
  const contest = new Contest(bench, new Map([['validate', { server, workload: () => validate({ keys }) }]]), [
    { line: 'updates', server, workload: () => asking(keys), baseline: 'validate', atLeast: 0.67 },
  ]);
  await contest.run();
  contest.report(report);
}
