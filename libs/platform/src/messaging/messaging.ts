import type pg from 'pg';
import { Audience, type Routes } from './audience.ts';
import type { Backend } from './backend.ts';
import { Deliveries } from './deliveries.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { OutboxListener } from './outbox-listener.ts';
import type { Patience } from './patience.ts';
import type { Subscriber } from './published-event.ts';
import { Purge } from './purge.ts';
import { Relay } from './relay.ts';
import { sparingly } from './sparingly.ts';
import { Sweep } from './sweep.ts';
import { Turn } from './turn.ts';

const POLL_MS = 1_000;
/** How old an event is before anyone looks for it, and how often that is. */
const SWEEP_MS = 5_000;
/** How often it is asked what may be forgotten. */
const PURGE_MS = 30_000;
/** Events that are committed one after the other are carried together. */
const GATHER_MS = 10;

interface Setup extends Patience {
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
    private readonly turns: readonly Turn[],
    private readonly worker: DeliveryWorker,
    private readonly deliveries: Deliveries,
    private readonly backend: Backend,
  ) {}

  static async start(setup: Setup): Promise<Messaging> {
    const { databaseUrl, pool, backend, routes, subscribers, failed } = setup;
    const { pollMs = POLL_MS, sweepMs = SWEEP_MS, purgeMs = PURGE_MS } = setup;
    const deliveries = await Deliveries.open(backend, setup);
    const worker = new DeliveryWorker(pool, deliveries, subscribers);
    await worker.start(
      backend,
      sparingly((error) => failed('Delivering events', error)),
    );
    const audience = new Audience(routes, subscribers);
    const relay = new Relay(pool, deliveries, audience);
    const sweep = new Sweep(pool, deliveries, audience, sweepMs);
    const relaying = new Turn(
      (stop) => relay.drain(stop),
      pollMs,
      sparingly((error) => failed('Carrying events', error)),
      GATHER_MS,
    );
    const sweeping = new Turn(
      (stop) => sweep.run(stop),
      sweepMs,
      sparingly((error) => failed('Sweeping events', error)),
    );
    const purge = new Purge(pool, setup.retentionDays);
    const purging: Turn = new Turn(
      async () => {
        if (await purge.step()) purging.soon();
      },
      purgeMs,
      sparingly((error) => failed('Forgetting events', error)),
    );
    const listener = new OutboxListener(databaseUrl, () => relaying.soon());
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
