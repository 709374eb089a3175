import { type RawBuilder, sql } from 'kysely';
import { newEventId, type SystemEvent } from '../../domain/usage-event.ts';
import { SHARD } from './sql/accumulate.ts';
import { ADDED_OCCURRENCES, OCCURRENCE_COLUMNS, OCCURRENCES } from './sql/event-occurrences.ts';
import type { Statements } from './counting-transaction.ts';

export type OwnedSystemEvent = Omit<SystemEvent, 'memberId'> & { readonly subjectId: string; readonly memberId?: string | null };

export async function storeSystemEvent(transaction: Statements, event: OwnedSystemEvent, now: Date): Promise<void> {
  await transaction.rows(systemEventsStatement([{ ...event, now }]));
}

/** Stores any number of system events, of several organizations, each at the time of its own. Counters are changed in the order of their keys to avoid deadlocks. */
export function systemEventsStatement(events: readonly (OwnedSystemEvent & { readonly now: Date })[]): RawBuilder<unknown> {
  return sql`
    with given as (
      select * from unnest(
        ${events.map(({ now }) => newEventId(now))}::uuid[], ${events.map(({ organizationId }) => organizationId)}::uuid[],
        ${events.map(({ timestamp }) => timestamp.toISOString())}::timestamptz[], ${events.map(({ name }) => name)}::text[],
        ${events.map(({ subjectId }) => subjectId)}::uuid[], ${events.map(({ customerId }) => customerId)}::uuid[],
        ${events.map(({ memberId }) => memberId ?? null)}::uuid[], ${events.map(({ metadata }) => JSON.stringify(metadata))}::jsonb[],
        ${events.map(({ now }) => now.toISOString())}::timestamptz[]
      ) as e (id, organization_id, timestamp, name, subject_id, customer_id, member_id, metadata, ingested_at)
    ),
    inserted_events as (
      insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id, member_id, metadata)
      select id, organization_id, ingested_at, timestamp, 'system', name, subject_id, customer_id, member_id, metadata from given
    )
    insert into metering.event_names as n (organization_id, name, source, shard, ${OCCURRENCE_COLUMNS})
    select organization_id, name, 'system', ${SHARD}, ${OCCURRENCES} from (select given.*, null::text as parent from given) as given
    group by 1, 2 order by 1, 2
    on conflict (organization_id, name, source, shard) do update set ${ADDED_OCCURRENCES}`;
}
