import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { migrationNames } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';
import { SECRET_KEY } from '../support/api.ts';
import { databaseBefore } from '../support/database-before.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts';
import { hasLastRelease, LAST_MIGRATION, sourcesOfLastRelease } from '../support/last-release.ts';
import { startLatchkey } from '../support/processes.ts';

import.meta.jest.setTimeout(600_000);

const FIRST_LATER = migrationNames(contexts).find((name) => name > LAST_MIGRATION)!;

/**
 * What a schema consists of, but for partitions, which depend on the month, the migrations that have run, and the names of `not null`
 * constraints, which stay when a column is renamed.
 */
const DEFINITIONS = `
  with own as (
    select c.oid, c.relkind, n.nspname || '.' || c.relname as name, c.reloptions, c.relpersistence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema|public$)' and c.relname !~ '^(events_20|migrations)'
  )
  select 'table ' || name || ' ' || relkind::text || relpersistence::text || coalesce(reloptions::text, '') as definition from own
  union all
  select 'column ' || name || '.' || attname || ' ' || row_number() over (partition by own.oid order by attnum) || ' ' || format_type(atttypid, atttypmod)
    || attnotnull::text || attidentity::text || attgenerated::text || coalesce(pg_get_expr(adbin, adrelid), '')
  from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = own.oid and adnum = attnum
  where relkind in ('r', 'p', 'v')
  union all
  select 'constraint ' || name || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) || convalidated::text from own
    join pg_constraint c on conrelid = own.oid and contype <> 'n'
  union all
  select 'index ' || pg_get_indexdef(own.oid) from own where relkind in ('i', 'I')
  union all
  select 'view ' || name || ' ' || pg_get_viewdef(own.oid) from own where relkind = 'v'
  union all
  select 'trigger ' || pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid and not tgisinternal
  union all
  select 'function ' || pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname !~ '^(pg_|information_schema|public$)' and prokind = 'f'
  order by 1`;

async function definitionsOf({ url }: Pick<TestDatabase, 'url'>): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ definition: string }>(DEFINITIONS);
    return rows.map(({ definition }) => definition);
  } finally {
    await client.end();
  }
}

/** The files of all tables but one, which a view replaces. A table that a migration rewrites, under an exclusive lock, gets another file. */
const TABLE_FILES = `
  select pg_relation_filenode(c.oid)::text as file from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'i') and n.nspname in ('catalog', 'licensing', 'metering', 'seats') and c.relname not like 'event_ids%'
    and c.relname <> 'activations_by_device' order by 1`;

const [organization, id, other] = [randomUUID(), randomUUID(), randomUUID()];

const product = (productId: string) => `
  insert into catalog.products (id, organization_id, name, visibility, is_archived, metadata, benefit_ids, media_ids, custom_fields, created_at)
  values ('${productId}', '${organization}', 'Pro', 'public', false, '{"plan": "pro"}', '{}', '{}', '[]', now())`;

/** Data of the last release. */
const DATA = [
  product(id),
  `insert into seats.seat_pools (organization_id, id, customer_id, subscription_id, capacity, assigned, revision, created_at)
   values ('${organization}', '${id}', '${id}', '${id}', 5, 2, 0, now())`,
  `insert into licensing.license_keys (organization_id, id, customer_id, benefit_id, digest, encrypted_key, display_key, status,
     activation_count, usage, validations, created_at)
   values ('${organization}', '${id}', '${id}', '${id}', '\\x01', '\\x02', '****-1', 'granted', 0, 0, 0, now())`,
  `insert into metering.meters (id, organization_id, name, unit, filter, aggregation, metadata, thresholds, created_at)
   values ('${id}', '${organization}', 'Calls', 'scalar', '{}', '{"func": "count"}', '{}', '[]', now())`,
  `insert into entitlements.benefit_grants (organization_id, id, customer_id, order_id, benefit_id, properties, granted_at, revision,
     state_revision, created_at) values ('${organization}', '${id}', '${id}', '${id}', '${id}', '{}', now(), 1, 1, now())`,
];

test('the data of the last release is kept, and no table is rewritten', async () => {
  const database = await databaseBefore(FIRST_LATER);
  try {
    for (const statement of DATA) await database.run(statement);
    const files = await database.run(TABLE_FILES);
    await database.upgrade();

    expect(await database.run(TABLE_FILES)).toEqual(expect.arrayContaining(files));
    const [stored] = await database.run(`select
      (select capacity from seats.seat_pools) as capacity,
      (select encrypted_key = '\\x02' from licensing.license_keys) as key,
      (select name from metering.meters) as meter,
      (select not brings_license_key from entitlements.benefit_grants where granted_at is not null) as waits_for_no_key`);
    expect(stored).toEqual({ capacity: 5, key: true, meter: 'Calls', waits_for_no_key: true });

    await database.run(product(other));
    await database.run(`update catalog.products set is_archived = true where id = '${id}'`);
    expect(await database.run('select products::int from catalog.product_counters order by facet')).toEqual([
      { products: 1 },
      { products: 1 },
    ]);
    expect(await definitionsOf(database)).toEqual(await definitionsOf(await shared));
  } finally {
    await database.drop();
  }
});

const shared = freshDatabase();
afterAll(async () => (await shared).drop());

async function migrated(
  ...[env, options]: Parameters<typeof startLatchkey> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  await using running = startLatchkey(['migrate'], env, options);
  const [code] = (await once(running.child, 'close')) as [number];
  if (code !== 0) throw new Error(running.output());
}

const withHistory = hasLastRelease() ? describe : describe.skip;

withHistory('with the history of the repository', () => {
  test('the last release makes the schema of the baselines, and a database of it gets that of a new one', async () => {
    const [released, baselines] = await Promise.all([emptyDatabase(), databaseBefore(FIRST_LATER)]);
    try {
      const env = { DATABASE_URL: released.url, SECRET_KEY: SECRET_KEY.toString('base64') };
      await migrated(env, { release: sourcesOfLastRelease() });
      expect(await definitionsOf(released)).toEqual(await definitionsOf(baselines));
      await migrated(env);
      expect(await definitionsOf(released)).toEqual(await definitionsOf(await shared));
    } finally {
      await released.drop();
      await baselines.drop();
    }
  });
});
