import { type RawBuilder, sql } from 'kysely';
import type { CountingMeter } from '../counting-meters.ts';
import { countedEvents } from './aggregation.ts';
import { IS_COUNTED_BY_METER } from './backfill.ts';
import { isCurrent } from './corrections.ts';
import { Constants } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** Common table expressions: `owners` has the given subjects, and those that were merged into each of them. */
export const withMerged = (subjects: readonly string[]): Sql => sql`
  owners as materialized (
    select s.id, own.id as owner from metering.subjects own join metering.subjects s
      on s.id = own.id or s.organization_id = own.organization_id and s.customer_id = own.customer_id
    where own.id = any(${subjects}::uuid[])
  )`;

/** The events of `stored_events` that a meter has counted in the current billing windows of `owners`. */
export const countedInWindows = (meterId: string): Sql => sql`(
  select e.*, owners.owner from owners join stored_events e on e.subject_id = owners.id
  join metering.meters m on m.id = ${meterId}::uuid
  join metering.balances b on b.subject_id = owners.owner and b.meter_id = m.id
  left join metering.merged_windows w on w.subject_id = owners.id and w.meter_id = m.id
  where ${IS_COUNTED_BY_METER} and ${isCurrent})`;

/**
 * The usage of a balance by the events that arrived before a time in its billing window. What arrived later is subtracted; extremes and
 * distinct values are found among the other events, if any arrived later.
 */
export function consumedUntil(
  organizationId: string,
  subjectId: string,
  meter: CountingMeter,
  at: Date,
): RawBuilder<{ consumed: string }> {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const isAdditive = func === 'count' || func === 'sum' || func === 'avg';
  const time = sql`${at.toISOString()}::timestamptz`;
  return sql`
    with ${constants.relation}, ${withMerged([subjectId])},
    stored_events as materialized (
      select e.* from metering.events e where e.organization_id = ${organizationId}::uuid
        and e.subject_id = any(array(select id from owners)) and ${isAdditive ? sql`e.ingested_at >= ${time}` : sql`true`}
    ),
    counted as (${countedEvents([meter], countedInWindows(meter.id), sql`ingested_at >= ${time} as is_later`, constants)}),
    parts as (
      select count(*) filter (where is_later) as events, coalesce(sum(number) filter (where is_later), 0) as total,
        min(number) filter (where not is_later) as lowest, max(number) filter (where not is_later) as highest,
        count(distinct digest) filter (where not is_later) as distinct_values
      from counted
    )
    select metering.consumed(b.func, b.events - parts.events, b.total - parts.total,
      case when parts.events = 0 then b.lowest else parts.lowest end, case when parts.events = 0 then b.highest else parts.highest end,
      case when parts.events = 0 then b.distinct_values else parts.distinct_values end)::text as consumed
    from parts, metering.balances b where b.subject_id = ${subjectId}::uuid and b.meter_id = ${meter.id}::uuid`;
}
