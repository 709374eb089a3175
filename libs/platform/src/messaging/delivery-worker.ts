import type { Job, Worker } from 'bullmq';
import type pg from 'pg';
import { AlreadyProcessed, whileProcessing } from '#platform/outbox';
import { runWork, Work } from '#platform/tenancy';
import type { EventRouter } from './event-router.ts';
import type { Backend } from './backend.ts';
import { BATCH, type DeliveryQueue, type Delivery, type JobData, QUEUE } from './deliveries.ts';
import { ProcessedEvents } from './processed-events.ts';

/** Jobs processed at the same time, each with up to ten events. */
const CONCURRENCY = 10;
/**
 * Jobs of a killed worker stay locked for this long before another worker takes them. The jobs of a worker that was only
 * blocked for that long are processed twice, which is safe because subscribers are idempotent.
 */
const LOCK_MS = 3_000;
const STALLED_CHECK_MS = 1_000;
/** With BullMQ's default of one, a job would fail when a second worker is killed while processing it. */
const MAX_STALLS = 100;
/** The wait before the queue is polled again after it could not be reached. */
const RETRY_MS = 1_000;

interface Failure {
  readonly delivery: Delivery;
  readonly reason: unknown;
}

/** Delivers events to subscribers. A delivery that fails in a batch becomes a job of its own, with its own retries. */
export class DeliveryWorker {
  private worker?: Worker<JobData>;
  private readonly progress: ProcessedEvents;
  private failed: (error: unknown) => void = () => undefined;

  constructor(
    pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
  ) {
    this.progress = new ProcessedEvents(pool);
  }

  /** `failed` is called with each error that will be retried. */
  async start(backend: Backend, failed: (error: unknown) => void): Promise<void> {
    this.failed = failed;
    this.worker = await backend.worker<JobData>(QUEUE, (job) => this.work(job), {
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLS,
      runRetryDelay: RETRY_MS,
      settings: { backoffStrategy: (failures: number) => this.deliveries.retries.waitMs(failures) },
    });
    this.worker.on('error', failed);
    this.worker.run().catch(failed);
  }

  /** Takes no more jobs and waits for the running ones. */
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
    /** A batch contains all deliveries of its events. */
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

  private async deliver({ subscriber: id, event }: Delivery): Promise<void> {
    const subscriber = this.router.subscriber(id);
    const handle = () => subscriber.handle(event);
    const work = new Work({ tenant: event.organizationId, isBackground: true });
    await runWork(work, () =>
      subscriber.multiTransaction ? handle() : whileProcessing({ eventId: event.id, subscriber: id }, handle),
    );
  }
}
