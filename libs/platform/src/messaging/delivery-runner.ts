import { AlreadyProcessed, asBulkWork, type EventTaker, leaveEventsTo, whileProcessing } from '#engine/outbox';
import { currentContext, internalAttribution, SYSTEM } from '#engine/tenancy';
import { BulkWorkSlots } from './bulk-work-slots.ts';
import { type Delivery, jobId, type QueuedDelivery } from './deliveries.ts';
import type { EventRouter } from './event-router.ts';
import type { ProcessedEvents } from './processed-events.ts';
import { type Outcome, runDelivery } from './run-delivery.ts';
import { WaitingDeliveries } from './waiting-deliveries.ts';

type FailedDelivery = Extract<Outcome, { readonly state: 'failed' }>;

/** A delivery of an event that was read. */
interface ReadDelivery extends Delivery {
  /** Left out for one that is wanted in any case. */
  readonly isWanted?: () => Promise<boolean>;
}

/** What became of deliveries that were run together. */
interface RunResult {
  readonly failures: readonly FailedDelivery[];
  /** False if some failed, were postponed, or are run by somebody else in this process. */
  readonly isFinished: boolean;
}

/** What is done about a delivery that has waited, as whoever asked for it has its answer already. */
interface AfterWaiting {
  redeliver(failed: Delivery): Promise<void>;
  /** It is no failed one any more. */
  forget(done: QueuedDelivery): Promise<void>;
}

/** Runs deliveries together, and records which are processed. */
export class DeliveryRunner {
  private readonly bulkWork = new BulkWorkSlots();
  private readonly waiting = new WaitingDeliveries();
  private isClosed = false;
  /** Deliveries that are not recorded yet. One that is queued again meanwhile is not handled twice. */
  private readonly underWay = new Set<string>();
  /** Events of which no further deliveries are wanted. */
  private readonly eventsUnderWay = new Set<string>();
  private readonly running = new Set<Promise<void>>();
  private taker: EventTaker | undefined;
  /** Runs of events that were read, up to the point where they only wait to be recorded. */
  private readonly attempting = new Set<object>();

  constructor(
    private readonly progress: ProcessedEvents,
    private readonly router: EventRouter,
    /** Called with each error of a subscriber. */
    private readonly failed: (error: unknown) => void,
    private readonly afterWaiting: AfterWaiting,
    private readonly refreshClocks?: (organizationIds: readonly string[]) => Promise<void>,
  ) {}

  /** From now on, the events that subscribers publish are delivered by the taker while it has room. */
  leavePublishedTo(taker: EventTaker): void {
    this.taker = taker;
  }

  /** Runs `work`; `idle` waits for it. */
  track<T>(work: () => Promise<T>): Promise<T> {
    const result = work();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return result;
  }

  /** Resolves when everything that was tracked has ended, with what was tracked meanwhile. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  isUnderWay({ subscriber, event }: Delivery): boolean {
    return this.eventsUnderWay.has(event.id) || this.isHere({ subscriber, eventId: event.id });
  }

  private isHere(delivery: QueuedDelivery): boolean {
    return this.underWay.has(jobId(delivery)) || this.waiting.has(delivery);
  }

  /** What waits for a place is left to `Redelivery` of another process. */
  close(): void {
    this.isClosed = true;
    this.bulkWork.stopWaiting();
    this.waiting.clear();
  }

  /** Runs those of the deliveries that are not recorded as processed. `complete` has the ids of events of which all deliveries are among them. */
  runQueued(deliveries: readonly QueuedDelivery[], complete: readonly string[]): Promise<RunResult> {
    const pending = (begun: readonly QueuedDelivery[]) => this.progress.pending(begun);
    return this.run(deliveries, complete, pending, (processed, done) => this.progress.record(processed, done));
  }

  /**
   * The same for deliveries whose events were read when none of them was processed. Those that turn out not to be wanted are left out. What
   * is processed is recorded with the next events that are taken, for which the last of several runs asks; `attempted` is called before.
   */
  async runRead(
    deliveries: readonly ReadDelivery[],
    complete: readonly string[],
    attempted = (): void => undefined,
  ): Promise<RunResult> {
    const queued = deliveries.map((delivery) => ({ ...delivery, eventId: delivery.event.id }));
    const run = {};
    this.attempting.add(run);
    try {
      return await this.run(
        queued,
        complete,
        async (begun) => begun,
        (processed, done) => {
          this.attempting.delete(run);
          attempted();
          return this.progress.recordWithNext(processed, done, { isUrgent: this.attempting.size === 0 });
        },
      );
    } finally {
      this.attempting.delete(run);
    }
  }

