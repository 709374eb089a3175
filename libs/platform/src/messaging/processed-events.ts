import type pg from 'pg';
import type { Delivery } from './deliveries.ts';
import type { PublishedEvent } from './published-event.ts';

/** An event that is no longer in the outbox was processed by all subscribers; its records were deleted together with it. */
const OPEN = `select d.event_id::text, d.subscriber from unnest($1::bigint[], $2::text[]) as d (event_id, subscriber)
  join platform.outbox o on o.id = d.event_id
  where not exists (select from platform.processed p where p.event_id = d.event_id and p.subscriber = d.subscriber)`;

/** Records deliveries that no transaction of their subscriber recorded, and marks events without open deliveries as done. */
const RECORD = `with recorded as (
    insert into platform.processed (event_id, subscriber) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing
  )
  update platform.outbox set done_at = now() where id = any($3::bigint[]) and done_at is null`;

/** Reads and writes which deliveries are processed. */
export class ProcessedEvents {
  constructor(private readonly pool: pg.Pool) {}

  async pending<D extends Delivery>(deliveries: readonly D[]): Promise<D[]> {
    const { rows } = await this.pool.query<{ event_id: string; subscriber: string }>({
      name: 'outbox-still-open',
      text: OPEN,
      values: columns(deliveries),
    });
    const open = new Set(rows.map(({ event_id, subscriber }) => `${event_id} ${subscriber}`));
    return deliveries.filter(({ event, subscriber }) => open.has(`${event.id} ${subscriber}`));
  }

  async record(processed: readonly Delivery[], done: readonly PublishedEvent[]): Promise<void> {
    await this.pool.query({ name: 'outbox-note', text: RECORD, values: [...columns(processed), done.map(({ id }) => id)] });
  }
}

const columns = (deliveries: readonly Delivery[]): [string[], string[]] => [
  deliveries.map(({ event }) => event.id),
  deliveries.map(({ subscriber }) => subscriber),
];
