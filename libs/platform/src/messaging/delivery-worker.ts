import type { Worker } from 'bullmq';
import type pg from 'pg';
import { AlreadyProcessed, because, noteCauses } from '#platform/outbox';
import type { Backend } from './backend.ts';
import { type Delivery, QUEUE } from './deliveries.ts';
import type { Subscriber } from './published-event.ts';

const CONCURRENCY = 50;
/** A worker that was killed leaves its jobs locked for this long; they are found again soon after. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ's default of one would turn a second kill into a failed job. */
const MOST_STALLS = 100;
/** How soon it asks again after the queue was out of reach. */
const RETRY_MS = 1_000;

/** Delivers events to subscribers, and notes it at the end for those that stored nothing. */
export class DeliveryWorker {
  private readonly worker: Worker<Delivery>;

  constructor(
    backend: Backend,
    private readonly pool: pg.Pool,
    private readonly subscribers: ReadonlyMap<string, Subscriber>,
    failed: (error: unknown) => void,
  ) {
    this.worker = backend.worker<Delivery>(QUEUE, ({ data }) => this.deliver(data), {
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: RETRY_MS,
    });
    this.worker.on('error', failed);
  }

  /** Takes no more jobs, and waits for those under way. */
  close(): Promise<void> {
    return this.worker.close();
  }

  private async deliver({ subscriber: name, event }: Delivery): Promise<void> {
    const subscriber = this.subscribers.get(name);
    if (!subscriber) throw new Error(`There is no subscriber ${name}`);
    const cause = { eventId: event.id, subscriber: name };
    if (await this.isProcessed(event.id, name)) return;
    try {
      const handle = () => subscriber.handle({ ...event, occurredAt: new Date(event.occurredAt) });
      await (subscriber.inSteps ? handle() : because(cause, handle));
      await this.pool.query(noteCauses([cause]));
    } catch (error) {
      if (!(error instanceof AlreadyProcessed)) throw error;
    }
  }

  private async isProcessed(eventId: string, subscriber: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'outbox-is-processed',
      text: 'select 1 from platform.processed where event_id = $1 and subscriber = $2',
      values: [eventId, subscriber],
    });
    return rowCount === 1;
  }
}
