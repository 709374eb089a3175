import { type RawBuilder, sql } from 'kysely';

export interface Month {
  readonly partition: RawBuilder<unknown>;
  /** Its table is there, but is none of the events any more. */
  readonly isHidden: boolean;
  readonly end: Date;
}

/** So many events at once. */
export const STEP = 5_000;

/** Ids begin with the time, so those of a month are all below the first one of the next. */
const firstIdOf = (time: Date): string => {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
};

/** What the next events of a hidden month were found by. Names are locked in the order in which those who store events take them. */
export const deleteEventsStatement = (
  { partition, end }: Month,
  after: string,
): RawBuilder<{ forgotten: number; last: string }> => sql`
  with next as materialized (
    select id from metering.event_ids
    where id > ${after}::uuid and id < ${firstIdOf(end)}::uuid and ingested_at < ${end.toISOString()} order by id limit ${STEP}
  ),
  gone as (delete from metering.event_ids where id in (select id from next) returning id, organization_id, key, ingested_at, seq),
  unkeyed as (delete from metering.event_keys k using gone where k.organization_id = gone.organization_id and k.key = gone.key),
  unlinked as (delete from metering.event_links l using gone where l.child_id = gone.id),
  named as materialized (
    select organization_id, name, source, count(*) as number from gone join ${partition} as e using (organization_id, ingested_at, seq)
    group by 1, 2, 3
  ),
  shards as materialized (
    select n.organization_id, n.name, n.source, n.shard from metering.event_names n join named using (organization_id, name, source)
    order by 1, 2, 3, 4 for update of n
  ),
  uncounted as (
    update metering.event_names n set occurrences = n.occurrences - named.number
    from named join (select organization_id, name, source, min(shard) as shard from shards group by 1, 2, 3) as one using (organization_id, name, source)
    where n.organization_id = one.organization_id and n.name = one.name and n.source = one.source and n.shard = one.shard
  )
  select count(*)::int as forgotten, (select id from next order by id desc limit 1) as last from next`;

/** Names of which no event is left. Nobody may store any meanwhile. */
export const DELETE_UNUSED_NAMES = sql`
  delete from metering.event_names n using (
    select organization_id, name, source from metering.event_names group by 1, 2, 3 having sum(occurrences) = 0
  ) as gone where n.organization_id = gone.organization_id and n.name = gone.name and n.source = gone.source`;
