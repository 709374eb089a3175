import { type RawBuilder, sql } from 'kysely';
import { newId } from '#kernel';
import type { PendingEvent } from '../../domain/event-log.ts';
import type { Message } from '../../domain/message-format.ts';

export const HAS_FILTERS = sql`(e.product_ids is not null or e.benefit_ids is not null)`;

/** The endpoint e wants the event p. An event that is about nothing, or of which that is not known, passes no filter. */
export const WANTED = sql`p.type = any(e.events)
  and (not ${HAS_FILTERS} or p.product_ids && e.product_ids or p.benefit_ids && e.benefit_ids)`;

/** An array of PostgreSQL as text: arrays in arrays would have to be of the same length. */
const asText = (ids: readonly string[] | undefined): string | null => (ids ? `{${ids.join(',')}}` : null);

export const DELIVERY_COLUMNS = sql`event_id, endpoint_id, organization_id, sequence, is_test, status, attempts, round, api_version,
  next_attempt_at, created_at`;

/** Deliveries of the events p to endpoints e that want them. The caller adds conditions. */
export const newDeliveries = (events: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select p.id, e.id, p.organization_id, p.sequence, false, 'pending', 0, e.round, e.api_version, ${now}::timestamptz, ${now}::timestamptz
  from ${events} p join webhooks.endpoints e
    on e.organization_id = p.organization_id and e.deleted_at is null and ${WANTED}`;

/** Endpoints are locked, so that one that is being disabled gets no delivery that nobody skips. */
export function publishing(
  pending: readonly PendingEvent[],
  messages: ReadonlyMap<string, Message>,
  now: Date,
): RawBuilder<unknown> {
  const column = <T>(value: (event: PendingEvent, message: Message) => T): T[] =>
    pending.map((event) => value(event, messages.get(event.sourceId)!));
  const sources = column(({ sourceId }) => sourceId);
  return sql`with given as (
      select * from unnest(${column(() => newId('webhook-event'))}::uuid[], ${sources}::bigint[],
        ${column(({ organizationId }) => organizationId)}::uuid[], ${column(({ type }) => type)}::text[],
        ${column((_event, { organizationName }) => organizationName)}::text[], ${column((_event, { body }) => body)}::text[],
        ${column(({ occurredAt }) => occurredAt)}::timestamptz[], ${column((_event, { subjects }) => asText(subjects?.productIds))}::text[],
        ${column((_event, { subjects }) => asText(subjects?.benefitIds))}::text[],
        ${column((_event, { added }) => (added ? JSON.stringify(added) : null))}::jsonb[])
        with ordinality as given (id, source_id, organization_id, type, organization_name, body, occurred_at, product_ids, benefit_ids, added_fields, nth)
    ), counted as (
      insert into webhooks.feeds as f (organization_id, last_sequence)
      select organization_id, count(*) from given group by organization_id
      on conflict (organization_id) do update set last_sequence = f.last_sequence + excluded.last_sequence
      returning organization_id, last_sequence
    ), published as (
      insert into webhooks.events (id, organization_id, sequence, source_id, type, organization_name, body, product_ids,
        benefit_ids, added_fields, occurred_at, created_at)
      select id, organization_id, last_sequence + 1 - row_number() over (partition by organization_id order by nth desc), source_id,
        type, organization_name, body, product_ids::uuid[], benefit_ids::uuid[], added_fields, occurred_at, ${now}::timestamptz
      from given join counted using (organization_id)
      returning id, organization_id, sequence, type, product_ids, benefit_ids
    ), due as (
      insert into webhooks.deliveries (${DELIVERY_COLUMNS}) ${newDeliveries(sql`published`, now)} where e.enabled for share of e
    )
    delete from webhooks.pending_events where source_id = any(${sources}::bigint[])`;
}
