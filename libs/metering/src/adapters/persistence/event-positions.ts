import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { pgPool } from '#engine/persistence';

interface Partition {
  readonly partition: string;
  readonly index: string;
  readonly exists: boolean;
  readonly isBeingBuilt: boolean;
}

/** The partitions without a valid index by position, by which events are counted and handed over. */
const WITHOUT_INDEX = `
  select partition.relname as partition, partition.relname || '_by_seq' as index, index.oid is not null as exists,
    exists (select from pg_stat_progress_create_index building where building.relid = partition.oid) as "isBeingBuilt"
  from pg_inherits join pg_class partition on partition.oid = inhrelid
  left join pg_class index on index.relname = partition.relname || '_by_seq' and index.relnamespace = partition.relnamespace
  left join pg_index on pg_index.indexrelid = index.oid
  where inhparent = 'metering.events'::regclass and indisvalid is distinct from true order by 1`;

/** The indexes that this process builds: several jobs may need them at once. */
const building = new WeakMap<pg.Pool, Promise<boolean>>();

/**
 * Gives every partition an index by position, without a lock that keeps writers out. False while another process builds one; one whose
 * building was interrupted is built again.
 */
export async function indexEventsByPosition(em: EntityManager): Promise<boolean> {
  const pool = await pgPool(em);
  const begun = building.get(pool) ?? buildMissing(pool).finally(() => building.delete(pool));
  building.set(pool, begun);
  return begun;
}

async function buildMissing(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<Partition>(WITHOUT_INDEX);
  if (rows.length === 0) return true;
  if (rows.some(({ isBeingBuilt }) => isBeingBuilt)) return false;
  for (const { partition, index, exists } of rows) {
    if (exists) await withoutTimeout(pool, `drop index concurrently if exists metering.${index}`);
    await withoutTimeout(pool, `create index concurrently if not exists ${index} on metering.${partition} (seq)`);
  }
  // Another process may have begun to build one meanwhile.
  return buildMissing(pool);
}

/** On a connection of its own: those of the pool end statements that take long. A copy of their options has no password. */
async function withoutTimeout(pool: pg.Pool, statement: string): Promise<void> {
  const { password } = pool.options;
  const client = new pg.Client({ ...pool.options, password, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
