import { type RawBuilder, sql } from 'kysely';
import type { LateEvents } from '../../../domain/meter.ts';
import { type StoredMeterDefinition, countedEvents } from './aggregation.ts';
import type { Constants } from './filter.ts';

type Sql<T> = RawBuilder<T>;

export interface Accumulation {
  readonly meters: readonly (StoredMeterDefinition & { readonly late_events: LateEvents })[];
  /** A relation of events with `subject_id`, and `is_current`: whether the event is in the current billing window of the subject. */
  readonly source: Sql<unknown>;
  readonly constants: Constants;
  readonly now: Date;
  /** False if the usage buckets include the events already. */
  readonly updateBuckets: boolean;
}

/** Concurrent transactions that add to the same counters use different rows. */
export const SHARD = sql`(pg_backend_pid() % 4)::smallint`;

/**
 * Common table expressions that add events to the existing balances of their subjects. `sums` has a row for each balance to change,
 * and `updated_balances` a row for each balance that was changed. Every transaction locks rows in the same order (distinct values,
 * balances, usage buckets, each by their keys), so concurrent transactions wait but do not deadlock.
 */
export function accumulate({ meters, source, constants, now, updateBuckets }: Accumulation): Sql<unknown> {
  const hasDistinct = meters.some(({ aggregation: { func } }) => func === 'unique');
  return sql`
    counted_events as materialized (${inTime(countedEvents(meters, source, sql`subject_id, is_current, timestamp`, constants), meters)}),
    ${hasDistinct ? NEW_DISTINCT_VALUES : sql``}
    sums as (${hasDistinct ? SUMS_WITH_VALUES : SUMS}),
    updated_balances as (
      update metering.balances as b set ${balanceIncrements('added')}, modified_at = ${now.toISOString()}::timestamptz, is_ranked = false
      from (select * from sums order by subject_id, meter_id) as added
      where b.subject_id = added.subject_id and b.meter_id = added.meter_id
      returning b.subject_id, b.meter_id, b.customer_meter_id, b.previous_peak, b.peak
    )${updateBuckets ? UPDATED_BUCKETS : sql``}`;
}

/** Events from before the current billing window are not in it, for meters that go by the time of events. */
function inTime(counted: Sql<unknown>, meters: Accumulation['meters']): Sql<unknown> {
  const byTime = meters.filter(({ late_events }) => late_events === 'timestamp').map(({ id }) => id);
  if (byTime.length === 0) return counted;
  return sql`select c.meter_id, c.func, c.number, c.digest, c.subject_id, c.timestamp,
      c.is_current and (c.meter_id <> all(${byTime}::uuid[]) or b.window_start is null or c.timestamp >= b.window_start) as is_current
    from (${counted}) as c left join metering.balances b on b.subject_id = c.subject_id and b.meter_id = c.meter_id`;
}

const NEW_DISTINCT_VALUES = sql`
    new_distinct_values as (
      insert into metering.distinct_values (subject_id, meter_id, digest)
      select distinct subject_id, meter_id, digest from counted_events where digest is not null and is_current order by 1, 2, 3
      on conflict do nothing returning subject_id, meter_id
    ),`;

const SUMS = sql`
      select subject_id, meter_id, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest,
        0 as distinct_values
      from counted_events where is_current group by 1, 2`;

const SUMS_WITH_VALUES = sql`
      select subject_id, meter_id, sum(events) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest,
        sum(distinct_values) as distinct_values
      from (
        select subject_id, meter_id, number, 1 as events, 0 as distinct_values from counted_events where is_current
        union all
        select subject_id, meter_id, null, 0, 1 from new_distinct_values
      ) as parts group by 1, 2`;

const UPDATED_BUCKETS = sql`, updated_buckets as (
      insert into metering.usage_buckets as q (meter_id, bucket, shard, events, total, lowest, highest)
      select meter_id, date_bin('15 minutes', timestamp, 'epoch'), ${SHARD}, count(*), coalesce(sum(number), 0), min(number), max(number)
      from counted_events group by 1, 2 order by 1, 2
      on conflict (meter_id, bucket, shard) do update set events = q.events + excluded.events, total = q.total + excluded.total,
        lowest = least(q.lowest, excluded.lowest), highest = greatest(q.highest, excluded.highest)
    )`;

/** The assignments that add counters to a balance `b`. `peak` is the highest consumption in the billing window. */
export const balanceIncrements = (added: 'added' | 'excluded'): Sql<unknown> =>
  sql.raw(`
        events = b.events + ${added}.events, total = b.total + ${added}.total, lowest = least(b.lowest, ${added}.lowest),
        highest = greatest(b.highest, ${added}.highest), distinct_values = b.distinct_values + ${added}.distinct_values,
        previous_peak = b.peak, peak = greatest(b.peak, metering.consumed(b.func, b.events + ${added}.events, b.total + ${added}.total,
          least(b.lowest, ${added}.lowest), greatest(b.highest, ${added}.highest), b.distinct_values + ${added}.distinct_values))`);
