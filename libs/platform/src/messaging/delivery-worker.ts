import type { Job, Worker } from 'bullmq';
import type pg from 'pg';
import { AlreadyProcessed, asBulkWork, whileProcessing } from '#platform/outbox';
import { currentContext, internalAttribution, SYSTEM } from '#platform/tenancy';
import type { EventRouter } from './event-router.ts';
import type { Backend } from './backend.ts';
import { BulkWorkSlots } from './bulk-work-slots.ts';
import { BATCH, type DeliveryQueue, type Delivery, type JobData, jobId, QUEUE, type QueuedDelivery } from './deliveries.ts';
import { type Outcome, runDelivery } from './run-delivery.ts';
import { FailedDeliveries } from './failed-deliveries.ts';
import { reasonOf } from './failure-reason.ts';
import { ProcessedEvents } from './processed-events.ts';

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

/** Delivers events to subscribers. A delivery that fails in a batch becomes a job of its own, with its own retries. */
export class DeliveryWorker {
  private worker?: Worker<JobData>;
  private readonly progress: ProcessedEvents;
  private readonly givenUp: FailedDeliveries;
  private failed: (error: unknown) => void = () => undefined;
  private finished = 0;
  private readonly bulkWork = new BulkWorkSlots();
  /** Deliveries that are not recorded yet. One that is queued again meanwhile is not handled twice. */
  private readonly underWay = new Set<string>();
  private readonly running = new Set<Promise<void>>();

  constructor(
    pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
    private readonly refreshClocks?: () => Promise<void>,
  ) {
    this.progress = new ProcessedEvents(pool);
    this.givenUp = new FailedDeliveries(pool);
  }

  /** `failed` is called with each error that will be retried, `refill` when the queue may have room for further jobs. */
  async start(backend: Backend, failed: (error: unknown) => void, refill: () => void): Promise<void> {
    this.failed = failed;
    this.worker = await backend.worker<JobData>(QUEUE, (job) => this.work(job), {
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

  /** Resolves when the running jobs have ended, whether or not the queue knows it. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  private work(job: Job<JobData>): Promise<void> {
    const work = this.workOn(job);
    const ended = work.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return work;
  }

  private async workOn(job: Job<JobData>): Promise<void> {
    const own: string[] = [];
    const begins = (delivery: QueuedDelivery): boolean => {
      const id = jobId(delivery);
      if (this.underWay.has(id)) return false;
      this.underWay.add(id);
      own.push(id);
      return true;
    };
    try {
      await this.handleAll(job, begins);
    } catch (error) {
      if (isLastAttempt(job)) await this.givenUp.record(deliveriesOf(job), reasonOf(error)).catch(this.failed);
      throw error;
    } finally {
      for (const id of own) this.underWay.delete(id);
    }
  }

  private async handleAll(job: Job<JobData>, begins: (delivery: QueuedDelivery) => boolean): Promise<void> {
    const { name, data } = job;
    const all = deliveriesOf(job);
    const { true: begun = [], false: others = [] } = Object.groupBy(all, (delivery) => (begins(delivery) ? 'true' : 'false'));
    const open = await this.progress.pending(begun);
    if (this.refreshClocks) await this.refreshClocks();
    const outcomes = await Promise.all(open.map((delivery) => this.attempt(delivery)));
    const failures = outcomes.filter((outcome) => outcome.state === 'failed');
    const unfinished = new Set([
      ...others.map(({ eventId }) => eventId),
      ...outcomes.flatMap(({ state, delivery }) => (state === 'done' ? [] : delivery.event.id)),
    ]);
    /** A batch contains all deliveries of its events. */
    const done = name === BATCH ? (data.events ?? []).map(({ id }) => id).filter((id) => !unfinished.has(id)) : [];
    await this.progress.record(
      outcomes.flatMap(({ state, delivery }) => (state === 'done' ? delivery : [])),
      done,
    );
    if (name !== BATCH && unfinished.size === 0) await this.givenUp.forget(all);
    if (failures.length === 0) return;
    if (name !== BATCH) throw failures[0]!.reason;
    const failed = failures.map(({ delivery }) => delivery);
    await this.deliveries.redeliver(failed, { afterFailure: true });
  }

  private attempt(delivery: Delivery): Promise<Outcome> {
    return runDelivery(delivery, async () => {
      try {
        return { delivery, state: await this.deliver(delivery) };
      } catch (reason) {
        if (reason instanceof AlreadyProcessed) return { delivery, state: 'done' };
        this.failed(reason);
        return { delivery, state: 'failed', reason };
      }
    });
  }

  private async deliver({ subscriber: id, event }: Delivery): Promise<'done' | 'postponed'> {
    const subscriber = this.router.subscriber(id);
    if (!subscriber) return 'postponed';
    const { isBulkWork = false, multiTransaction = false, isErasure = false } = subscriber;
    const leave = isBulkWork ? this.bulkWork.enter(event.organizationId) : () => undefined;
    if (!leave) return 'postponed';
    const handle = () => asBulkWork(event.isBulk || isBulkWork, () => subscriber.handle(event));
    currentContext()!.attribution = {
      ...internalAttribution(SYSTEM, id),
      requestId: event.requestId,
      event: `${event.name} ${event.id}`,
      withoutValues: isErasure,
    };
    try {
      await (multiTransaction ? handle() : whileProcessing({ eventId: event.id, subscriber: id }, handle));
      return 'done';
    } finally {
      leave();
    }
  }
}

const deliveriesOf = ({ data: { events = [] } }: Job<JobData>): QueuedDelivery[] =>
  events.flatMap(({ id: eventId, subscribers }) => subscribers.map((subscriber) => ({ subscriber, eventId })));

/** The deliveries of a batch are queued again, however often it failed. */
const isLastAttempt = ({ name, attemptsMade, opts }: Job<JobData>): boolean =>
  name !== BATCH && attemptsMade + 1 >= (opts.attempts ?? 1);
