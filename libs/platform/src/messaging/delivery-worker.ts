import type { Job, Worker } from 'bullmq';
import type pg from 'pg';
import { AlreadyProcessed, whileProcessing } from '#platform/outbox';
import type { Backend } from './backend.ts';
import { BATCH, type DeliveryQueue, type Delivery, type JobData, QUEUE } from './deliveries.ts';
import { ProcessedEvents } from './processed-events.ts';
import type { Subscriber } from './published-event.ts';

/** Jobs at a time, each with up to ten events. */
const CONCURRENCY = 10;
/**
 * A worker that was killed leaves its jobs locked for this long; they are found again soon after. One that only stood still
 * for so long has its jobs done twice, which subscribers bear.
 */
const LOCK_MS = 3_000;
const STALLED_CHECK_MS = 1_000;
/** BullMQ's default of one would turn a second kill into a failed job. */
const MOST_STALLS = 100;
/** How soon it asks again after the queue was out of reach. */
const RETRY_MS = 1_000;

interface Failure {
  readonly delivery: Delivery;
  readonly reason: unknown;
}

/** Delivers events to subscribers. What fails among others is tried again alone, until it is given up. */
export class DeliveryWorker {
  private worker?: Worker<JobData>;
  private readonly progress: ProcessedEvents;
  private failed: (error: unknown) => void = () => undefined;

  constructor(
    pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly subscribers: ReadonlyMap<string, Subscriber>,
  ) {
    this.progress = new ProcessedEvents(pool);
  }

  /** `failed` is told of what goes wrong, and is tried again. */
  async start(backend: Backend, failed: (error: unknown) => void): Promise<void> {
    this.failed = failed;
    this.worker = await backend.worker<JobData>(QUEUE, (job) => this.work(job), {
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: RETRY_MS,
      settings: { backoffStrategy: (failures: number) => this.deliveries.retries.waitMs(failures) },
    });
    this.worker.on('error', failed);
    this.worker.run().catch(failed);
  }

  /** Takes no more jobs, and waits for those under way. */
  async close(): Promise<void> {
    await this.worker?.close();
  }

  private async work({ name, data }: Job<JobData>): Promise<void> {
    const all = data.deliveries.map(({ subscriber, event }) => ({
      subscriber,
      event: { ...event, occurredAt: new Date(event.occurredAt) },
    }));
    const open = await this.progress.pending(all);
    const outcomes = await Promise.all(open.map((delivery) => this.attempt(delivery)));
    const failures = outcomes.filter((outcome) => outcome !== undefined);
    const failed = new Set(failures.map(({ delivery }) => delivery));
    const unfinished = new Set([...failed].map(({ event }) => event.id));
    /** A batch has all deliveries of its events. */
    const done = name === BATCH ? all.map(({ event }) => event).filter(({ id }) => !unfinished.has(id)) : [];
    await this.progress.record(
      open.filter((delivery) => !failed.has(delivery)),
      done,
    );
    if (failures.length === 0) return;
    if (name !== BATCH) throw failures[0]!.reason;
    await this.deliveries.redeliver([...failed], { afterFailure: true });
  }

  private async attempt(delivery: Delivery): Promise<Failure | undefined> {
    try {
      await this.deliver(delivery);
    } catch (reason) {
      if (reason instanceof AlreadyProcessed) return undefined;
      this.failed(reason);
      return { delivery, reason };
    }
    return undefined;
  }

  private async deliver({ subscriber: name, event }: Delivery): Promise<void> {
    const subscriber = this.subscribers.get(name);
    if (!subscriber) throw new Error(`There is no subscriber ${name}`);
    const handle = () => subscriber.handle(event);
    await (subscriber.multiTransaction ? handle() : whileProcessing({ eventId: event.id, subscriber: name }, handle));
  }
}
