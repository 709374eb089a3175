import { databaseBefore } from '../support/database-before.ts';

const ORGANIZATION = '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e';
const ID = 'a3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const OTHER_ID = 'b3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d';

type Database = Awaited<ReturnType<typeof databaseBefore>>;
let database: Database;

/** The files of all tables but one, which a view replaces. A table that a migration rewrites, under an exclusive lock, gets another file. */
async function tableFiles(): Promise<string[]> {
  const rows = await database.run<{ file: string }>(`
    select pg_relation_filenode(c.oid)::text as file from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'i') and n.nspname in ('catalog', 'licensing', 'metering', 'seats') and c.relname not like 'event_ids%' order by 1`);
  return rows.map(({ file }) => file);
}

const insertProduct = (id: string, facetColumns: string) => `
  insert into catalog.products (id, organization_id, name, visibility, is_archived, metadata, benefit_ids, media_ids, custom_fields, created_at
    ${facetColumns === '' ? '' : `, ${facetColumns}`})
  values ('${id}', '${ORGANIZATION}', 'Pro', 'public', false, '{"plan": "pro"}', '{}', '{}', '[]', now() ${facetColumns === '' ? '' : ', now()'})`;

/** Data of release 0.1.0, in the tables that later migrations rename. */
const DATA = [
  insertProduct(ID, 'bought_at'),
  `insert into seats.seat_pools (organization_id, id, customer_id, subscription_id, bought, used, revision, created_at)
   values ('${ORGANIZATION}', '${ID}', '${ID}', '${ID}', 5, 2, 0, now())`,
  `insert into licensing.license_keys (organization_id, id, customer_id, benefit_id, digest, sealed_key, display_key, status,
     activation_count, usage, validations, created_at)
   values ('${ORGANIZATION}', '${ID}', '${ID}', '${ID}', '\\x01', '\\x02', '****-1', 'granted', 0, 0, 0, now())`,
  `insert into metering.meters (id, organization_id, name, unit, filter, aggregation, metadata, thresholds, created_at)
   values ('${ID}', '${ORGANIZATION}', 'Calls', 'scalar', '{}', '{"func": "count"}', '{}', '[]', now())`,
  `insert into metering.quarters (meter_id, quarter, shard, events, total) values ('${ID}', '2026-01-01', 0, 7, 0)`,
  `insert into metering.standings (customer_meter_id, meter_id, subject_id, consumed_units, balance)
   values ('${ID}', '${ID}', '${ID}', 7, 3)`,
  `insert into metering.windows (organization_id, latest_start) values ('${ORGANIZATION}', '2026-01-01')`,
  `insert into metering.backlogs (meter_id, organization_id, after_seq, to_seq) values ('${ID}', '${ORGANIZATION}', 1, 9)`,
];

beforeAll(async () => {
  database = await databaseBefore('Migration20261122_1200_EncryptedKeys');
  for (const statement of DATA) await database.run(statement);
});
afterAll(() => database.drop());

test('the data of the last release is kept under the new names, and no table is rewritten', async () => {
  const files = await tableFiles();
  await database.upgrade();

  expect(await tableFiles()).toEqual(expect.arrayContaining(files));
  const [stored] = await database.run(`
    select
      (select first_sold_at is not null and facet = 2 from catalog.products) as product,
      (select products::int from catalog.product_counters) as products,
      (select array[capacity, assigned] from seats.seat_pools) as seats,
      (select encrypted_key = '\\x02' from licensing.license_keys) as key,
      (select events::int from metering.usage_buckets where bucket = '2026-01-01') as events,
      (select balance::int from metering.customer_meter_rankings) as balance,
      (select latest_start = '2026-01-01' from metering.billing_windows) as window,
      (select to_seq::int from metering.backfills) as backfill`);
  expect(stored).toEqual({
    product: true,
    products: 1,
    seats: [5, 2],
    key: true,
    events: 7,
    balance: 3,
    window: true,
    backfill: 9,
  });

  await database.run(insertProduct(OTHER_ID, ''));
  await database.run(`update catalog.products set is_archived = true where id = '${ID}'`);
  expect(await database.run('select facet, products::int from catalog.product_counters order by facet')).toEqual([
    { facet: 2, products: 1 },
    { facet: 8, products: 1 },
  ]);
  const found = `catalog.search_tokens(organization_id, catalog.metadata_tokens(metadata)) && catalog.search_tokens('${ORGANIZATION}', '{plan=pro}')`;
  expect(await database.run(`select id from catalog.products where ${found} order by id`)).toEqual([
    { id: ID },
    { id: OTHER_ID },
  ]);
});
