import { type RawBuilder, sql } from 'kysely';
import { MONTH, TIME_BUCKET } from './event-counts.ts';

type Sql = RawBuilder<unknown>;

/** The cost of an event `e` in cents; null if it has none. */
const COST = sql.raw(
  `case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end`,
);

/** The events `e` that metrics count. */
const IS_INGESTED = sql`e.source = 'user' and e.voided_at is null`;

/** Adds the costs and users of events that meet a condition and are not voided. */
export const addUsage = (condition: Sql): readonly Sql[] =>
  addTimes(sql`metering.events e where ${condition} and ${IS_INGESTED}`, 1);

/** Adds or, with -1, subtracts events, of which `events` is a table `e` with its conditions. */
export const addTimes = (events: Sql, times: 1 | -1): readonly Sql[] => [
  sql`insert into metering.cost_rollups as c (organization_id, bucket, month, cost)
    select e.organization_id, ${TIME_BUCKET}, ${MONTH}, sum(${COST}) * ${sql.lit(times)} from ${events} and ${COST} is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, bucket, month) do update set cost = c.cost + excluded.cost`,
  sql`insert into metering.active_days as a (organization_id, day, subject_id, month, events)
    select e.organization_id, (timestamp at time zone 'utc')::date, subject_id, ${MONTH}, count(*) * ${sql.lit(times)} from ${events}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, day, subject_id, month) do update set events = a.events + excluded.events`,
];

/** The tables of sums by organization and month of arrival. */
export const SUMS = [sql.raw('metering.cost_rollups'), sql.raw('metering.active_days')] as const;
