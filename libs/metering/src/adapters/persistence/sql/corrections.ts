import { type RawBuilder, sql } from 'kysely';
import type { CountingMeter } from '../counting-meters.ts';
import { countedEvents } from './aggregation.ts';
import { IS_COUNTED_BY_METER, windowStart } from './backfill.ts';
import { BALANCES } from './balances.ts';
import { Constants } from './filter.ts';
import { hasId } from './stored-events.ts';

type Sql = RawBuilder<unknown>;

/** Stored events that are voided, or count again. */
export interface Correction {
  readonly organizationId: string;
  readonly eventIds: readonly string[];
  readonly meters: readonly CountingMeter[];
  readonly isVoided: boolean;
  readonly now: Date;
}

/** A balance whose counters changed, as it was before. Texts keep the precision of the database. */
export interface ChangedCounters {
  readonly subject_id: string;
  readonly meter_id: string;
  readonly consumed: string;
  /** The digests of the values of voided events, for `unique`. */
  readonly digests: readonly string[] | null;
  /** Whether a voided event may have had the only such value. */
  readonly is_counted_again: boolean;
}

/** The events of subjects are those of the subjects that were merged into them, too. */
const OWNER = sql`coalesce(s.merged_into, s.id)`;

/** Whether an event `e` is in the current billing window of a balance `b`, or in that of its merged subject `w`. */
export const isCurrent = sql`(e.ingested_at >= ${windowStart('b', 'w')} and (m.late_events = 'arrival' or e.timestamp >= ${windowStart('b', 'w')}))`;

/**
 * Common table expressions: `counted` has a row for each event and meter that has counted it, with the subject of the balance, and whether
 * the event is in the current billing window.
 */
export function counted({ organizationId, eventIds, meters }: Correction, constants: Constants): Sql {
  const source = sql`(select given_events.*, ${OWNER} as owner from given_events join metering.subjects s on s.id = given_events.subject_id)`;
  return sql`
    ${constants.relation},
    given_events as materialized (
      select e.* from unnest(${eventIds}::uuid[]) as named (id)
      join metering.events e on e.organization_id = ${organizationId}::uuid and ${hasId('e', sql`named.id`)}
    ),
    matched as materialized (${countedEvents(meters, source, sql`subject_id, owner, seq, ingested_at, timestamp`, constants)}),
    counted as materialized (
      select e.meter_id, e.func, e.number, e.digest, e.owner as subject_id, e.timestamp, ${isCurrent} as is_current
      from matched e join metering.meters m on m.id = e.meter_id
      left join metering.balances b on b.subject_id = e.owner and b.meter_id = e.meter_id
      left join metering.merged_windows w on w.subject_id = e.subject_id and w.meter_id = e.meter_id
      where ${IS_COUNTED_BY_METER}
    )`;
}

/** Balances that were never needed while their only events were voided. */
export function insertMissingBalances(correction: Correction): Sql {
  return sql`
    with ${counted(correction, new Constants())}
    insert into metering.balances (subject_id, meter_id, organization_id, func)
    select distinct subject_id, meter_id, ${correction.organizationId}::uuid, func from counted where is_current order by 1, 2
    on conflict do nothing`;
}

/** Subtracts what voided events counted in current billing windows, or adds it again. */
export function addToCounters(correction: Correction): RawBuilder<ChangedCounters> {
  const { isVoided, now } = correction;
  const sign = sql.lit(isVoided ? -1 : 1);
  const extremes = isVoided
    ? sql``
    : sql`lowest = least(b.lowest, sums.lowest), highest = greatest(b.highest, sums.highest),
        distinct_values = b.distinct_values + sums.new_values,`;
  const newValues = isVoided
    ? sql``
    : sql`new_values as (
        insert into metering.distinct_values (subject_id, meter_id, digest)
        select distinct subject_id, meter_id, digest from counted where is_current and digest is not null order by 1, 2, 3
        on conflict do nothing returning subject_id, meter_id
      ),`;
  const numberOfNewValues = isVoided
    ? sql`0`
    : sql`(select count(*) from new_values v where v.subject_id = counted.subject_id and v.meter_id = counted.meter_id)`;
  return sql`
    with ${counted(correction, new Constants())}, ${newValues}
    sums as materialized (
      select subject_id, meter_id, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest,
        array_agg(distinct digest) filter (where digest is not null) as digests, ${numberOfNewValues} as new_values
      from counted where is_current group by 1, 2
    ),
    updated_balances as (
      update metering.balances as b set events = b.events + ${sign} * sums.events, total = b.total + ${sign} * sums.total, ${extremes}
        modified_at = ${now.toISOString()}::timestamptz, is_ranked = false
      from sums where b.subject_id = sums.subject_id and b.meter_id = sums.meter_id
    )
    select b.subject_id, b.meter_id, b.consumed_units::text as consumed, sums.digests,
      b.func = 'unique' or b.func in ('min', 'max') and (sums.lowest <= b.lowest or sums.highest >= b.highest) as is_counted_again
    from sums join ${BALANCES} as b on b.subject_id = sums.subject_id and b.meter_id = sums.meter_id order by 1, 2`;
}

interface CorrectedBalance {
  /** The ids of the customer meter and of its customer; null if the subject is no customer. */
  readonly id: string | null;
  readonly customer_id: string | null;
  readonly meter_id: string;
  readonly units: number;
  readonly consumed_units: number;
  readonly previous_peak: number;
  readonly peak: number;
}

/**
 * The highest use in the billing window falls as much as the use did, so that thresholds which were reached by mistake can be reached
 * again. Use that has grown may reach further ones.
 */
export function correctPeaks(counters: readonly ChangedCounters[]): RawBuilder<CorrectedBalance> {
  return sql`
    with before as materialized (
      select before.*, b.peak, b.customer_meter_id, b.consumed_units as now,
        case when b.consumed_units >= before.consumed then greatest(b.peak, b.consumed_units)
          else greatest(b.consumed_units, b.peak - (before.consumed - b.consumed_units)) end as new_peak
      from unnest(${counters.map(({ subject_id }) => subject_id)}::uuid[], ${counters.map(({ meter_id }) => meter_id)}::uuid[],
        ${counters.map(({ consumed }) => consumed)}::numeric[]) as before (subject_id, meter_id, consumed)
      join ${BALANCES} as b on b.subject_id = before.subject_id and b.meter_id = before.meter_id
    ),
    updated_balances as (
      update metering.balances as b set previous_peak = least(before.peak, new_peak), peak = new_peak
      from before where b.subject_id = before.subject_id and b.meter_id = before.meter_id
    )
    select c.id, c.customer_id, before.meter_id, metering.as_double(before.now - before.consumed) as units,
      metering.as_double(before.now) as consumed_units, metering.as_double(before.peak) as previous_peak,
      metering.as_double(new_peak) as peak
    from before left join metering.customer_meters c on c.id = before.customer_meter_id order by before.subject_id, before.meter_id`;
}
