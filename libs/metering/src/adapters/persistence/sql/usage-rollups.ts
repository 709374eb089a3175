import { type RawBuilder, sql } from 'kysely';
import { type Further, MONTH, TIME_BUCKET } from './event-counts.ts';

type Sql = RawBuilder<unknown>;

/** The cost of an event in cents; null if it has none. */
const COST = sql.raw(
  `case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end`,
);

const COLUMNS = sql`count(*) filter (where e.voided_at is null) as events, sum(${COST}) filter (where e.voided_at is null) as cost`;

/** Adds or, with -1, subtracts groups of events. */
const added = (groups: Sql, times: 1 | -1): Sql => sql`
  costs as (
    insert into metering.cost_rollups as c (organization_id, bucket, month, cost)
    select organization_id, bucket, ${MONTH}, sum(cost) * ${sql.lit(times)} from ${groups} where cost is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, bucket, month) do update set cost = c.cost + excluded.cost
  ),
  days as (
    insert into metering.active_days as a (organization_id, day, subject_id, month, events)
    select organization_id, (bucket at time zone 'utc')::date, subject_id, ${MONTH}, sum(events) * ${sql.lit(times)} from ${groups}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, day, subject_id, month) do update set events = a.events + excluded.events
  )`;

/** Adds what is counted to what metrics add up, in the same statement: the ingested events that are not voided. */
export const WITH_ROLLUPS: Further = {
  columns: COLUMNS,
  statements: added(sql`(select * from counted where source = 'user' and events > 0) as ingested`, 1),
};

/** Adds the ingested events that meet a condition and are not voided to what metrics add up. */
export const addToRollups = (condition: Sql): Sql =>
  addTimes(sql`metering.events e where ${condition} and e.source = 'user' and e.voided_at is null`, 1);

/**
 * Adds or, with -1, subtracts ingested events, of which `events` are a table `e` and its conditions. They are grouped once, by the day of
 * their arrival, which is cheaper to find than the month.
 */
export const addTimes = (events: Sql, times: 1 | -1): Sql => sql`
  with counted as materialized (
    select e.organization_id, e.subject_id, ${TIME_BUCKET} as bucket, date_bin('1 day', e.ingested_at, 'epoch') as ingested_at,
      count(*) as events, sum(${COST}) as cost
    from ${events} group by 1, 2, 3, 4
  ), ${added(sql`counted`, times)}
  select count(*) from counted`;
