import pg from 'pg';
import type { EventRouter } from './event-router.ts';
import type { DeliveryQueue } from './deliveries.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import { OUTBOX_COLUMNS, type OutboxRow } from '#engine/outbox';
import { published } from './published-event.ts';

const BATCH = 2_000;

const OPEN = `select ${OUTBOX_COLUMNS},
    array(select p.subscriber from platform.processed p where p.event_id = o.id) as processed
  from platform.outbox o where o.sent_at < least(now(), $3::timestamptz) - $1 * interval '1 millisecond' and o.done_at is null and o.id > $2::bigint
  order by o.id limit ${BATCH}`;

/**
 * Queues events again that were sent a while ago and are not recorded as processed by every subscriber, so that nothing is
 * lost if the queue loses its jobs. Events that were sent after the oldest waiting batch was made are skipped: they may still
 * be waiting behind it. Other jobs have ids, so what is waiting in one of them is not queued twice. What this process is delivering is
 * not queued either, to none of the subscribers: those that did not want the event would get it when the worker has most to do.
 */
export class Redelivery {
  constructor(
    private readonly pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
    private readonly runner: Pick<DeliveryRunner, 'isUnderWay'>,
    private readonly minAgeMs: number,
  ) {}

  async run(stop: AbortSignal): Promise<void> {
    const oldest = await this.deliveries.oldest();
    for (let after = '0', size = BATCH; size === BATCH && !stop.aborted;) {
      const { rows } = await this.pool.query<OutboxRow & { processed: string[] }>({
        text: OPEN,
        values: [this.minAgeMs, after, oldest],
        types: pg.types,
      } as pg.QueryConfig);
      const known = rows.map((row) => ({ event: published(row), row })).filter(({ event }) => this.router.knows(event));
      const missing = known.flatMap(({ event, row }) => {
        const open = this.router.subscribersOf(event).filter((subscriber) => !row.processed.includes(subscriber));
        return open.map((subscriber) => ({ event, subscriber }));
      });
      const unfinished = new Set(missing.map(({ event }) => event.id));
      const finished = known.map(({ event }) => event.id).filter((id) => !unfinished.has(id));
      await this.pool.query('update platform.outbox set done_at = now() where id = any($1::bigint[]) and done_at is null', [
        finished,
      ]);
      await this.deliveries.redeliver(missing.filter((delivery) => !this.runner.isUnderWay(delivery)));
      size = rows.length;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
