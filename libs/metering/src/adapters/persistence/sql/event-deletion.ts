import { type RawBuilder, sql } from 'kysely';

export interface Month {
  readonly partition: RawBuilder<unknown>;
  /** The table of the partition still exists, but its events are no longer part of `metering.events`. */
  readonly isDetached: boolean;
  readonly end: Date;
}

/** The number of events deleted in one transaction. */
export const STEP_SIZE = 5_000;

/** Ids start with the time, so the ids of a month are lower than the first id of the next month. */
const firstIdOf = (time: Date): string => {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
};

/**
 * Deletes the ids, keys, links and name counts of the next events of a detached month. Rows of `event_names` are locked in the same
 * order as at ingestion.
 */
export const deleteEventsStatement = (
  { partition, end }: Month,
  after: string,
): RawBuilder<{ deleted: number; last: string }> => sql`
  with next as materialized (
    select id from metering.event_ids
    where id > ${after}::uuid and id < ${firstIdOf(end)}::uuid and ingested_at < ${end.toISOString()} order by id limit ${STEP_SIZE}
  ),
  deleted_ids as (delete from metering.event_ids where id in (select id from next) returning id, organization_id, key, ingested_at, seq),
  deleted_keys as (delete from metering.event_keys k using deleted_ids d where k.organization_id = d.organization_id and k.key = d.key),
  deleted_links as (delete from metering.event_links l using deleted_ids d where l.child_id = d.id),
  deleted_occurrences as materialized (
    select organization_id, name, source, count(*) as number, count(e.parent) as children from deleted_ids join ${partition} as e using (organization_id, ingested_at, seq)
    group by 1, 2, 3
  ),
  shards as materialized (
    select n.organization_id, n.name, n.source, n.shard from metering.event_names n join deleted_occurrences using (organization_id, name, source)
    order by 1, 2, 3, 4 for update of n
  ),
  updated_names as (
    update metering.event_names n set occurrences = n.occurrences - deleted_occurrences.number,
      child_occurrences = n.child_occurrences - deleted_occurrences.children
    from deleted_occurrences join (select organization_id, name, source, min(shard) as shard from shards group by 1, 2, 3) as target using (organization_id, name, source)
    where n.organization_id = target.organization_id and n.name = target.name and n.source = target.source and n.shard = target.shard
  )
  select count(*)::int as deleted, (select id from next order by id desc limit 1) as last from next`;

/** Deletes names without events, and their types unless they were labeled. The caller locks the table, so that no event is stored meanwhile. */
export const DELETE_UNUSED_NAMES = sql`
  with unused as (
    select organization_id, name, source from metering.event_names group by 1, 2, 3 having sum(occurrences) = 0
  ),
  deleted_types as (
    delete from metering.event_types t using unused
    where t.organization_id = unused.organization_id and t.name = unused.name and unused.source = 'user' and t.modified_at is null
  )
  delete from metering.event_names n using unused
  where n.organization_id = unused.organization_id and n.name = unused.name and n.source = unused.source`;
