import { type RawBuilder, sql } from 'kysely';
import type { CountingMeter } from '../counting-meters.ts';
import { SHARD } from './accumulate.ts';
import { countedEvents } from './aggregation.ts';
import { IS_COUNTED_BY_METER } from './backfill.ts';
import { type Correction, counted } from './corrections.ts';
import { Constants } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** Subtracts what voided events counted from usage buckets, or adds it again. Returns the buckets whose extremes may be gone. */
export function addToBuckets(correction: Correction): RawBuilder<{ meter_id: string; bucket: string }> {
  const sign = sql.lit(correction.isVoided ? -1 : 1);
  const extreme = (func: 'min' | 'max') => (correction.isVoided ? sql`null::numeric` : sql`${sql.raw(func)}(number)`);
  return sql`
    with ${counted(correction, new Constants())},
    updated_buckets as (
      insert into metering.usage_buckets as q (meter_id, bucket, shard, events, total, lowest, highest)
      select meter_id, date_bin('15 minutes', timestamp, 'epoch'), ${SHARD}, ${sign} * count(*), ${sign} * coalesce(sum(number), 0),
        ${extreme('min')}, ${extreme('max')}
      from counted group by 1, 2 order by 1, 2
      on conflict (meter_id, bucket, shard) do update set events = q.events + excluded.events, total = q.total + excluded.total,
        lowest = least(q.lowest, excluded.lowest), highest = greatest(q.highest, excluded.highest)
    )
    select distinct meter_id, date_bin('15 minutes', timestamp, 'epoch')::text as bucket from counted where func in ('min', 'max')`;
}

/** The extremes of buckets of a meter, from the events that are left in them. They are kept in one of the rows of a bucket. */
export function findExtremesOfBuckets(organizationId: string, meter: CountingMeter, buckets: readonly string[]): Sql {
  const constants = new Constants();
  const starts = sql`unnest(${buckets}::timestamptz[]) as starts (bucket)`;
  return sql`
    with ${constants.relation},
    stored_events as materialized (
      select e.*, starts.bucket from ${starts} join metering.events e on e.organization_id = ${organizationId}::uuid
        and e.timestamp >= starts.bucket and e.timestamp < starts.bucket + interval '15 minutes' and e.ingested_at >= starts.bucket
    ),
    remaining as materialized (${countedEvents(
      [meter],
      sql`(select e.* from stored_events e join metering.meters m on m.id = ${meter.id}::uuid where ${IS_COUNTED_BY_METER})`,
      sql`bucket`,
      constants,
    )}),
    extremes as (
      select starts.bucket, min(number) as lowest, max(number) as highest from ${starts} left join remaining using (bucket) group by 1
    ),
    kept as (select bucket, min(shard) as shard from metering.usage_buckets where meter_id = ${meter.id}::uuid and bucket = any(${buckets}::timestamptz[]) group by 1)
    update metering.usage_buckets as q set lowest = case when q.shard = kept.shard then extremes.lowest end,
      highest = case when q.shard = kept.shard then extremes.highest end
    from extremes join kept using (bucket) where q.meter_id = ${meter.id}::uuid and q.bucket = extremes.bucket`;
}
