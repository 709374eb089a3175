import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import { anyOf, type Interval, intervalStarts, metadataMatches } from '#engine/persistence';
import { type StoredMeterDefinition, countedEvents } from '../adapters/persistence/sql/aggregation.ts';
import { IS_IN_BACKFILL } from '../adapters/persistence/sql/backfill.ts';
import { Constants } from '../adapters/persistence/sql/filter.ts';
import { isNotCounted } from './counted-events.ts';
import { subjectsFor, externalIdCondition } from './event-conditions.ts';

type Sql = RawBuilder<unknown>;

export const FUNCTIONS = ['count', 'sum', 'max', 'min', 'avg', 'unique'] as const;

export interface QuantityQuery {
  readonly start_timestamp: Date;
  readonly end_timestamp: Date;
  readonly interval: Interval;
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
const BUCKET_SIZE = sql.raw(`'15 minutes'`);
const LARGEST_NUMBER = sql.raw(`9223372036854775807`);

/** The starts of all intervals; the first interval is the one that contains the start of the range. */
const intervals = ({
  start_timestamp: start,
  end_timestamp: end,
  interval,
  timezone,
}: QuantityQuery): Sql => sql`interval_starts as materialized (${intervalStarts(at(start), at(end), interval, timezone)}),
  intervals as materialized (select array_agg(distinct start order by start) as starts from interval_starts
    where start >= (select max(start) from interval_starts where start <= ${at(start)}))`;

/** The number of the interval that contains a time, from 1. */
const intervalOf = (time: string): Sql => sql`width_bucket(${sql.ref(time)}, (select starts from intervals))`;

const consumed = (func: string): Sql => sql`metering.consumed(${sql.lit(func)}, events, total, lowest, highest, distinct_values)`;

/** One row for each interval, including empty ones, and a row without a start for the total. */
const resultRows = (quantities: Sql): RawBuilder<unknown> => sql`
  select to_char(start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start, metering.as_double(coalesce(quantity, 0)) as quantity
  from (select start, number from intervals, unnest(starts) with ordinality as numbered (start, number)) as numbered
  left join (${quantities}) as quantities on interval_number = number
  union all
  select null, metering.as_double(coalesce((select quantity from (${quantities}) as quantities where interval_number is null), 0))
  order by 1 nulls last`;

/** Selects the events of `source` that the meter counts. */
function meterEvents(meter: StoredMeterDefinition, source: Sql, constants: Constants): Sql {
  return countedEvents([meter], source, sql`subject_id, timestamp`, constants);
}

/** No event is ingested before it happens, so the condition on `ingested_at` skips older partitions. */
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
  ) as backfill cross join lateral (
    select * from metering.events e where ${between(organizationId, from, to)} and ${IS_IN_BACKFILL} offset 0
  ) as e`;

/** The usage bucket that contains the end of the range is used as a whole if no events follow in it, as in a range up to now. */
const wholeBucketsEnd = (organizationId: string, end: Sql): Sql => sql`
  whole_buckets_end as materialized (
    select case when bucket < ${end} and not exists (
      select from metering.events e where ${between(organizationId, end, sql`bucket + interval '15 minutes'`)}
    ) then bucket + interval '15 minutes' else bucket end as at
    from date_bin(${BUCKET_SIZE}, ${end}, 'epoch') as bucket
  )`;

interface Bounds {
  readonly start: Sql;
  readonly end: Sql;
  /** The whole buckets of a range, from the first one to before `bucketsEnd`. */
  readonly firstBucket: Sql;
  readonly bucketsEnd: Sql;
}

function boundsOf(query: QuantityQuery): Bounds {
  const start = at(query.start_timestamp);
  const firstBucket = sql`date_bin(${BUCKET_SIZE}, ${start} + interval '15 minutes' - interval '1 millisecond', 'epoch')`;
  const bucketsEnd = sql`greatest(${firstBucket}, (select at from whole_buckets_end))`;
  return { start, end: justAfter(query.end_timestamp), firstBucket, bucketsEnd };
}

/** Uses usage buckets. Events in the partial buckets at both ends of the range, and events not yet counted, are read one by one. */
export function fromBuckets(meter: StoredMeterDefinition, organizationId: string, query: QuantityQuery): Sql {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const { start, end, firstBucket, bucketsEnd } = boundsOf(query);
  const uncoveredEvents = sql`(
    select * from metering.events e where ${between(organizationId, start, sql`least(${firstBucket}, ${end})`)}
    union all
    select * from metering.events e where ${between(organizationId, bucketsEnd, end)}
    union all
    ${uncounted(meter.id, organizationId, firstBucket, bucketsEnd)})`;
  const quantities = sql`
    select interval_number, ${consumed(func)} as quantity from (
      select interval_number, sum(events)::bigint as events, sum(total) as total, min(lowest) as lowest, max(highest) as highest, 0::bigint as distinct_values
      from (
        select ${intervalOf('usage_buckets.bucket')} as interval_number, events, total, lowest, highest from metering.usage_buckets
        where meter_id = ${meter.id}::uuid and usage_buckets.bucket >= ${firstBucket} and usage_buckets.bucket < ${bucketsEnd}
        union all
        select ${intervalOf('timestamp')}, 1, coalesce(number, 0), number, number from uncovered_events
      ) as parts group by grouping sets ((interval_number), ())
    ) as states`;
  return sql`with ${constants.relation}, ${intervals(query)}, ${wholeBucketsEnd(organizationId, end)},
    uncovered_events as materialized (${meterEvents(meter, uncoveredEvents, constants)}), quantities as materialized (${quantities}) ${resultRows(sql`select * from quantities`)}`;
}

/** What is counted of subjects. */
export interface SubjectUsage {
  /** Undefined for all subjects. */
  readonly subjects: readonly string[] | undefined;
  /** The position up to which events are counted. */
  readonly countedTo: string;
}

/** The same from the usage of subjects, per customer first if customers are measured separately. */
export function fromSubjects(
  meter: StoredMeterDefinition,
  organizationId: string,
  query: QuantityQuery,
  { subjects, countedTo }: SubjectUsage,
): Sql {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const { customer_aggregation_function: customerFunction } = query;
  const { start, end, firstBucket, bucketsEnd } = boundsOf(query);
  const isOfSubject = (table: string): Sql => (subjects ? anyOf(`${table}.subject_id`, subjects) : sql`true`);
  const events = (from: Sql, to: Sql, condition: Sql = sql`true`): Sql =>
    sql`select * from metering.events e where ${between(organizationId, from, to)} and ${isOfSubject('e')} and ${condition}`;
  const uncoveredEvents = sql`(${sql.join(
    [
      events(start, sql`least(${firstBucket}, ${end})`),
      events(bucketsEnd, end),
      events(firstBucket, bucketsEnd, isNotCounted(countedTo)),
    ],
    sql` union all `,
  )})`;
  const customer = customerFunction ? sql`, coalesce(s.merged_into, s.id)` : sql``;
  const ownerJoin = customerFunction ? sql`join metering.subjects s on s.id = subject_id` : sql``;
  const customerColumn = customerFunction ? sql`, customer` : sql``;
  return sql`with ${constants.relation}, ${intervals(query)}, ${wholeBucketsEnd(organizationId, end)},
    uncovered_events as materialized (${meterEvents(meter, uncoveredEvents, constants)}),
    measured as (
      select ${intervalOf('u.bucket')} as interval_number, subject_id, events, total, lowest, highest from metering.usage_of_subjects u
      where u.organization_id = ${organizationId}::uuid and u.meter_id = ${meter.id}::uuid and ${isOfSubject('u')}
        and u.bucket >= ${firstBucket} and u.bucket < ${bucketsEnd}
      union all
      select ${intervalOf('timestamp')}, subject_id, 1, coalesce(number, 0), number, number from uncovered_events
    ),
    parts as materialized (
      select interval_number ${customerFunction ? sql`${customer} as customer` : sql``}, sum(events)::bigint as events, sum(total) as total, min(lowest) as lowest, max(highest) as highest
      from measured ${ownerJoin} group by interval_number ${customer}
    ),
    ${statesOfParts(customerColumn)},
    quantities as materialized (${customerFunction ? combined(func, customerFunction) : sql`select interval_number, ${consumed(func)} as quantity from states`})
    ${resultRows(sql`select * from quantities`)}`;
}

/**
 * Aggregates single events, per customer first if customers are measured separately. A merged subject belongs to the customer.
 */
export function fromEvents(meter: StoredMeterDefinition, organizationId: string, query: QuantityQuery): Sql {
  const constants = new Constants();
  const { func } = meter.aggregation;
  const { metadata, customer_aggregation_function: customerFunction } = query;
  const subjects = subjectsFor([organizationId], query);
  const conditions = [
    between(organizationId, at(query.start_timestamp), justAfter(query.end_timestamp)),
    ...(subjects ? [externalIdCondition(query, 'selected')] : []),
    ...(metadata ? [metadataMatches(metadata, 'e.metadata')] : []),
  ];
  const subjectJoin = subjects ? sql`join (${subjects}) as selected on selected.id = e.subject_id` : sql``;
  const source = sql`(select e.* from metering.events e ${subjectJoin} where ${sql.join(conditions, sql` and `)})`;
  const customerColumn = customerFunction ? sql`, coalesce(s.merged_into, s.id) as customer` : sql``;
  const ownerJoin = customerFunction ? sql`join metering.subjects s on s.id = subject_id` : sql``;
  const states = func === 'unique' ? distinctValueStates : numberStates;
  return sql`with ${constants.inlined}, ${intervals(query)},
    measured_events as (select ${intervalOf('timestamp')} as interval_number, number, digest ${customerColumn} from (${meterEvents(meter, source, constants)}) as e ${ownerJoin}),
    ${states(customerFunction ? sql`, customer` : sql``)},
    quantities as materialized (${customerFunction ? combined(func, customerFunction) : sql`select interval_number, ${consumed(func)} as quantity from states`})
    ${resultRows(sql`select * from quantities`)}`;
}

/** Aggregation states of each interval and of the total, per customer if customers are measured separately. */
const numberStates = (customer: Sql): Sql => sql`
  parts as materialized (
    select interval_number ${customer}, count(*) as events, coalesce(sum(number), 0) as total, min(number) as lowest, max(number) as highest
    from measured_events group by interval_number ${customer}
  ),
  ${statesOfParts(customer)}`;

/** The same from the parts of the intervals. */
const statesOfParts = (customer: Sql): Sql => sql`
  states as (
    select interval_number ${customer}, events, total, lowest, highest, 0::bigint as distinct_values from parts
    union all
    select null ${customer}, sum(events)::bigint, sum(total), min(lowest), max(highest), 0 from parts group by () ${customer}
  )`;

/** States for distinct values: a value counts once in each interval, and once in the total. */
const distinctValueStates = (customer: Sql): Sql => sql`
  parts as materialized (select interval_number, digest ${customer} from measured_events group by interval_number, digest ${customer}),
  states as (
    select interval_number ${customer}, 0::bigint as events, 0::numeric as total, null::numeric as lowest, null::numeric as highest, count(*) as distinct_values
    from parts group by interval_number ${customer}
    union all
    select null ${customer}, 0, 0, null, null, count(*) from (select digest ${customer} from parts group by digest ${customer}) as distinct_digests
    group by () ${customer}
  )`;

/** Applies the function of the meter per customer, then `customerFunction` to the results. */
const combined = (func: string, customerFunction: string): Sql => sql`
  select interval_number, ${consumed(customerFunction)} as quantity from (
    select interval_number, count(*) as events, sum(quantity) as total, min(quantity) as lowest, max(quantity) as highest, count(distinct quantity) as distinct_values
    from (select interval_number, ${consumed(func)} as quantity from states) as customers group by interval_number
  ) as all_customers`;
