import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainEvent } from '#kernel';
import { knownLocale } from '#support/languages';
import { type Actor, currentContext, type RequestContext } from '#engine/tenancy';
import type { EventActor, OutboxRow } from './outbox-row.ts';

/** The event that is being processed, and the id of the subscriber. The first transaction meanwhile records it as processed. */
export interface ProcessingEvent {
  readonly eventId: string;
  readonly subscriber: string;
}

interface ClaimableEvent extends ProcessingEvent {
  isClaimed: boolean;
}

const causes = new AsyncLocalStorage<ClaimableEvent>();

/** Another worker processed the event in the meantime, so the transaction must be rolled back. */
export class AlreadyProcessed extends Error {
  constructor({ eventId, subscriber }: ProcessingEvent) {
    super(`Event ${eventId} was already processed by ${subscriber}`);
  }
}

/** Runs `work` for an event; the first transaction within it records the event as processed. */
export const whileProcessing = (cause: ProcessingEvent, work: () => Promise<void>): Promise<void> =>
  causes.run({ ...cause, isClaimed: false }, work);

/** Returns the event being processed to the first caller, who must record it; undefined for later callers. */
export function claimProcessingEvent(): ProcessingEvent | undefined {
  const cause = causes.getStore();
  if (!cause || cause.isClaimed) return undefined;
  cause.isClaimed = true;
  return cause;
}

/** The transaction of whoever claimed the event has stored nothing: the next one records it. */
export function returnProcessingEvent(cause: ProcessingEvent): void {
  (cause as ClaimableEvent).isClaimed = false;
}

const PROCESSED_KEY = 'processed_pkey';

/** Records events as processed; fails if one of them was recorded before, see `asAlreadyProcessed`. */
export const insertProcessed = (processed: readonly ProcessingEvent[]): { name: string; text: string; values: unknown[] } => ({
  name: 'outbox-insert-processed',
  text: 'insert into platform.processed (event_id, subscriber) select * from unnest($1::bigint[], $2::text[])',
  values: [processed.map(({ eventId }) => eventId), processed.map(({ subscriber }) => subscriber)],
});

/** The error for a change that `insertProcessed` refused because of this event; any other error as it is. */
export const asAlreadyProcessed = (error: unknown, cause: ProcessingEvent | undefined): unknown =>
  cause && (error as { constraint?: unknown } | null)?.constraint === PROCESSED_KEY ? new AlreadyProcessed(cause) : error;

const bulkWork = new AsyncLocalStorage<boolean>();

/** Runs `work` as part of bulk work or not: the events that it publishes are bulk events if it is. */
export const asBulkWork: <A extends unknown[], T>(isBulk: boolean, work: (...args: A) => T, ...args: A) => T =
  bulkWork.run.bind(bulkWork);

export const isBulkWork = (): boolean => bulkWork.getStore() ?? false;

/** What caused an event: a request, and the event whose processing published it, if one did. */
export interface EventOrigin {
  readonly requestId: string | null;
  readonly causationId: string | null;
  /** The context of the trace, in the format of the W3C. */
  readonly traceparent: string | null;
  readonly actor: EventActor | null;
  /** The locale that the request asked for. */
  readonly locale: string | null;
}

const UNKNOWN: EventOrigin = { requestId: null, causationId: null, traceparent: null, actor: null, locale: null };

/** Delivers events right after the commit that stores them, instead of leaving them in the outbox for whoever takes the next ones. */
export interface EventTaker {
  readonly hasRoom: boolean;
  /** Called after the commit with the events that were stored as sent. Must not throw. */
  take(rows: readonly OutboxRow[]): void;
}

const takers = new WeakMap<RequestContext, EventTaker>();

/** From now on, the events of changes that are made in this context are delivered by the taker while it has room. */
export const leaveEventsTo = (taker: EventTaker, context: RequestContext): unknown => takers.set(context, taker);

/** An event with what caused it. */
export interface CausedEvent {
  readonly event: DomainEvent;
  readonly origin: EventOrigin;
  /** Undefined for an event that waits in the outbox. */
  readonly taker: EventTaker | undefined;
}

/**
 * Events with what caused them: by default the work that asks. Whoever stores events together with those of others asks for each of
 * them, because the transaction belongs to no request.
 */
export function caused(events: readonly DomainEvent[], by: RequestContext | undefined = currentContext()): CausedEvent[] {
  const origin = originOf(by);
  const taker = by && takers.get(by);
  return events.map((event) => ({ event, origin, taker }));
}

function originOf(context: RequestContext | undefined): EventOrigin {
  if (context?.requestId === undefined && context?.span === undefined && context?.attribution === undefined) return UNKNOWN;
  const { requestId = null, eventId = null, span, attribution, acceptLanguage } = context;
  const actor = attribution ? actorOf(attribution.actor) : null;
  const locale = acceptLanguage === undefined ? null : (knownLocale(acceptLanguage)?.tag ?? null);
  return { requestId, causationId: eventId, traceparent: span?.traceparent ?? null, actor, locale };
}

const actorOf = ({ type, id, credentialId }: Actor): EventActor => ({ type, id, credential_id: credentialId });
