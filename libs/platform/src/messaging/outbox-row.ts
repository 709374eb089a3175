import type { EventPayload } from '#kernel';
import type { EventActor } from '#engine/outbox';
import type { PublishedEvent } from './published-event.ts';

export interface OutboxRow {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  readonly payload: EventPayload;
  readonly is_bulk: boolean;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly actor: EventActor | null;
  readonly locale: string | null;
}

/** The columns of a row, of the table `o`. */
export const OUTBOX_COLUMNS = `o.id::text, o.name, o.organization_id, o.aggregate_id, o.occurred_at, o.payload, o.is_bulk,
    o.request_id, o.traceparent, o.actor, o.locale`;

export const published = ({
  id,
  name,
  organization_id,
  aggregate_id,
  occurred_at,
  payload,
  is_bulk,
  request_id,
  traceparent,
  actor,
  locale,
}: OutboxRow): PublishedEvent => ({
  id,
  name,
  organizationId: organization_id,
  aggregateId: aggregate_id,
  occurredAt: occurred_at,
  payload,
  isBulk: is_bulk,
  requestId: request_id,
  traceparent,
  actor,
  locale,
});
