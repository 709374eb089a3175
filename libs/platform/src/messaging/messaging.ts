import type pg from 'pg';
import { EventRouter, type Routes } from './event-router.ts';
import type { Backend } from './backend.ts';
import { DeliveryQueue } from './deliveries.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { OutboxListener } from './outbox-listener.ts';
import type { RetryOptions } from './retry-policy.ts';
import type { Subscriber } from './published-event.ts';
import { OutboxRetention } from './outbox-retention.ts';
import { Relay } from './relay.ts';
import { throttled } from './throttle-errors.ts';
import { Redelivery } from './redelivery.ts';
import { PeriodicTask } from './periodic-task.ts';

const POLL_MS = 1_000;
/** How old an event is before anyone looks for it, and how often that is. */
const SWEEP_MS = 5_000;
/** How often it is asked what may be forgotten. */
const PURGE_MS = 30_000;
/** Events that are committed one after the other are carried together. */
const GATHER_MS = 10;

interface Setup extends RetryOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly backend: Backend;
  readonly routes: Routes;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  /** Told of what failed and will be tried again. */
  readonly failed: (what: string, error: unknown) => void;
  /** How long events and their notes are kept after they were dealt with. */
  readonly retentionDays: number;
  readonly pollMs?: number;
  readonly sweepMs?: number;
  readonly purgeMs?: number;
}

/** A process's part in carrying events: relay, sweep, deliveries and purge, until it is closed. */
export class Messaging implements AsyncDisposable {
  private constructor(
    private readonly listener: OutboxListener,
    private readonly turns: readonly PeriodicTask[],
    private readonly worker: DeliveryWorker,
    private readonly deliveries: DeliveryQueue,
    private readonly backend: Backend,
  ) {}

  static async start(setup: Setup): Promise<Messaging> {
    const { databaseUrl, pool, backend, routes, subscribers, failed } = setup;
    const { pollMs = POLL_MS, sweepMs = SWEEP_MS, purgeMs = PURGE_MS } = setup;
    const deliveries = await DeliveryQueue.open(backend, setup);
    const worker = new DeliveryWorker(pool, deliveries, subscribers);
    await worker.start(
      backend,
      throttled((error) => failed('Delivering events', error)),
    );
    const audience = new EventRouter(routes, subscribers);
    const relay = new Relay(pool, deliveries, audience);
    const sweep = new Redelivery(pool, deliveries, audience, sweepMs);
    const relaying = new PeriodicTask(
      (stop) => relay.drain(stop),
      pollMs,
      throttled((error) => failed('Carrying events', error)),
      GATHER_MS,
    );
    const sweeping = new PeriodicTask(
      (stop) => sweep.run(stop),
      sweepMs,
      throttled((error) => failed('Sweeping events', error)),
    );
    const purge = new OutboxRetention(pool, setup.retentionDays);
    const purging: PeriodicTask = new PeriodicTask(
      async () => {
        if (await purge.step()) purging.trigger();
      },
      purgeMs,
      throttled((error) => failed('Forgetting events', error)),
    );
    const listener = new OutboxListener(databaseUrl, () => relaying.trigger());
    await listener.open();
    return new Messaging(listener, [relaying, sweeping, purging], worker, deliveries, backend);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.listener.close();
    await Promise.all(this.turns.map((turn) => turn.stop()));
    await this.worker.close();
    await this.deliveries.close();
    await this.backend.close();
  }
}
