import { type RawBuilder, sql } from 'kysely';
import { type Counting, counted } from './aggregation.ts';
import type { Constants } from './filter.ts';

type Sql<T> = RawBuilder<T>;

export interface Counted {
  readonly meters: readonly Counting[];
  /** Events with their `subject_id`, and whether they are in its current window: `is_current`. */
  readonly source: Sql<unknown>;
  readonly constants: Constants;
  readonly now: Date;
  /** False if the events are in their usage buckets already. */
  readonly intoBuckets: boolean;
}

/** Those who add to the same rows at once go to different shards. */
export const SHARD = sql`(pg_backend_pid() % 4)::smallint`;

/**
 * Adds events to the balances of their subjects, which are there, as parts of a WITH; `sums` is what there was to add, and
 * `balanced` what was touched. Rows are taken in the same order by all who count at once: distinct values, balances, usage buckets,
 * each by their keys. So they wait, but never for each other.
 */
export function addUp({ meters, source, constants, now, intoBuckets }: Counted): Sql<unknown> {
  const hasDistinct = meters.some(({ aggregation: { func } }) => func === 'unique');
  return sql`
    counted as materialized (${counted(meters, source, sql`subject_id, is_current, timestamp`, constants)}),
    ${hasDistinct ? VALUED : sql``}
    sums as (${hasDistinct ? SUMS_WITH_VALUES : SUMS}),
    balanced as (
      update metering.balances as b set ${plus('added')}, modified_at = ${now.toISOString()}::timestamptz, is_ranked = false
      from (select * from sums order by subject_id, meter_id) as added
      where b.subject_id = added.subject_id and b.meter_id = added.meter_id
      returning b.subject_id, b.meter_id, b.customer_meter_id, b.previous_peak, b.peak
    )${intoBuckets ? BUCKETED : sql``}`;
}

const VALUED = sql`
    valued as (
      insert into metering.distinct_values (subject_id, meter_id, digest)
      select distinct subject_id, meter_id, digest from counted where digest is not null and is_current order by 1, 2, 3
      on conflict do nothing returning subject_id, meter_id
    ),`;

const SUMS = sql`
      select subject_id, meter_id, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest,
        0 as distinct_values
      from counted where is_current group by 1, 2`;

const SUMS_WITH_VALUES = sql`
      select subject_id, meter_id, sum(events) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest,
        sum(distinct_values) as distinct_values
      from (
        select subject_id, meter_id, number, 1 as events, 0 as distinct_values from counted where is_current
        union all
        select subject_id, meter_id, null, 0, 1 from valued
      ) as parts group by 1, 2`;

const BUCKETED = sql`, bucketed as (
      insert into metering.usage_buckets as q (meter_id, bucket, shard, events, total, lowest, highest)
      select meter_id, date_bin('15 minutes', timestamp, 'epoch'), ${SHARD}, count(*), coalesce(sum(number), 0), min(number), max(number)
      from counted group by 1, 2 order by 1, 2
      on conflict (meter_id, bucket, shard) do update set events = q.events + excluded.events, total = q.total + excluded.total,
        lowest = least(q.lowest, excluded.lowest), highest = greatest(q.highest, excluded.highest)
    )`;

/** Balance `b` together with what is added to it; the highest that was ever used in the window moves along. */
export const plus = (added: 'added' | 'excluded'): Sql<unknown> =>
  sql.raw(`
        events = b.events + ${added}.events, total = b.total + ${added}.total, lowest = least(b.lowest, ${added}.lowest),
        highest = greatest(b.highest, ${added}.highest), distinct_values = b.distinct_values + ${added}.distinct_values,
        previous_peak = b.peak, peak = greatest(b.peak, metering.consumed(b.func, b.events + ${added}.events, b.total + ${added}.total,
          least(b.lowest, ${added}.lowest), greatest(b.highest, ${added}.highest), b.distinct_values + ${added}.distinct_values))`);
