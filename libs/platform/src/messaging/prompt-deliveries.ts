import { BATCH_SIZE, type DeliveryQueue } from './deliveries.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import type { AskedEvent } from './event-router.ts';

/** The most events that a worker delivers at a time without a job. Others are queued, where any worker finds them. */
const MOST_EVENTS = 500;

/** An event that was just taken from the outbox. */
export interface TakenEvent extends AskedEvent {
  /** The subscribers that have processed it already. */
  readonly processed: readonly string[];
  /** Whether it is done when all of the subscribers have processed it: not if another version knows further ones. */
  readonly isComplete: boolean;
}

/**
 * Delivers events that the relay of this process has just taken from the outbox, without a job in the queue. If the process ends
 * meanwhile, `Redelivery` queues them, as if the queue had lost their job. Failed deliveries become jobs.
 */
export class PromptDeliveries {
  private underWay = 0;
  private isClosed = false;

  constructor(
    private readonly deliveries: DeliveryQueue,
    private readonly runner: DeliveryRunner,
    private readonly failed: (error: unknown) => void,
    /** Called when there is room again. */
    private readonly freed: () => void,
  ) {}

  /** The number of events that may be delivered now. */
  get capacity(): number {
    return this.isClosed ? 0 : MOST_EVENTS - this.underWay;
  }

  deliver(events: readonly TakenEvent[]): void {
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
    const complete = events.flatMap(({ event, isComplete }) => (isComplete ? event.id : []));
    const { failures } = await this.runner.runRead(deliveries, complete, attempted);
    if (failures.length === 0) return;
    await this.deliveries.redeliver(
      failures.map(({ delivery }) => delivery),
      { afterFailure: true },
    );
  }
}
