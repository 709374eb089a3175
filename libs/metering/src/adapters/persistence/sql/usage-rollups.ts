import { type RawBuilder, sql } from 'kysely';
import { MONTH, TIME_BUCKET } from './event-counts.ts';

type Sql = RawBuilder<unknown>;

/** The cost of an event in cents; null if it has none. */
const COST = sql.raw(
  `case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end`,
);

/** Adds the ingested events that meet a condition and are not voided to what metrics add up. */
export const addToRollups = (condition: Sql): Sql =>
  addTimes(sql`metering.events e where ${condition} and e.source = 'user' and e.voided_at is null`, 1);

/**
 * Adds or, with -1, subtracts ingested events, of which `events` are a table `e` and its conditions. They are grouped once, by the day of
 * their arrival, which is cheaper to find than the month.
 */
export const addTimes = (events: Sql, times: 1 | -1): Sql => sql`
  with counted as materialized (
    select e.organization_id, e.subject_id, ${TIME_BUCKET} as timestamp, date_bin('1 day', e.ingested_at, 'epoch') as ingested_at,
      count(*) as events, sum(${COST}) as cost
    from ${events} group by 1, 2, 3, 4
  ),
  costs as (
    insert into metering.cost_rollups as c (organization_id, bucket, month, cost)
    select organization_id, timestamp, ${MONTH}, sum(cost) * ${sql.lit(times)} from counted where cost is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, bucket, month) do update set cost = c.cost + excluded.cost
  )
  insert into metering.active_days as a (organization_id, day, subject_id, month, events)
  select organization_id, (timestamp at time zone 'utc')::date, subject_id, ${MONTH}, sum(events) * ${sql.lit(times)} from counted
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organization_id, day, subject_id, month) do update set events = a.events + excluded.events`;
