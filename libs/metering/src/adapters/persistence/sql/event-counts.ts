import { type RawBuilder, sql } from 'kysely';
import { ADDED_OCCURRENCES, OCCURRENCE_COLUMNS, OCCURRENCES, SUMMED_OCCURRENCES } from './event-occurrences.ts';

type Sql = RawBuilder<unknown>;

/** The first day of the month in which an event arrived. */
export const MONTH = sql.raw(`date_trunc('month', ingested_at at time zone 'utc')::date`);

/** The day on which an event arrived, in UTC. */
export const DAY = sql.raw(`(ingested_at at time zone 'utc')::date`);

/** The start of the quarter of an hour that contains the time of an event. */
export const TIME_BUCKET = sql.raw(`date_bin('15 minutes', timestamp, 'epoch')`);

/** The condition that an event `e` arrived in a month. */
export const arrivedIn = (month: string): Sql => sql`(e.ingested_at >= ${month}::timestamp at time zone 'utc'
  and e.ingested_at < (${month}::timestamp + interval '1 month') at time zone 'utc')`;

/** What else becomes of the groups of events that are counted: their further columns, and statements that read them from `counted`. */
export interface Further {
  readonly columns: Sql;
  readonly statements: Sql;
}

/**
 * Adds the events that meet a condition to the counts of their subjects and of their times. Returns whose events they are and
 * where they are stored. Events are grouped once, by the day of their arrival, which is cheaper to find than the month.
 */
export const addToCounts = (
  condition: Sql,
  further?: Further,
): RawBuilder<{ readonly organization_id: string; readonly partition: string }> => sql`
  with counted as materialized (
    select organization_id, subject_id, date_bin('1 day', ingested_at, 'epoch') as ingested_at, name, source, ${TIME_BUCKET} as bucket,
      tableoid as partition, ${OCCURRENCES}${further ? sql`, ${further.columns}` : sql``}
    from metering.events e where ${condition} group by 1, 2, 3, 4, 5, 6, 7
  ),
  of_subjects as (
    insert into metering.event_counts_of_subjects as n (organization_id, subject_id, month, name, source, ${OCCURRENCE_COLUMNS})
    select organization_id, subject_id, ${MONTH}, name, source, ${SUMMED_OCCURRENCES} from counted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (organization_id, subject_id, month, name, source) do update set ${ADDED_OCCURRENCES}
  ),
  of_times as (
    insert into metering.event_counts_of_times as n (organization_id, bucket, month, occurrences)
    select organization_id, bucket, ${MONTH}, sum(occurrences) from counted group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, bucket, month) do update set occurrences = n.occurrences + excluded.occurrences
  )${further ? sql`, ${further.statements}` : sql``}
  select distinct organization_id, partition::regclass::text as partition from counted`;
