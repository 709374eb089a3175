import type { DomainEvent } from '#kernel';
import type { EventActor, OutboxRow } from '#engine/outbox';

/** An event read from the outbox. For a union of events: the union of their published forms, distinguished by `name`. */
export type PublishedEvent<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? {
      /**
       * Id of the outbox row. Of two concurrent transactions, the one that commits later may have the smaller id. A change that
       * begins after another was answered has the greater one.
       */
      readonly id: string;
      readonly name: E['name'];
      readonly organizationId: string;
      readonly aggregateId: string;
      readonly occurredAt: Date;
      readonly payload: E['payload'];
      /** Published by bulk work, as are the events that its subscribers publish. */
      readonly isBulk: boolean;
      /** The request that caused the event, directly or through other events; null if none did. */
      readonly requestId: string | null;
      /** The trace of that request; null if it has none. */
      readonly traceparent: string | null;
      /** The locale that it asked for. */
      readonly locale: string | null;
      /** Who caused it, as in the audit log; null if the log does not have the change. */
      readonly actor?: EventActor | null;
    }
  : never;

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
