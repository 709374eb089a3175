import { BATCH_SIZE, type DeliveryQueue } from './deliveries.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import type { EventTaker, OutboxRow } from '#engine/outbox';
import type { AskedEvent, EventRouter } from './event-router.ts';
import { published } from './published-event.ts';

/** The most events that a worker delivers at a time without a job. Others are queued, where any worker finds them. */
const MOST_EVENTS = 500;

/** An event that was just taken from the outbox. */
export interface TakenRow extends OutboxRow {
  /** The subscribers that have processed it already; none if left out. */
  readonly processed?: readonly string[];
}

interface TakenEvent extends AskedEvent {
  readonly processed: readonly string[];
}

/**
 * Delivers events that the relay of this process has just taken from the outbox, without a job in the queue, and those that subscribers
 * publish meanwhile, without the outbox being read. If the process ends, `Redelivery` queues them, as if the queue had lost their
 * job. Failed deliveries become jobs.
 */
export class PromptDeliveries implements EventTaker {
  private underWay = 0;
  private isClosed = false;

  constructor(
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
    private readonly runner: DeliveryRunner,
    private readonly failed: (error: unknown) => void,
    /** Called when there is room again. */
    private readonly freed: () => void,
  ) {}

  /** The number of events that may be delivered now. */
  get capacity(): number {
    return this.isClosed ? 0 : MOST_EVENTS - this.underWay;
  }

  /** Half of the room is left for the events of organizations that wait for their turn. */
  get hasRoom(): boolean {
    return this.capacity > MOST_EVENTS / 2;
  }

  take(rows: readonly OutboxRow[]): void {
    try {
      this.deliver(rows);
    } catch (error) {
      this.failed(error);
    }
  }

  deliver(rows: readonly TakenRow[]): void {
    const events = this.router
      .ask(rows.map(published))
      .map((asked, index) => ({ ...asked, processed: rows[index]!.processed ?? [] }));
    for (let start = 0; start < events.length; start += BATCH_SIZE) this.deliverTogether(events.slice(start, start + BATCH_SIZE));
  }

  close(): void {
    this.isClosed = true;
  }

  private deliverTogether(events: readonly TakenEvent[]): void {
    let held = events.length;
    this.underWay += held;
    const free = (): void => {
      this.underWay -= held;
      held = 0;
      this.freed();
    };
    void this.runner
      .track(() => this.run(events, free))
      .catch(this.failed)
      .finally(free);
  }

  private async run(events: readonly TakenEvent[], attempted: () => void): Promise<void> {
    const deliveries = events.flatMap(({ event, subscribers, processed, isWanted }) =>
      subscribers.flatMap((subscriber) =>
        processed.includes(subscriber) ? [] : { event, subscriber, isWanted: () => isWanted(subscriber) },
      ),
    );
    /** Not done after that if another version knows further subscribers. */
    const complete = events.flatMap(({ event }) => (this.router.knows(event) ? event.id : []));
    const { failures } = await this.runner.runRead(deliveries, complete, attempted);
    if (failures.length === 0) return;
    await this.deliveries.redeliver(
      failures.map(({ delivery }) => delivery),
      { afterFailure: true },
    );
  }
}
