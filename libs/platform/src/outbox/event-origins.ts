import { type DomainEvent, onNewEvent } from '#kernel';
import { type Actor, currentContext } from '#platform/tenancy';

/** What caused an event: a request, and the event whose processing published it, if one did. */
export interface EventOrigin {
  readonly requestId: string | null;
  readonly causationId: string | null;
  /** The context of the trace, in the format of the W3C. */
  readonly traceparent: string | null;
  readonly actor: EventActor | null;
}

/** Who caused an event, as in the audit log. */
export type EventActor = {
  readonly type: Actor['type'];
  readonly id: string | null;
  /** The access token or portal session. */
  readonly credential_id: string | null;
};

const UNKNOWN: EventOrigin = { requestId: null, causationId: null, traceparent: null, actor: null };

/** Noted when an event is created: it may be stored by a transaction that it shares with events of other requests. */
const origins = new WeakMap<DomainEvent, EventOrigin>();

onNewEvent((event) => {
  const context = currentContext();
  if (context?.requestId === undefined && context?.span === undefined && context?.attribution === undefined) return;
  const { requestId = null, eventId = null, span, attribution } = context;
  const actor = attribution ? actorOf(attribution.actor) : null;
  origins.set(event, { requestId, causationId: eventId, traceparent: span?.traceparent ?? null, actor });
});

const actorOf = ({ type, id, credentialId }: Actor): EventActor => ({ type, id, credential_id: credentialId });

export const originOf = (event: DomainEvent): EventOrigin => origins.get(event) ?? UNKNOWN;