  private async run<D extends QueuedDelivery>(
    deliveries: readonly D[],
    complete: readonly string[],
    pending: (begun: readonly D[]) => Promise<readonly ReadDelivery[]>,
    record: (processed: readonly Delivery[], done: readonly string[]) => Promise<void>,
  ): Promise<RunResult> {
    const begun = deliveries.filter((delivery) => !this.isHere(delivery));
    for (const delivery of begun) this.underWay.add(jobId(delivery));
    for (const id of complete) this.eventsUnderWay.add(id);
    try {
      const open = await pending(begun);
      if (this.refreshClocks) await this.refreshClocks(open.map(({ event }) => event.organizationId));
      const attempts = await Promise.all(open.map((delivery) => this.attemptIfWanted(delivery)));
      const outcomes = attempts.flatMap((outcome) => outcome ?? []);
      const mine = new Set(begun);
      const eventsOf = (state: Outcome['state']) =>
        outcomes.flatMap((outcome) => (outcome.state === state ? outcome.delivery.event.id : []));
      const unfinished = new Set([
        ...deliveries.flatMap((delivery) => (mine.has(delivery) ? [] : delivery.eventId)),
        ...eventsOf('failed'),
        ...eventsOf('postponed'),
      ]);
      const whole = new Set(complete);
      for (const id of new Set(eventsOf('waiting')))
        if (!this.waiting.othersEnded(id, whole.has(id) && !unfinished.has(id))) unfinished.add(id);
      await record(
        outcomes.flatMap(({ state, delivery }) => (state === 'done' ? delivery : [])),
        complete.filter((id) => !unfinished.has(id)),
      );
      return { failures: outcomes.filter((outcome) => outcome.state === 'failed'), isFinished: unfinished.size === 0 };
    } finally {
      for (const delivery of begun) this.underWay.delete(jobId(delivery));
      for (const id of complete) this.eventsUnderWay.delete(id);
    }
  }

  private async attemptIfWanted({ event, subscriber, isWanted }: ReadDelivery): Promise<Outcome | undefined> {
    return isWanted && !(await isWanted()) ? undefined : this.attempt({ event, subscriber });
  }

  /** Has a delivery wait for a place, unless too many wait. */
  private wait(delivery: Delivery): 'waiting' | 'postponed' {
    const { event, subscriber } = delivery;
    const begin = (leave: () => void): void => void this.track(() => this.runWaiting(delivery).finally(leave)).catch(this.failed);
    if (this.isClosed || !this.bulkWork.wait(event.organizationId, begin)) return 'postponed';
    this.waiting.add({ subscriber, eventId: event.id });
    return 'waiting';
  }

  /** Runs a delivery that has got its place. */
  private async runWaiting(delivery: Delivery): Promise<void> {
    const { event, subscriber } = delivery;
    const queued = { subscriber, eventId: event.id };
    try {
      const open = await this.progress.pending([queued]);
      if (this.refreshClocks) await this.refreshClocks([event.organizationId]);
      const outcome = open.length > 0 ? await this.attempt(delivery, { hasPlace: true }) : undefined;
      if (outcome?.state === 'failed') {
        this.waiting.forget(event.id);
        return await this.afterWaiting.redeliver(delivery);
      }
      await this.progress.record([delivery], this.waiting.processed(queued) ? [event.id] : []);
      await this.afterWaiting.forget(queued);
    } catch (error) {
      this.waiting.forget(event.id);
      throw error;
    }
  }

  private attempt(delivery: Delivery, options?: { readonly hasPlace: boolean }): Promise<Outcome> {
    return runDelivery(delivery, async () => {
      try {
        return { delivery, state: await this.deliver(delivery, options) };
      } catch (reason) {
        if (reason instanceof AlreadyProcessed) return { delivery, state: 'done' };
        this.failed(reason);
        return { delivery, state: 'failed', reason };
      }
    });
  }

  private async deliver(
    { subscriber: id, event }: Delivery,
    { hasPlace } = { hasPlace: false },
  ): Promise<'done' | 'waiting' | 'postponed'> {
    const subscriber = this.router.subscriber(id);
    if (!subscriber) return 'postponed';
    const { isBulkWork = false, multiTransaction = false, isErasure = false } = subscriber;
    const leave = isBulkWork && !hasPlace ? this.bulkWork.enter(event.organizationId) : () => undefined;
    if (!leave) return this.wait({ subscriber: id, event });
    const handle = () => asBulkWork(event.isBulk || isBulkWork, () => subscriber.handle(event));
    const context = currentContext()!;
    if (this.taker) leaveEventsTo(this.taker, context);
    context.attribution = {
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
