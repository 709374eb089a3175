import pg from 'pg';
import { Keyring } from '#engine/secrets';
import { migrateDatabase } from '../apps/migrate/migrate-database.ts';
import type { DatabaseServer } from './database-server.ts';
import { keyString } from './load/workload.ts';

export const SECRET_KEY = Buffer.alloc(32, 'bench');
export const ORGANIZATION_ID = '5f0c9f6e-2c0e-4a55-9a3b-6d7f0b1c2d3e';
export const BENEFIT_ID = 'a3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d';

/** License keys per INSERT; they are encrypted and digested here. */
const CHUNK = 5_000;
const WRITERS = 2;

/** Reproducible ids by number, distributed like random ones: version 4 UUIDs made from an MD5 hash. */
export const idOf = (kind: string, n: string): string =>
  `overlay(overlay(md5('${kind}' || ${n}) placing '4' from 13) placing 'a' from 17)::uuid`;

const CUSTOMERS = `
  insert into customer_portal.customers (id, organization_id, type, external_id, email, email_key, email_verified, name,
    billing_address, metadata, created_at)
  select ${idOf('customer', 'n')}, '${ORGANIZATION_ID}', 'individual', 'customer-' || n, 'customer-' || n || '@example.com',
    'customer-' || n || '@example.com', false, 'Customer ' || n,
    '{"line1": "1 Example Street", "line2": null, "postal_code": "12345", "city": "Example", "state": null, "country": "DE"}',
    '{"plan": "pro"}', now()
  from generate_series(0, $1::int - 1) as n`;

const KEYS = `
  with given as (select * from unnest($1::int[], $2::bytea[], $3::bytea[], $4::text[]) as given (n, sealed, digest, shown)),
  keys as (
    insert into licensing.license_keys (organization_id, id, customer_id, benefit_id, digest, encrypted_key, display_key, status,
      limit_activations, activation_count, usage, validations, created_at)
    select '${ORGANIZATION_ID}', ${idOf('key', 'n')}, ${idOf('customer', 'n')}, '${BENEFIT_ID}', digest, sealed, '****-' || shown, 'granted',
      2000000000, 0, 0, 0, now()
    from given)
  insert into licensing.key_strings (organization_id, digest, license_key_id, form, kind)
  select '${ORGANIZATION_ID}', digest, ${idOf('key', 'n')}, sha256(digest), 'generated' from given`;

const ACTIVATIONS = [
  `insert into licensing.activations (organization_id, id, license_key_id, label, conditions, meta, created_at)
   select '${ORGANIZATION_ID}', ${idOf('activation', 'n')}, ${idOf('key', '0')}, 'Device ' || n, '{}', '{}', now()
   from generate_series(1, $1::int) as n`,
  `update licensing.license_keys set activation_count = $1::int where id = ${idOf('key', '0')}`,
];

const FILLED = ['customer_portal.customers', 'licensing.license_keys', 'licensing.key_strings'];

const INDEXES = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)`;

/** Builds the indexes of tables again after rows have been written, in a fraction of the time; those of constraints stay. */
export async function withoutIndexes(pool: pg.Pool, tables: readonly string[], write: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query<{ readonly name: string; readonly definition: string }>(INDEXES, [tables]);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await write();
  for (const { definition } of rows) await pool.query(definition);
}

/** A database of the product with this many keys, and a customer for each. `activations` are those of the first key. */
export async function makeDataSet(
  server: Pick<DatabaseServer, 'makeDatabase' | 'checkpoint'>,
  name: string,
  keys: number,
  activations = 0,
): Promise<string> {
  const url = await server.makeDatabase(name);
  await migrateDatabase(url);
  const pool = new pg.Pool({ connectionString: url, max: WRITERS + 1 });
  try {
    await withoutIndexes(pool, FILLED, () => Promise.all([pool.query(CUSTOMERS, [keys]), storeKeys(pool, keys)]));
    if (activations > 0) for (const statement of ACTIVATIONS) await pool.query(statement, [activations]);
    await pool.query('vacuum (analyze)');
  } finally {
    await pool.end();
  }
  await server.checkpoint();
  return url;
}

async function storeKeys(pool: pg.Pool, keys: number): Promise<void> {
  const keyring = new Keyring([SECRET_KEY]);
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < keys) {
      const numbers = Array.from({ length: Math.min(CHUNK, keys - next) }, (_, index) => next + index);
      next += numbers.length;
      const strings = numbers.map(keyString);
      await pool.query({
        name: 'store-keys',
        text: KEYS,
        values: [
          numbers,
          strings.map((key) => keyring.encrypt(key)),
          strings.map((key) => keyring.digest('license-key', key)),
          strings.map((key) => key.slice(-6)),
        ],
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
