import { type RawBuilder, sql } from 'kysely';

const BATCH = 1000;

/** What events keep: numbers, truth values, and costs. Of a call of a language model, all but its texts. */
const WITHOUT_TEXT = sql`coalesce((
  select jsonb_object_agg(key, case key when '_llm' then value - 'prompt' - 'response' else value end)
  from jsonb_each(metadata) where jsonb_typeof(value) in ('number', 'boolean') or key in ('_cost', '_llm')
), '{}')`;

/** What events about the customer itself keep: the names of the fields that were changed. */
const WITHOUT_CUSTOMER = sql`metadata - '{customer_email,customer_name,customer_external_id}'::text[]
  || case jsonb_typeof(metadata -> 'updated_fields') when 'object' then jsonb_build_object('updated_fields',
    (select coalesce(jsonb_agg(field), '[]') from jsonb_object_keys(metadata -> 'updated_fields') as field)) else '{}' end`;

/** The position of an event in the index by subject: its time and its id, with a space between them. */
type Position = string;
const START: Position = '-infinity 00000000-0000-0000-0000-000000000000';

/** Erases the next events of a subject, in the order of an index. Returns the position of the last one of a full batch. */
export function eraseEventsStatement(subjectId: string, after: Position | null): RawBuilder<{ last: Position | null }> {
  const [time, id] = (after ?? START).split(' ');
  return sql`
  with next as materialized (
    select ingested_at, seq, timestamp, id from metering.events
    where subject_id = ${subjectId}::uuid
      and (timestamp, id) > (${time}::timestamptz, ${id}::uuid)
    order by timestamp, id limit ${sql.lit(BATCH)}
  ),
  erased as (
    update metering.events e set external_member_id = null,
      metadata = case source when 'user' then ${WITHOUT_TEXT} else ${WITHOUT_CUSTOMER} end
    from next
    where e.subject_id = ${subjectId}::uuid and e.timestamp = next.timestamp and e.id = next.id and e.ingested_at = next.ingested_at
      and (e.source = 'user' or e.name like 'customer.%')
  )
  select case count(*) when ${sql.lit(BATCH)} then (
    select to_char(timestamp at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || id from next order by timestamp desc, id desc limit 1
  ) end as last from next`;
}
