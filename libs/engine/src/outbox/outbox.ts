import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { DomainEvent } from '#kernel';
import { isoTime } from '#support/days';
import {
  AlreadyProcessed,
  caused,
  type CausedEvent,
  claimProcessingEvent,
  type EventOrigin,
  type EventTaker,
  isBulkWork,
} from './event-context.ts';
import { OUTBOX_COLUMNS, type OutboxRow } from './outbox-row.ts';

/** A change that publishes more events than this is bulk work. As many events are delivered by one job. */
export const MOST_EVENTS_OF_INTERACTIVE_CHANGE = 10;

/** Bulk events are delivered after all other events of their organization. */
const isBulk = (events: readonly unknown[]): boolean => isBulkWork() || events.length > MOST_EVENTS_OF_INTERACTIVE_CHANGE;

const columnsOf = ({ requestId, causationId, traceparent, actor, locale }: EventOrigin) => ({
  request_id: requestId,
  causation_id: causationId,
  traceparent,
  actor: actor && JSON.stringify(actor),
  locale,
});

/**
 * Writes events to the outbox in the transaction of `em`, so that they are stored if and only if the change is. If the change
 * is made while an event is processed, that event is recorded as processed in the same transaction.
 */
export async function recordEvents(em: EntityManager, events: readonly DomainEvent[]): Promise<void> {
  await recordProcessed(em);
  if (events.length === 0) return;
  const is_bulk = isBulk(events);
  const rows = caused(events).map(({ event, origin }) => ({
    name: event.name,
    payload: JSON.stringify(event.payload),
    organization_id: event.organizationId,
    aggregate_id: event.aggregateId,
    occurred_at: event.occurredAt,
    is_bulk,
    ...columnsOf(origin),
  }));
  await em.getKysely<{ 'platform.outbox': (typeof rows)[number] }>().insertInto('platform.outbox').values(rows).execute();
}

/**
 * The highest id that an event has so far. Events of requests that begin later have higher ids; those of requests that were
 * answered before have this id at most.
 */
export async function lastEventId(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ last_value: string }[]>('select last_value from platform.outbox_id_seq');
  return Number(row!.last_value);
}

/** Whether the organization has events that are not processed by all of their subscribers. */
export async function hasOpenEvents(em: EntityManager, organizationId: string): Promise<boolean> {
  const open = `select 1 from platform.outbox where organization_id = ? and sent_at is null
    union all select 1 from platform.outbox where organization_id = ? and sent_at is not null and done_at is null limit 1`;
  return (await em.execute<object[]>(open, [organizationId, organizationId])).length > 0;
}

/** Whether the organization has events with higher ids. */
export async function hasEventsAfter(em: EntityManager, organizationId: string, id: number): Promise<boolean> {
  const later = 'select 1 from platform.outbox where id > ? and organization_id = ? limit 1';
  return (await em.execute<object[]>(later, [id, organizationId])).length > 0;
}

async function recordProcessed(em: EntityManager): Promise<void> {
  const cause = claimProcessingEvent();
  if (!cause) return;
  const { numInsertedOrUpdatedRows } = await em
    .getKysely<{ 'platform.processed': { event_id: string; subscriber: string } }>()
    .insertInto('platform.processed')
    .values({ event_id: cause.eventId, subscriber: cause.subscriber })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new AlreadyProcessed(cause);
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Inserts the events of each change with one prepared statement, for adapters that write SQL themselves. With the name of a table, only
 * the events of aggregates that it has.
 */
export function insertEvents(changes: readonly (readonly CausedEvent[])[], table?: string): Statement[] {
  if (changes.every(({ length }) => length === 0)) return [];
  const values = valuesOf(changes);
  if (table === undefined) return [{ name: 'outbox-insert', text: INSERT, values }];
  const text = `${INSERT} as event (${COLUMNS}) where exists (select from ${table} as stored where stored.id = event.aggregate_id)`;
  return [{ name: `outbox-insert-of-${table}`, text, values }];
}

/**
 * The statements that insert events, and what is to be called with their rows after the commit, before the subscribers that made the
 * changes end.
 */
interface Publication {
  readonly statements: readonly Statement[];
  stored(rows: readonly (readonly object[])[]): void;
}

/**
 * Inserts the events of each change. A taker that has room gets its own: they are stored as sent and returned, but for bulk events, which wait for
 * their turn. If the process ends before they are delivered, they are queued like events that the queue has lost.
 */
export function publication(changes: readonly (readonly CausedEvent[])[]): Publication {
  const taker = changes.flat().find((event) => event.taker?.hasRoom)?.taker;
  if (!taker) return { statements: insertEvents(changes), stored: () => undefined };
  return { statements: [insertTakenEvents(changes, taker)], stored: ([rows]) => taker.take(rows as OutboxRow[]) };
}

const insertTakenEvents = (changes: readonly (readonly CausedEvent[])[], by: EventTaker): Statement & { types: unknown } => ({
  name: 'outbox-insert-taken',
  text: INSERT_TAKEN,
  values: [...valuesOf(changes), changes.flatMap((own) => own.map(({ taker }) => taker === by && !isBulk(own)))],
  types: pg.types,
});

function valuesOf(changes: readonly (readonly CausedEvent[])[]): unknown[] {
  const all = changes.flat();
  const events = all.map(({ event }) => event);
  const origins = all.map(({ origin }) => columnsOf(origin));
  return [
    events.map((event) => event.name),
    events.map((event) => JSON.stringify(event.payload)),
    events.map((event) => event.organizationId),
    events.map((event) => event.aggregateId),
    events.map((event) => isoTime(event.occurredAt)),
    changes.flatMap((own) => own.map(() => isBulk(own))),
    origins.map(({ request_id }) => request_id),
    origins.map(({ causation_id }) => causation_id),
    origins.map(({ traceparent }) => traceparent),
    origins.map(({ actor }) => actor),
    origins.map(({ locale }) => locale),
  ];
}

const COLUMNS =
  'name, payload, organization_id, aggregate_id, occurred_at, is_bulk, request_id, causation_id, traceparent, actor, locale';

const INSERT = `insert into platform.outbox (${COLUMNS})
  select * from unnest(
    $1::text[], $2::jsonb[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::boolean[], $7::text[], $8::bigint[], $9::text[],
    $10::jsonb[], $11::text[])`;

const INSERT_TAKEN = `with stored as (
    insert into platform.outbox (${COLUMNS}, sent_at)
    select ${COLUMNS}, case when is_taken then clock_timestamp() end from unnest(
      $1::text[], $2::jsonb[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::boolean[], $7::text[], $8::bigint[], $9::text[],
      $10::jsonb[], $11::text[], $12::boolean[]) as event (${COLUMNS}, is_taken)
    returning *
  )
  select ${OUTBOX_COLUMNS} from stored as o where o.sent_at is not null order by o.id`;
