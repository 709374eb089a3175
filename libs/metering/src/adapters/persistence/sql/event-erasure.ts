import { type RawBuilder, sql } from 'kysely';

const BATCH = 1000;

/** The position of an event in the index by subject: its time and its id, with a space between them. */
type Position = string;
const START: Position = '-infinity 00000000-0000-0000-0000-000000000000';

/** Erases the next events of a subject, in the order of an index. Returns the position of the last one of a full batch. */
export function eraseEventsStatement(
  organizationId: string,
  subjectId: string,
  after: Position | null,
): RawBuilder<{ last: Position | null }> {
  const [time, id] = (after ?? START).split(' ');
  return sql`
  with next as materialized (
    select ingested_at, seq, timestamp, id from metering.events
    where organization_id = ${organizationId}::uuid and subject_id = ${subjectId}::uuid
      and (timestamp, id) > (${time}::timestamptz, ${id}::uuid)
    order by timestamp, id limit ${sql.lit(BATCH)}
  ),
  erased as (
    update metering.events e set external_member_id = null, metadata = metering.erased_metadata(source, metadata)
    from next
    where e.organization_id = ${organizationId}::uuid and e.subject_id = ${subjectId}::uuid and e.timestamp = next.timestamp and e.id = next.id and e.ingested_at = next.ingested_at
      and (e.source = 'user' or e.name like 'customer.%')
  )
  select case count(*) when ${sql.lit(BATCH)} then (
    select to_char(timestamp at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || id from next order by timestamp desc, id desc limit 1
  ) end as last from next`;
}
