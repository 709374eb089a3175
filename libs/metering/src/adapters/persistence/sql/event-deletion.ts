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
  /** The last release has deleted what belongs to the events with lower ids. */
  readonly first_id: string;
}

export const progressOf = ({ name }: Month): RawBuilder<Progress> => sql<Progress>`
  insert into metering.month_deletions as d (month) values (${name}) on conflict (month) do update set month = excluded.month
  returning next_block::float8, first_id`;

/** Whether a detached month has events from a block on. If it is divided, this is about that block of each part. */
export const hasEventsFrom = ({ partition }: Month, block: number): RawBuilder<{ exists: boolean }> => sql`
  select exists (select 1 from ${partition} where ctid >= ${positionOf(block)}::tid) as exists`;

/** The condition that an event of a detached month is in the next step. Its events are not moved in their table any more. */
const isInStep = ({ next_block: first, first_id }: Progress): RawBuilder<unknown> =>
  sql`e.ctid >= ${positionOf(first)}::tid and e.ctid < ${positionOf(first + STEP)}::tid and e.id >= ${first_id}::uuid`;

export const deleteLinks = ({ partition }: Month, progress: Progress): RawBuilder<unknown> => sql`
  delete from metering.event_links l using ${partition} e
  where l.organization_id = e.organization_id and l.child_id = e.id and e.parent is not null and ${isInStep(progress)}`;

interface Counted {
  readonly organization_id: string;
  readonly subjects: string[];
}

/** The subjects of the events of a step, whose counts of the month are deleted: no event of the month is found any more. */
export const subjectsOf = ({ partition }: Month, progress: Progress): RawBuilder<Counted> => sql`
  select organization_id, array_agg(distinct subject_id) as subjects from ${partition} e where ${isInStep(progress)} group by 1`;

export const deleteCounts = ({ start }: Month, counted: readonly Counted[]): RawBuilder<unknown> => {
  const subjects = counted.flatMap(({ organization_id, subjects: ids }) => ids.map((id) => ({ organization_id, id })));
  const organizations = counted.map(({ organization_id }) => organization_id);
  const month = sql`${start.toISOString().slice(0, 10)}::date`;
  return sql`
  with of_times as (
    delete from metering.event_counts_of_times where organization_id = any(${organizations}::uuid[]) and month = ${month}
  ),
  of_costs as (
    delete from metering.cost_rollups where organization_id = any(${organizations}::uuid[]) and month = ${month}
  ),
  of_days as (
    delete from metering.active_days where organization_id = any(${organizations}::uuid[]) and month = ${month}
  ),
  deleted as materialized (
    select * from unnest(${subjects.map(({ organization_id }) => organization_id)}::uuid[], ${subjects.map(({ id }) => id)}::uuid[])
      as deleted (organization_id, id)
  ),
  usage as (
    delete from metering.usage_of_subjects as u using deleted join metering.usage_counting c on c.organization_id = deleted.organization_id
    where u.organization_id = c.organization_id and u.meter_id = c.meter_id and u.subject_id = deleted.id
      and u.day >= ${month} and u.day < ${month} + interval '1 month'
  )
  delete from metering.event_counts_of_subjects as n using deleted
  where n.organization_id = deleted.organization_id and n.subject_id = deleted.id and n.month = ${month}`;
};

interface Occurrences {
  readonly organization_id: string;
  readonly name: string;
  readonly source: string;
  readonly number: string;
  readonly children: string;
}

export const occurrencesOf = ({ partition }: Month, progress: Progress): RawBuilder<Occurrences> => sql`
  select organization_id, name, source, count(*)::text as number, count(parent)::text as children from ${partition} e
  where ${isInStep(progress)} group by 1, 2, 3`;

/** Corrects the counts of names. Their rows are locked in the same order as at ingestion. */
export const subtractOccurrences = (
  { name }: Month,
  { next_block: first }: Progress,
  deleted: readonly Occurrences[],
): RawBuilder<unknown> => sql`
  with deleted_occurrences as materialized (
    select * from unnest(${deleted.map((each) => each.organization_id)}::uuid[], ${deleted.map((each) => each.name)}::text[],
      ${deleted.map(({ source }) => source)}::text[], ${deleted.map(({ number }) => number)}::bigint[], ${deleted.map(({ children }) => children)}::bigint[]
    ) as deleted (organization_id, name, source, number, children)
  ),
  progress as (update metering.month_deletions set next_block = ${first + STEP} where month = ${name}),
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
