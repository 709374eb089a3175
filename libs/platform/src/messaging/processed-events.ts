import pg from 'pg';
import type { Delivery, QueuedDelivery } from './deliveries.ts';
import { OUTBOX_COLUMNS, type OutboxRow, published } from './outbox-row.ts';

/** An event that is done, or no longer in the outbox, was processed by all subscribers. */
const EVENTS = `select ${OUTBOX_COLUMNS},
    array(select p.subscriber from platform.processed p where p.event_id = o.id) as processed
  from platform.outbox o where o.id = any($1::bigint[]) and o.done_at is null`;

/** Records deliveries of events that have further ones, unless a transaction of their subscriber did, and marks the other events as done. */
const RECORD = `with recorded as (
    insert into platform.processed (event_id, subscriber) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing
  )
  update platform.outbox set done_at = now() where id = any($3::bigint[]) and done_at is null`;

/** Reads and writes which deliveries are processed. */
export class ProcessedEvents {
  constructor(private readonly pool: pg.Pool) {}

  /** The deliveries that are not recorded as processed, with their events. */
  async pending(deliveries: readonly QueuedDelivery[]): Promise<Delivery[]> {
    if (deliveries.length === 0) return [];
    const { rows } = await this.pool.query<OutboxRow & { readonly processed: readonly string[] }>({
      name: 'outbox-still-open',
      text: EVENTS,
      values: [[...new Set(deliveries.map(({ eventId }) => eventId))]],
      types: pg.types,
    } as pg.QueryConfig);
    const events = new Map(rows.map((row) => [row.id, { event: published(row), processed: new Set(row.processed) }]));
    return deliveries.flatMap(({ eventId, subscriber }) => {
      const found = events.get(eventId);
      return found && !found.processed.has(subscriber) ? { subscriber, event: found.event } : [];
    });
  }

  /** `done` has the ids of events that all of their subscribers have processed: their deliveries need no records. */
  async record(processed: readonly Delivery[], done: readonly string[]): Promise<void> {
    const areDone = new Set(done);
    const others = processed.filter(({ event }) => !areDone.has(event.id));
    await this.pool.query({ name: 'outbox-note', text: RECORD, values: [...columns(others), done] });
  }
}

const columns = (deliveries: readonly Delivery[]): [string[], string[]] => [
  deliveries.map(({ event }) => event.id),
  deliveries.map(({ subscriber }) => subscriber),
];
