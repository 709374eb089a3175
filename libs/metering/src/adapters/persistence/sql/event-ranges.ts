import { type RawBuilder, sql } from 'kysely';
import type { EventRecord } from '../../../domain/event-sink.ts';

const MAX_EVENTS = 5_000;
/** The most metadata of a range, as text. One event is always in a range. */
const MAX_BYTES = 4 * 1024 * 1024;

const TIME = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/** The end of a range that begins after a position; null if no event follows up to `last`. */
export const endOfRange = (after: string, last: string): RawBuilder<{ to: string | null }> => sql`
  select max(seq)::text as to from (
    select seq, row_number() over position as nth, sum(bytes) over position as bytes from (
      select seq, octet_length(metadata::text) as bytes from metering.events where seq > ${after}::bigint and seq <= ${last}::bigint order by seq limit ${sql.lit(MAX_EVENTS)}
    ) as next window position as (order by seq)
  ) as sized where nth = 1 or bytes <= ${sql.lit(MAX_BYTES)}`;

export const eventsOfRange = (after: string, to: string): RawBuilder<EventRecord> => sql`
  select e.seq::text as seq, id, organization_id, to_char(ingested_at at time zone 'utc', ${TIME}) as ingested_at,
    to_char(timestamp at time zone 'utc', ${TIME}) as timestamp, source, name, customer_id, external_customer_id, member_id,
    external_member_id, external_id, parent, metadata::text
  from metering.events e where e.seq > ${after}::bigint and e.seq <= ${to}::bigint order by e.seq`;
