import type { EventPayload } from '#kernel';
import type { Actor } from '#engine/tenancy';

/** Who caused an event, as in the audit log. */
export type EventActor = {
  readonly type: Actor['type'];
  readonly id: string | null;
  /** The access token or portal session. */
  readonly credential_id: string | null;
};

/** An event as it is read from the outbox. */
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
