import type { Job, Worker } from 'bullmq';
import type { Backend } from './backend.ts';
import { BATCH, type DeliveryQueue, type JobData, QUEUE, type QueuedDelivery } from './deliveries.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import { type FailedDeliveries, reasonOf } from './failed-deliveries.ts';

/** Jobs processed at the same time, each with up to 50 events. */
const CONCURRENCY = 10;
/**
 * Jobs of a killed worker stay locked for this long before another worker takes them. The jobs of a worker that was only
 * blocked for that long are processed twice, which is safe because subscribers are idempotent.
 */
const LOCK_MS = 3_000;
const STALLED_CHECK_MS = 1_000;
/** With BullMQ's default of one, a job would fail when a second worker is killed while processing it. */
const MAX_STALLS = 100;
/** Finished jobs after which the queue is refilled. Fewer than may wait in a lane, so that workers never wait for the refill. */
const REFILL_AFTER = 5;
/** The wait before the queue is polled again after it could not be reached. */
const RETRY_MS = 1_000;

/** Delivers the events of jobs to subscribers. A delivery that fails in a batch becomes a job of its own, with its own retries. */
export class DeliveryWorker {
  private worker?: Worker<JobData>;
  private failed: (error: unknown) => void = () => undefined;
  private finished = 0;

  constructor(
    private readonly givenUp: FailedDeliveries,
    private readonly deliveries: DeliveryQueue,
    private readonly runner: DeliveryRunner,
  ) {}

  /** `failed` is called with errors of the queue, `refill` when the queue may have room for further jobs. */
  async start(backend: Backend, failed: (error: unknown) => void, refill: () => void): Promise<void> {
    this.failed = failed;
    this.worker = await backend.worker<JobData>(QUEUE, (job) => this.runner.track(() => this.workOn(job)), {
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLS,
      runRetryDelay: RETRY_MS,
      settings: { backoffStrategy: (failures: number) => this.deliveries.retries.waitMs(failures) },
    });
    const queueFailed = (error: unknown): void => failed(backend.reported(error));
    this.worker.on('error', queueFailed);
    this.worker.on('drained', refill);
    const countFinished = (): void => {
      this.finished += 1;
      if (this.finished % REFILL_AFTER === 0) refill();
    };
    this.worker.on('completed', countFinished).on('failed', countFinished);
    this.worker.run().catch(queueFailed);
  }

  /** Takes no more jobs. Resolves when the queue knows that the running ones have ended. */
  async close(): Promise<void> {
    await this.worker?.close();
  }

  private async workOn(job: Job<JobData>): Promise<void> {
    try {
      await this.handleAll(job);
    } catch (error) {
      if (isLastAttempt(job)) await this.givenUp.record(deliveriesOf(job), reasonOf(error)).catch(this.failed);
      throw error;
    }
  }

  private async handleAll(job: Job<JobData>): Promise<void> {
    const { name, data } = job;
    const all = deliveriesOf(job);
    /** A batch contains all deliveries of its events. */
    const complete = name === BATCH ? (data.events ?? []).map(({ id }) => id) : [];
    const { failures, isFinished } = await this.runner.runQueued(all, complete);
    if (name !== BATCH && isFinished) await this.givenUp.forget(all);
    if (failures.length === 0) return;
    if (name !== BATCH) throw failures[0]!.reason;
    await this.deliveries.redeliver(
      failures.map(({ delivery }) => delivery),
      { afterFailure: true },
    );
  }
}

const deliveriesOf = ({ data: { events = [] } }: Job<JobData>): QueuedDelivery[] =>
  events.flatMap(({ id: eventId, subscribers }) => subscribers.map((subscriber) => ({ subscriber, eventId })));

/** The deliveries of a batch are queued again, however often it failed. */
const isLastAttempt = ({ name, attemptsMade, opts }: Job<JobData>): boolean =>
  name !== BATCH && attemptsMade + 1 >= (opts.attempts ?? 1);
