import pg from 'pg';
import type { EventRouter } from './event-router.ts';
import type { DeliveryQueue } from './deliveries.ts';
import { type OutboxRow, published } from './outbox-row.ts';

const BATCH = 500;

/** Every event in order of the outbox, but never by "greater than the last": ids are committed out of order. */
const TAKE = `select id::text, name, organization_id, aggregate_id, occurred_at, payload from platform.outbox
  where sent_at is null order by id limit ${BATCH} for update skip locked`;

const MARK_SENT = `update platform.outbox set sent_at = now(), done_at = case when id = any($2::bigint[]) then now() end
  where id = any($1::bigint[])`;

/**
 * Carries events from the outbox to the queue. Several relays may run: each takes what no other one holds. An event is marked
 * as sent on the transaction that holds it, after the queue has it; a relay that dies in between sends it again, and the
 * queue or the subscriber sees that it was there already.
 */
export class Relay {
  constructor(
    private readonly pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly audience: EventRouter,
  ) {}

  /** Carries one batch; answers how many events that were. */
  async carry(): Promise<number> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<OutboxRow>({ text: TAKE, types: pg.types } as pg.QueryConfig);
      if (rows.length > 0) {
        const events = rows.map(published).map((event) => ({ event, subscribers: this.audience.subscribersOf(event) }));
        const [heard, unheard] = [
          events.filter(({ subscribers }) => subscribers.length > 0),
          events.filter(({ subscribers }) => subscribers.length === 0),
        ];
        await this.deliveries.enqueue(heard);
        await client.query(MARK_SENT, [rows.map(({ id }) => id), unheard.map(({ event }) => event.id)]);
      }
      await client.query('commit');
      client.release();
      return rows.length;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Carries until nothing is left, or until it is to stop. */
  async drain(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.carry()) === BATCH);
  }
}
