import { type RawBuilder, sql } from 'kysely';
import { ADDED_OCCURRENCES, OCCURRENCE_COLUMNS, OCCURRENCES } from './event-occurrences.ts';

type Sql = RawBuilder<unknown>;

const MONTH = sql.raw(`date_trunc('month', ingested_at at time zone 'utc')::date`);

/** The start of the quarter of an hour that contains the time of an event. */
export const TIME_BUCKET = sql.raw(`date_bin('15 minutes', timestamp, 'epoch')`);

interface Counts {
  /** Rows of both tables, as JSON, so that they are written as they were read. */
  readonly subjects: string;
  readonly times: string;
}

/** Counts the events that meet a condition. A coordinator of Citus reads events on their nodes, so what is read is written by another statement. */
export const countsOf = (condition: Sql): RawBuilder<Counts> => sql`
  select
    (select coalesce(json_agg(counts), '[]')::text from (
      select organization_id, subject_id, ${MONTH} as month, name, source, ${OCCURRENCES} from metering.events e where ${condition} group by 1, 2, 3, 4, 5
    ) as counts) as subjects,
    (select coalesce(json_agg(counts), '[]')::text from (
      select organization_id, ${TIME_BUCKET} as bucket, ${MONTH} as month, count(*) as occurrences from metering.events e where ${condition} group by 1, 2, 3
    ) as counts) as times`;

export const addCountsOfSubjects = ({ subjects }: Counts): Sql => sql`
  insert into metering.event_counts_of_subjects as n (organization_id, subject_id, month, name, source, ${OCCURRENCE_COLUMNS})
  select organization_id, subject_id, month, name, source, ${OCCURRENCE_COLUMNS} from json_to_recordset(${subjects}::json)
    as counts (organization_id uuid, subject_id uuid, month date, name text, source text, occurrences bigint, child_occurrences bigint,
      first_seen timestamptz, last_seen timestamptz, root_first_seen timestamptz, root_last_seen timestamptz)
  order by 1, 2, 3, 4, 5
  on conflict (organization_id, subject_id, month, name, source) do update set ${ADDED_OCCURRENCES}`;

export const addCountsOfTimes = ({ times }: Counts): Sql => sql`
  insert into metering.event_counts_of_times as n (organization_id, bucket, month, occurrences)
  select organization_id, bucket, month, occurrences from json_to_recordset(${times}::json)
    as counts (organization_id uuid, bucket timestamptz, month date, occurrences bigint)
  order by 1, 2, 3
  on conflict (organization_id, bucket, month) do update set occurrences = n.occurrences + excluded.occurrences`;
