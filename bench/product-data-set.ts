import pg from 'pg';
import { migrateDatabase } from '../apps/migrate/migrate-database.ts';
import type { DatabaseServer } from './database-server.ts';

/** Matches exactly 100 products of each organization, whatever its size. */
export const RARE = {
  benefitId: 'c0ffee00-0000-4000-8000-000000000001',
  name: 'special',
  metadata: { key: 'tier', value: 'gold' },
};
/** Matches every second product. */
export const COMMON = { key: 'half', value: 'yes' };
const RARE_COUNT = 100;

const PRODUCTS = `
  insert into catalog.products (id, organization_id, name, visibility, is_archived, metadata, recurring_interval, recurring_interval_count,
    benefit_ids, media_ids, custom_fields, price_rank, price_amount, created_at)
  select gen_random_uuid(), $1::uuid, case when rare then '${RARE.name} ' else '' end || 'Product ' || md5(n::text),
    (array['draft', 'private', 'public', 'public'])[1 + n % 4], n % 10 = 0,
    jsonb_build_object('${COMMON.key}', case when n % 2 = 0 then '${COMMON.value}' else 'no' end)
      || case when rare then jsonb_build_object('${RARE.metadata.key}', '${RARE.metadata.value}') else '{}' end,
    case when n % 3 = 0 then 'month' end, case when n % 3 = 0 then 1 end,
    case when rare then array['${RARE.benefitId}'::uuid] else '{}' end, '{}', '[]', n % 4, n * 7919 % 100000, now() - n * interval '1 second'
  from generate_series(1, $2::int) as n, lateral (select n % ($2::int / ${RARE_COUNT}) = 0 as rare) as kinds`;

const BENEFIT = `
  insert into catalog.benefits (id, organization_id, type, description, visibility, deletable, properties, metadata, created_at)
  values ('${RARE.benefitId}', gen_random_uuid(), 'custom', 'Support', 'public', true, '{"note": null}', '{}', now())`;

/** Creates one organization for each count, with that many products, in one database. */
export async function makeProducts(
  server: DatabaseServer,
  name: string,
  organizations: ReadonlyMap<string, number>,
): Promise<string> {
  const url = await server.makeDatabase(name);
  await migrateDatabase(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await pool.query(BENEFIT);
    for (const [organizationId, count] of organizations) await pool.query(PRODUCTS, [organizationId, count]);
    await pool.query('vacuum (analyze)');
  } finally {
    await pool.end();
  }
  await server.checkpoint();
  return url;
}
