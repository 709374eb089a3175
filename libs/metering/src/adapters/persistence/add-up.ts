import { type RawBuilder, sql } from 'kysely';
import { type Counting, counted } from './aggregation.mapping.ts';
import type { Constants } from './filter.mapping.ts';

type Sql<T> = RawBuilder<T>;

export interface Counted {
  readonly meters: readonly Counting[];
  readonly organizationId: string;
  /** Events with their `subject_id`, and whether they are in its current window: `is_current`. */
  readonly source: Sql<unknown>;
  readonly constants: Constants;
  readonly now: Date;
  /** False where the events were added to their quarters before. */
  readonly intoQuarters: boolean;
}

/** Those who add to the same rows at once go to different shards. */
export const SHARD = sql`(pg_backend_pid() % 4)::smallint`;

/**
 * Adds events to the balances of their subjects, as parts of a WITH; `balanced` is what was touched. Rows are always taken in
 * the same order: distinct values, balances, quarters, each by their keys. So those who add at once wait, but never for each other.
 */
export function addUp({ meters, organizationId, source, constants, now, intoQuarters }: Counted): Sql<unknown> {
  const columns = sql`subject_id, is_current, timestamp`;
  const quartered = sql`, quartered as (
    insert into metering.quarters as q (meter_id, quarter, shard, events, total, lowest, highest)
    select meter_id, date_bin('15 minutes', timestamp, 'epoch'), ${SHARD}, count(*), coalesce(sum(number), 0), min(number), max(number)
    from counted group by 1, 2 order by 1, 2
    on conflict (meter_id, quarter, shard) do update set events = q.events + excluded.events, total = q.total + excluded.total,
      lowest = least(q.lowest, excluded.lowest), highest = greatest(q.highest, excluded.highest)
  )`;
  return sql`
    counted as materialized (${counted(meters, source, columns, constants)}),
    sums as (
      select subject_id, meter_id, func, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest
      from counted where is_current group by 1, 2, 3
    ),
    valued as (
      insert into metering.distinct_values (subject_id, meter_id, digest)
      select distinct subject_id, meter_id, digest from counted where digest is not null and is_current order by 1, 2, 3
      on conflict do nothing returning subject_id, meter_id
    ),
    new_values as (select subject_id, meter_id, count(*) as number from valued group by 1, 2),
    balanced as (
      insert into metering.balances as b
        (subject_id, meter_id, organization_id, func, events, total, lowest, highest, distinct_values, peak, modified_at)
      select subject_id, meter_id, ${organizationId}::uuid, func, events, total, lowest, highest, coalesce(number, 0),
        greatest(0, metering.consumed(func, events, total, lowest, highest, coalesce(number, 0))), ${now.toISOString()}::timestamptz
      from sums left join new_values using (subject_id, meter_id) order by 1, 2
      on conflict (subject_id, meter_id) do update set ${ADDED}, modified_at = excluded.modified_at, is_ranked = false
      returning subject_id, meter_id, customer_meter_id, previous_peak, peak
    )${intoQuarters ? quartered : sql``}`;
}

/** Balance \`b\` together with what is added to it; the highest that was ever used in the window moves along. */
export const ADDED = sql.raw(`
  events = b.events + excluded.events, total = b.total + excluded.total, lowest = least(b.lowest, excluded.lowest),
  highest = greatest(b.highest, excluded.highest), distinct_values = b.distinct_values + excluded.distinct_values,
  previous_peak = b.peak, peak = greatest(b.peak, metering.consumed(b.func, b.events + excluded.events, b.total + excluded.total,
    least(b.lowest, excluded.lowest), greatest(b.highest, excluded.highest), b.distinct_values + excluded.distinct_values))`);
