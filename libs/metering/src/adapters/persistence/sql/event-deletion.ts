import { type RawBuilder, sql } from 'kysely';

export interface Month {
  readonly name: string;
  readonly partition: RawBuilder<unknown>;
  /** The table of the partition still exists, but its events are no longer part of `metering.events`. */
  readonly isDetached: boolean;
  readonly start: Date;
  readonly end: Date;
}

/** The number of blocks whose events are read in one transaction: about 30,000 events. */
const STEP = 1_000;

/** How far a detached month is deleted. */
interface Progress {
  readonly next_block: number;
  readonly blocks: number;
  /** The last release has deleted what belongs to the events with lower ids. */
  readonly first_id: string;
}

export const progressOf = ({ name }: Month): RawBuilder<Progress> => sql<Progress>`
  insert into metering.month_deletions as d (month) values (${name}) on conflict (month) do update set month = excluded.month
  returning next_block::float8, first_id, pg_relation_size(${`metering.${name}`}::regclass) / current_setting('block_size')::float8 as blocks`;

/**
 * Deletes the links and name counts of the next events of a detached month, which are not moved in their table any more. Rows of
 * `event_names` are locked in the same order as at ingestion.
 */
export const deleteEventsStatement = (
  { name, partition }: Month,
  { next_block: first, first_id }: Progress,
): RawBuilder<unknown> => sql`
  with step as materialized (
    select id, organization_id, name, source, parent from ${partition}
    where ctid >= ${positionOf(first)}::tid and ctid < ${positionOf(first + STEP)}::tid and id >= ${first_id}::uuid
  ),
  progress as (update metering.month_deletions set next_block = ${first + STEP} where month = ${name}),
  deleted_links as (
    delete from metering.event_links where child_id = any(array(select id from step where parent is not null))
  ),
  deleted_occurrences as materialized (
    select organization_id, name, source, count(*) as number, count(parent) as children from step group by 1, 2, 3
  ),
  shards as materialized (
    select n.organization_id, n.name, n.source, n.shard from metering.event_names n join deleted_occurrences using (organization_id, name, source)
    order by 1, 2, 3, 4 for update of n
  )
  update metering.event_names n set occurrences = n.occurrences - deleted_occurrences.number,
    child_occurrences = n.child_occurrences - deleted_occurrences.children
  from deleted_occurrences join (select organization_id, name, source, min(shard) as shard from shards group by 1, 2, 3) as target using (organization_id, name, source)
  where n.organization_id = target.organization_id and n.name = target.name and n.source = target.source and n.shard = target.shard`;

const positionOf = (block: number): string => `(${block},0)`;

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
