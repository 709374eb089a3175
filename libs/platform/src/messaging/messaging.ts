import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { BacklogReads } from '#engine/metrics';
import { RequestContext, runInContext } from '#engine/tenancy';
import type { EventRouter } from './event-router.ts';
import type { Backend } from './backend.ts';
import { type Delivery, DeliveryQueue, type QueuedDelivery } from './deliveries.ts';
import { DeliveryRunner } from './delivery-runner.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { OutboxListener } from './outbox-listener.ts';
import type { RetryOptions } from './retry-policy.ts';
import { OutboxRetention } from './outbox-retention.ts';
import { ProcessedEvents } from './processed-events.ts';
import { PromptDeliveries } from './prompt-deliveries.ts';
import { Relay } from './relay.ts';
import { lagOf, MOST_LAG_SECONDS, readOutbox } from './read-backlog.ts';
import { throttled } from './throttle-errors.ts';
import { Redelivery } from './redelivery.ts';
import { FailedDeliveries } from './failed-deliveries.ts';
import { FailedDeliveryRetries } from './failed-delivery-retries.ts';
import { PeriodicTask } from './periodic-task.ts';

/** How long a queue may take to close. */
const CLOSE_MS = 5_000;
const POLL_MS = 1_000;
/**
 * Only one of several transactions that overlap notifies, so while there are events, the outbox is read again after this time for those that
 * were committed a moment later.
 */
const REPEAT_MS = 100;
/** The age at which an unprocessed event is queued again, and the interval of the check. */
const SWEEP_MS = 5_000;
/** The interval at which events past their retention are deleted. */
const PURGE_MS = 30_000;
/**
 * The wait after a notification, so that events committed shortly after each other are delivered together. It grows with the number of
 * events that the last run moved: the more there are, the more is saved by it.
 */
const GATHER_MS = { least: 5, perEvent: 2, most: 25 } as const;
const gatherMs = (moved: number): number => Math.min(Math.max(moved * GATHER_MS.perEvent, GATHER_MS.least), GATHER_MS.most);

interface Setup extends RetryOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly backend: Backend;
  readonly router: EventRouter;
  /** Called before a job, with the organizations of its events. */
  readonly refreshClocks?: (organizationIds: readonly string[]) => Promise<void>;
  /** Called with an error that will be retried, and with what failed. */
  readonly failed: (what: string, error: unknown) => void;
  /** How long events are kept after all subscribers processed them. */
  readonly retentionDays: number;
  /** The wait after a notification, by the number of events that the last run moved. */
  readonly gatherMs?: (moved: number) => number;
  readonly pollMs?: number;
  readonly sweepMs?: number;
  readonly purgeMs?: number;
}

/** Moves events from the outbox to their subscribers: relay, redelivery, worker and retention. Runs until it is disposed. */
export class Messaging implements AsyncDisposable {
  readonly backlog: BacklogReads = {
    database: () => this.pool.query('select 1'),
    outbox: () => readOutbox(this.pool),
    jobs: () => this.deliveries.counts(),
  };

  private constructor(
    private readonly listener: OutboxListener,
    private readonly tasks: readonly PeriodicTask[],
    private readonly processed: ProcessedEvents,
    private readonly runner: DeliveryRunner,
    private readonly worker: DeliveryWorker,
    private readonly prompt: PromptDeliveries,
    private readonly deliveries: DeliveryQueue,
    private readonly backend: Backend,
    private readonly pool: pg.Pool,
  ) {}

  /** Closes the backend when it is disposed, and if it cannot start. */
  static async start(setup: Setup): Promise<Messaging> {
    const { databaseUrl, pool, backend, router, failed } = setup;
    const { pollMs = POLL_MS, sweepMs = SWEEP_MS, purgeMs = PURGE_MS } = setup;
    await using opened = new AsyncDisposableStack();
    opened.defer(() => backend.close());
    const deliveries = opened.adopt(await DeliveryQueue.open(backend, setup), (queue) => queue.close());
    const deliveryFailed = throttled((error) => failed('Delivering events', error));
    const refill = (): void => {
      if (relay.isWaitingForRoom) relaying.trigger();
    };
    const processed = new ProcessedEvents(pool);
    const givenUp = new FailedDeliveries(pool);
    const afterWaiting = {
      redeliver: (delivery: Delivery) => deliveries.redeliver([delivery], { afterFailure: true }),
      forget: (delivery: QueuedDelivery) => givenUp.forget([delivery]),
    };
    const runner = new DeliveryRunner(processed, router, deliveryFailed, afterWaiting, setup.refreshClocks);
    const worker = new DeliveryWorker(givenUp, deliveries, runner);
    const prompt = new PromptDeliveries(deliveries, router, runner, deliveryFailed, refill);
    runner.leavePublishedTo(prompt);
    const relay = new Relay(pool, deliveries, router, prompt, processed);
    // Both find rows by keys, like the subscribers: they share connections, whose plans would otherwise change all the time.
    const service = new RequestContext({ tenant: null });
    await runInContext(service, () => worker.start(backend, deliveryFailed, refill));
    const sweep = new Redelivery(pool, deliveries, router, runner, sweepMs);
    const relaying: PeriodicTask = new PeriodicTask(
      (stop) => runInContext(service, () => relay.runBatches(stop)),
      () => (relay.lastMoved > 0 ? Math.min(REPEAT_MS, pollMs) : pollMs),
      throttled((error) => failed('Queueing events', error)),
      () => (setup.gatherMs ?? gatherMs)(relay.lastMoved),
    );
    processed.leaveToTaker(() => relaying.trigger());
    const sweeping = new PeriodicTask(
      (stop) => sweep.run(stop),
      sweepMs,
      throttled((error) => failed('Redelivering events', error)),
    );
    const purge = new OutboxRetention(pool, setup.retentionDays);
    const purging: PeriodicTask = new PeriodicTask(
      async () => {
        if (await purge.step()) purging.trigger();
      },
      purgeMs,
      throttled((error) => failed('Deleting processed events', error)),
    );
    const retries = new FailedDeliveryRetries(givenUp, deliveries).tasks(
      sweepMs,
      throttled((error) => failed('Retrying failed events', error)),
    );
    const listener = new OutboxListener(databaseUrl, () => relaying.trigger());
    await listener.open();
    opened.move();
    const tasks = [relaying, sweeping, purging, ...retries];
    return new Messaging(listener, tasks, processed, runner, worker, prompt, deliveries, backend, pool);
  }

  /** Rejects with a sentence if the queue takes no writes. */
  async assertQueueWritable(): Promise<void> {
    await this.backend.assertWritable().catch((error: unknown) => {
      throw this.backend.reported(error);
    });
  }

  /** Rejects with a sentence if events wait too long to be queued. */
  async assertFlowing(): Promise<void> {
    const waiting = lagOf(await this.backlog.outbox());
    if (waiting > MOST_LAG_SECONDS) throw new Error(`Events wait to be queued, the oldest for ${Math.round(waiting)} seconds.`);
  }

  /** Waits for running jobs, and only briefly for a queue that does not respond: another worker takes over what it does not know. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.listener.close();
    this.prompt.close();
    this.runner.close();
    const stopped = this.stop();
    stopped.catch(() => undefined);
    await this.processed.close();
    await this.runner.idle();
    await Promise.race([stopped, setTimeout(CLOSE_MS, undefined, { ref: false })]);
    await this.backend.close();
  }

  private async stop(): Promise<void> {
    await Promise.all([...this.tasks.map((task) => task.stop()), this.worker.close()]);
    // The relay may have handed events over until it was stopped.
    await this.runner.idle();
    await this.deliveries.close();
  }
}
