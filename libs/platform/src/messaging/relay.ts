import pg from 'pg';
import type { EventRouter } from './event-router.ts';
import type { DeliveryQueue } from './deliveries.ts';
import { type OutboxRow, published } from './outbox-row.ts';

const BATCH = 500;

/** Takes unsent rows instead of ids above the last one seen: a smaller id may be committed later. */
const TAKE = `select id::text, name, organization_id, aggregate_id, occurred_at, payload from platform.outbox
  where sent_at is null order by id limit ${BATCH} for update skip locked`;

const MARK_SENT = `update platform.outbox set sent_at = now(), done_at = case when id = any($2::bigint[]) then now() end
  where id = any($1::bigint[])`;

/**
 * Moves events from the outbox to the queue. Several relays may run: each skips the rows locked by others. An event is
 * queued and then marked as sent, in the transaction that locks it. If the relay dies in between, the event is queued twice
 * and the second delivery is skipped as already processed.
 */
export class Relay {
  constructor(
    private readonly pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
  ) {}

  /** Moves one batch and returns the number of its events. */
  async carry(): Promise<number> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<OutboxRow>({ text: TAKE, types: pg.types } as pg.QueryConfig);
      if (rows.length > 0) {
        const events = rows.map(published).map((event) => ({ event, subscribers: this.router.subscribersOf(event) }));
        const [subscribed, unsubscribed] = [
          events.filter(({ subscribers }) => subscribers.length > 0),
          events.filter(({ subscribers }) => subscribers.length === 0),
        ];
        await this.deliveries.enqueue(subscribed);
        await client.query(MARK_SENT, [rows.map(({ id }) => id), unsubscribed.map(({ event }) => event.id)]);
      }
      await client.query('commit');
      client.release();
      return rows.length;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Moves batches until the outbox has no unsent events, or until `stop` is aborted. */
  async drain(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.carry()) === BATCH);
  }
}
