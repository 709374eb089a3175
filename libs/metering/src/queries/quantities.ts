import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import { metadataMatches } from '#platform/persistence';
import { type StoredMeterDefinition, countedEvents } from '../adapters/persistence/sql/aggregation.ts';
import { IS_IN_BACKFILL } from '../adapters/persistence/sql/backfill.ts';
import { Constants } from '../adapters/persistence/sql/filter.ts';
import { subjectsFor, externalIdCondition } from './event-conditions.ts';

type Sql = RawBuilder<unknown>;

export const INTERVALS = ['hour', 'day', 'week', 'month', 'year'] as const;
export const FUNCTIONS = ['count', 'sum', 'max', 'min', 'avg', 'unique'] as const;

export interface QuantityQuery {
  readonly start_timestamp: Date;
  readonly end_timestamp: Date;
  readonly interval: (typeof INTERVALS)[number];
  readonly timezone: string;
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  /** If set, each customer is measured separately, and this function aggregates the results. */
  readonly customer_aggregation_function?: (typeof FUNCTIONS)[number];
  readonly metadata?: MetadataFilter;
}

const at = (time: Date): Sql => sql`${time.toISOString()}::timestamptz`;
/** Ranges include their end. The database adds the millisecond, because it accepts years of five digits. */
const justAfter = (time: Date): Sql => sql`(${at(time)} + interval '1 millisecond')`;
const BUCKET = sql.raw(`'15 minutes'`);
/** The largest amount by which a clock was ever set back since the earliest time that can be queried. */
const FURTHEST_BACK = sql.raw(`interval '6 hours'`);
const LARGEST_NUMBER = sql.raw(`9223372036854775807`);

/**
 * The start of each bucket in the calendar of the time zone. Hours are elapsed hours, so the hour repeated by the end of daylight
 * saving time occurs twice. A day starts when the local clock first shows it: at the first of two midnights, or when the clock is
 * set forward over midnight. All changes of clocks are multiples of 15 minutes.
 */
function starts({ start_timestamp: start, end_timestamp: end, interval, timezone }: QuantityQuery): Sql {
  if (interval === 'hour') {
    const hourOf = (moment: Sql): Sql => sql`date_trunc('hour', ${moment}, ${timezone})`;
    return sql`select moment as start
      from generate_series(date_bin(${BUCKET}, ${at(start)}, 'epoch') - interval '1 hour', ${at(end)}, ${BUCKET}) as moment
      where ${hourOf(sql`moment`)} <> ${hourOf(sql`moment - interval ${BUCKET}`)}`;
  }
  const local = (time: Date): Sql => sql`date_trunc(${sql.lit(interval)}, ${at(time)} at time zone ${timezone})`;
  return sql`select (
      select min(moment) from generate_series(latest - ${FURTHEST_BACK}, latest, ${BUCKET}) as moment where moment at time zone ${timezone} >= local
    ) as start
    from generate_series(${local(start)}, ${local(end)}, ${sql.lit(`1 ${interval}`)}::interval) as local,
      lateral (select local at time zone ${timezone} as latest) as shown`;
}

/** The start of every bucket; the first bucket is the one that contains the start of the range. */
const buckets = (asked: QuantityQuery): Sql => sql`begun as materialized (${starts(asked)}),
  buckets as materialized (select array_agg(distinct start order by start) as starts from begun
    where start >= (select max(start) from begun where start <= ${at(asked.start_timestamp)}))`;

/** The number of the bucket that contains a time, from 1. */
const bucketOf = (time: string): Sql => sql`width_bucket(${sql.ref(time)}, (select starts from buckets))`;

const comesTo = (func: string): Sql => sql`metering.consumed(${sql.lit(func)}, events, total, lowest, highest, distinct_values)`;

/** One row for each bucket, including empty ones, and a row without a bucket for the total. */
const answer = (measured: Sql): RawBuilder<unknown> => sql`
  select to_char(start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as bucket, metering.as_double(coalesce(quantity, 0)) as quantity
  from (select start, number from buckets, unnest(starts) with ordinality as every (start, number)) as every
  left join (${measured}) as measured on bucket = number
  union all
  select null, metering.as_double(coalesce((select quantity from (${measured}) as measured where bucket is null), 0))
  order by 1 nulls last`;

/** The events that the meter counts among those of the source. */
function events(meter: StoredMeterDefinition, source: Sql, constants: Constants): Sql {
  return countedEvents([meter], source, sql`subject_id, timestamp`, constants);
}

/** Events are ingested after they happen, so the condition on `ingested_at` skips older partitions. */
const between = (organizationId: string, from: Sql, to: Sql): Sql =>
  sql`e.organization_id = ${organizationId}::uuid and e.timestamp >= ${from} and e.timestamp < ${to} and e.ingested_at >= ${from}`;

/**
 * The events in a time range that the meter has not counted yet: those in its backfills, and all since it was archived. `offset 0`
 * keeps the planner from scanning events if there are none.
 */
const uncounted = (meterId: string, organizationId: string, from: Sql, to: Sql): Sql => sql`
  select e.* from (
    select after_seq, to_seq, cursor_at, cursor_seq from metering.backfills where meter_id = ${meterId}::uuid
    union all
    select counted_to, ${LARGEST_NUMBER}, '-infinity', 0 from metering.meters where id = ${meterId}::uuid and archived_at is not null
  ) as g cross join lateral (
    select * from metering.events e where ${between(organizationId, from, to)} and ${IS_IN_BACKFILL} offset 0
  ) as e`;

