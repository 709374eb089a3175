import { type DomainEvent, onNewEvent } from '#kernel';
import { currentContext } from '#platform/tenancy';

/** What caused an event: a request, and the event whose processing published it, if one did. */
export interface EventOrigin {
  readonly requestId: string | null;
  readonly causationId: string | null;
  /** The context of the trace, in the format of the W3C. */
  readonly traceparent: string | null;
  /** The locale that the request asked for. */
  readonly locale: string | null;
}

const UNKNOWN: EventOrigin = { requestId: null, causationId: null, traceparent: null, locale: null };

/** Noted when an event is created: it may be stored by a transaction that it shares with events of other requests. */
const origins = new WeakMap<DomainEvent, EventOrigin>();

onNewEvent((event) => {
  const context = currentContext();
  if (context?.requestId === undefined && context?.span === undefined) return;
  const { requestId = null, eventId = null, span, locale = null } = context;
  origins.set(event, { requestId, causationId: eventId, traceparent: span?.traceparent ?? null, locale });
});

export const originOf = (event: DomainEvent): EventOrigin => origins.get(event) ?? UNKNOWN;
