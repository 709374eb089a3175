import { sql } from 'kysely';
import { newEventId } from '../../domain/event-id.ts';
import type { SystemEvent } from '../../domain/usage-event.ts';
import { SHARD } from './sql/accumulate.ts';
import type { Transaction } from './transaction.ts';

type OwnedSystemEvent = Omit<SystemEvent, 'memberId'> & { readonly subjectId: string; readonly memberId?: string | null };

export async function storeSystemEvent(transaction: Transaction, event: OwnedSystemEvent, now: Date): Promise<void> {
  const { organizationId, subjectId, customerId, memberId = null, name, timestamp, metadata } = event;
  const at = sql`${timestamp.toISOString()}::timestamptz`;
  await transaction.rows(sql`
    with inserted_events as (
      insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id, member_id, metadata)
      values (${newEventId(now)}, ${organizationId}, ${now.toISOString()}, ${at}, 'system', ${name}, ${subjectId}, ${customerId}, ${memberId},
        ${JSON.stringify(metadata)}::jsonb)
      returning id, organization_id, ingested_at, seq
    ),
    inserted_ids as (
      insert into metering.event_ids (id, organization_id, ingested_at, seq) select id, organization_id, ingested_at, seq from inserted_events
    )
    insert into metering.event_names as n (organization_id, name, source, shard, occurrences, first_seen, last_seen)
    values (${organizationId}, ${name}, 'system', ${SHARD}, 1, ${at}, ${at})
    on conflict (organization_id, name, source, shard) do update set occurrences = n.occurrences + 1,
      first_seen = least(n.first_seen, excluded.first_seen), last_seen = greatest(n.last_seen, excluded.last_seen)`);
}