/** The 15-minute total that contains the end of the range is used whole if no events follow in it, as in a range up to now. */
const ending = (organizationId: string, end: Sql): Sql => sql`
  ending as materialized (
    select case when bucket < ${end} and not exists (
      select from metering.events e where ${between(organizationId, end, sql`bucket + interval '15 minutes'`)}
    ) then bucket + interval '15 minutes' else bucket end as whole_until
    from date_bin(${BUCKET}, ${end}, 'epoch') as bucket
  )`;

/**
 * Uses stored 15-minute totals; the partial intervals at both ends of the range and events not yet counted are read as events.
 */
export function fromBuckets(meter: StoredMeterDefinition, organizationId: string, asked: QuantityQuery): Sql {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const start = at(asked.start_timestamp);
  const end = justAfter(asked.end_timestamp);
  const firstWhole = sql`date_bin(${BUCKET}, ${start} + interval '15 minutes' - interval '1 millisecond', 'epoch')`;
  const lastWhole = sql`greatest(${firstWhole}, (select whole_until from ending))`;
  const loose = sql`(
    select * from metering.events e where ${between(organizationId, start, sql`least(${firstWhole}, ${end})`)}
    union all
    select * from metering.events e where ${between(organizationId, lastWhole, end)}
    union all
    ${uncounted(meter.id, organizationId, firstWhole, lastWhole)})`;
  const measured = sql`
    select bucket, ${comesTo(func)} as quantity from (
      select bucket, sum(events)::bigint as events, sum(total) as total, min(lowest) as lowest, max(highest) as highest, 0::bigint as distinct_values
      from (
        select ${bucketOf('usage_buckets.bucket')} as bucket, events, total, lowest, highest from metering.usage_buckets
        where meter_id = ${meter.id}::uuid and usage_buckets.bucket >= ${firstWhole} and usage_buckets.bucket < ${lastWhole}
        union all
        select ${bucketOf('timestamp')}, 1, coalesce(number, 0), number, number from loose
      ) as parts group by grouping sets ((bucket), ())
    ) as states`;
  return sql`with ${constants.relation}, ${buckets(asked)}, ${ending(organizationId, end)},
    loose as materialized (${events(meter, loose, constants)}), measured as materialized (${measured}) ${answer(sql`select * from measured`)}`;
}

/**
 * Aggregates single events, per customer first if customers are measured separately. A merged subject belongs to the customer.
 */
export function fromEvents(meter: StoredMeterDefinition, organizationId: string, asked: QuantityQuery): Sql {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const { metadata, customer_aggregation_function: together } = asked;
  const subjects = subjectsFor([organizationId], asked);
  const conditions = [
    between(organizationId, at(asked.start_timestamp), justAfter(asked.end_timestamp)),
    ...(subjects ? [externalIdCondition(asked, 'meant')] : []),
    ...(metadata ? [metadataMatches(metadata, 'e.metadata')] : []),
  ];
  const whom = subjects ? sql`join (${subjects}) as meant on meant.id = e.subject_id` : sql``;
  const source = sql`(select e.* from metering.events e ${whom} where ${sql.join(conditions, sql` and `)})`;
  const each = together ? sql`, coalesce(s.merged_into, s.id) as customer` : sql``;
  const whose = together ? sql`join metering.subjects s on s.id = subject_id` : sql``;
  const states = func === 'unique' ? distinctStates : addedStates;
  return sql`with ${constants.inlined}, ${buckets(asked)},
    found as (select ${bucketOf('timestamp')} as bucket, number, digest ${each} from (${events(meter, source, constants)}) as e ${whose}),
    ${states(together ? sql`, customer` : sql``)},
    measured as materialized (${together ? combined(func, together) : sql`select bucket, ${comesTo(func)} as quantity from states`})
    ${answer(sql`select * from measured`)}`;
}

/** Aggregation states of each bucket and of the total, per customer if customers are measured separately. */
const addedStates = (customer: Sql): Sql => sql`
  parts as materialized (
    select bucket ${customer}, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest
    from found group by bucket ${customer}
  ),
  states as (
    select bucket ${customer}, events, total, lowest, highest, 0::bigint as distinct_values from parts
    union all
    select null ${customer}, sum(events)::bigint, sum(total), min(lowest), max(highest), 0 from parts group by () ${customer}
  )`;

/** States for distinct values: a value counts once in each bucket, and once in the total. */
const distinctStates = (customer: Sql): Sql => sql`
  parts as materialized (select bucket, digest ${customer} from found group by bucket, digest ${customer}),
  states as (
    select bucket ${customer}, 0::bigint as events, 0::numeric as total, null::numeric as lowest, null::numeric as highest, count(*) as distinct_values
    from parts group by bucket ${customer}
    union all
    select null ${customer}, 0, 0, null, null, count(*) from (select digest ${customer} from parts group by digest ${customer}) as every
    group by () ${customer}
  )`;

const combined = (func: string, together: string): Sql => sql`
  select bucket, ${comesTo(together)} as quantity from (
    select bucket, count(*) as events, sum(each) as total, min(each) as lowest, max(each) as highest, count(distinct each) as distinct_values
    from (select bucket, ${comesTo(func)} as each from states) as customers group by bucket
  ) as all_customers`;
