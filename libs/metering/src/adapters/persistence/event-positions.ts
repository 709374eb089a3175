import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { maintainTable, pgPool } from '#engine/persistence';

/** An index of each partition, named after the partition. */
interface PartitionIndex {
  readonly suffix: string;
  readonly columns: string;
}

/** Events are handed over in the order of their positions. Whoever has no sink does not pay for this index. */
const IN_ORDER: PartitionIndex = { suffix: '_by_seq', columns: '(seq)' };

/**
 * Events are counted in ranges of positions. Later events have later positions and are further back in the partition, so the smallest and
 * the largest position of each megabyte are enough, which cost an insertion next to nothing.
 */
const BY_RANGE: PartitionIndex = { suffix: '_seq_ranges', columns: 'using brin (seq)' };

interface Partition {
  readonly partition: string;
  readonly index: string;
  readonly exists: boolean;
  readonly isBeingBuilt: boolean;
}

/** The partitions without a valid index of the suffix `$1`. */
const WITHOUT_INDEX = `
  select partition.relname as partition, partition.relname || $1 as index, index.oid is not null as exists,
    exists (select from pg_stat_progress_create_index building where building.relid = partition.oid) as "isBeingBuilt"
  from pg_inherits join pg_class partition on partition.oid = inhrelid
  left join pg_class index on index.relname = partition.relname || $1 and index.relnamespace = partition.relnamespace
  left join pg_index on pg_index.indexrelid = index.oid
  where inhparent = 'metering.events'::regclass and indisvalid is distinct from true order by 1`;

/**
 * Gives every partition an index by position, without a lock that keeps writers out. False while another process builds one; one whose
 * building was interrupted is built again.
 */
export const indexEventsByPosition = async (em: EntityManager): Promise<boolean> => buildMissing(await pgPool(em), IN_ORDER);

/** Gives every partition an index of its ranges of positions, in the same way. */
export const indexRangesOfPositions = async (em: EntityManager): Promise<boolean> => buildMissing(await pgPool(em), BY_RANGE);

/**
 * Adds to the index of a partition the ranges that it does not have yet, which every reader would have to read. While another process
 * maintains the partition it does that itself, and would end if somebody waited for its lock.
 */
export async function indexNewRanges(em: EntityManager, partition: string): Promise<void> {
  await (
    await pgPool(em)
  ).query(`do $$ begin
    lock table ${partition} in share update exclusive mode nowait;
    perform brin_summarize_new_values('${partition}${BY_RANGE.suffix}');
  exception when lock_not_available or undefined_table then null; end $$`);
}

async function buildMissing(pool: pg.Pool, kind: PartitionIndex): Promise<boolean> {
  const { rows } = await pool.query<Partition>(WITHOUT_INDEX, [kind.suffix]);
  if (rows.length === 0) return true;
  if (rows.some(({ isBeingBuilt }) => isBeingBuilt)) return false;
  for (const { partition, index, exists } of rows) {
    const table = `metering.${partition}`;
    if (exists) await maintainTable(pool, table, `drop index concurrently if exists metering.${index}`);
    await maintainTable(pool, table, `create index concurrently if not exists ${index} on ${table} ${kind.columns}`);
  }
  // Another process may have begun to build one meanwhile.
  return buildMissing(pool, kind);
}
