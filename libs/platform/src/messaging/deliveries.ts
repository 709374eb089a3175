import type { JobsOptions, Queue } from 'bullmq';
import type { Backend } from './backend.ts';
import { type FirstDeliveryLane, type Lane, PRIORITIES, type Capacity, capacityFor } from './lanes.ts';
import { type RetryOptions, RetryPolicy } from './retry-policy.ts';
import type { PublishedEvent } from './published-event.ts';

/** One event for one subscriber. */
export interface Delivery {
  /** The id of the subscriber. */
  readonly subscriber: string;
  readonly event: PublishedEvent;
}

/** A delivery as the queue knows it. The event itself stays in the outbox until all its subscribers have processed it. */
export interface QueuedDelivery {
  readonly subscriber: string;
  readonly eventId: string;
}

/** An event with the ids of all its subscribers. */
export interface EventWithSubscribers {
  readonly event: PublishedEvent;
  readonly subscribers: readonly string[];
}

export type EventsOfLanes = { readonly [L in FirstDeliveryLane]: readonly EventWithSubscribers[] };

interface NewJob {
  readonly name: string;
  readonly events: readonly EventWithSubscribers[];
  readonly opts: JobsOptions;
}

/** The data of a job. */
export interface JobData {
  /** Missing in a job of an earlier version: its events are queued again like those of a lost job. */
  readonly events?: readonly { readonly id: string; readonly subscribers: readonly string[] }[];
}

export const QUEUE = 'events';
/** The name of jobs with all deliveries of several events. Other jobs have one delivery and the name of its event. */
export const BATCH = 'batch';
/** Events per job, because a job costs the queue more time than most subscribers take, and deliveries of one job share statements. */
export const BATCH_SIZE = 50;
/** In PostgreSQL, adding in bulk makes temporary tables, which costs as much as adding so many jobs one by one. */
const MANY_JOBS = 8;

/** BullMQ does not accept colons in ids, and adds no second job while one with the same id is waiting or failed. */
export const jobId = ({ eventId, subscriber }: QueuedDelivery): string => `event-${eventId}-${subscriber}`;
/** The delivery of such an id. */
function deliveryOf(id: string): QueuedDelivery {
  const [, eventId, ...subscriber] = id.split('-');
  return { eventId: eventId!, subscriber: subscriber.join('-') };
}

/** The queue of deliveries. */
export class DeliveryQueue {
  private constructor(
    private readonly queue: Queue<JobData>,
    private readonly backend: Backend,
    readonly retries: RetryPolicy,
  ) {
    queue.on('error', () => undefined);
  }

  static async open(backend: Backend, retry?: RetryOptions): Promise<DeliveryQueue> {
    return new DeliveryQueue(await backend.queue<JobData>(QUEUE), backend, new RetryPolicy(retry));
  }

  /** The number of jobs that may be added now. */
  async capacity(): Promise<Capacity> {
    const counts = await this.queue.getCountsPerPriority(Object.values(PRIORITIES)).catch(this.fail);
    const waiting = (lane: Lane): number => counts[PRIORITIES[lane]] ?? 0;
    return capacityFor({ interactive: waiting('interactive'), bulk: waiting('bulk'), retry: waiting('retry') });
  }

  /** The number of events that fit into the jobs. */
  eventsOf(jobs: number): number {
    return jobs * BATCH_SIZE;
  }

  /** Queues new events in batches, each event with all of its deliveries. Returns the number of added jobs. */
  async enqueue(events: EventsOfLanes): Promise<Capacity> {
    const [interactive, bulk] = [this.batches(events.interactive, 'interactive'), this.batches(events.bulk, 'bulk')];
    await this.put([...interactive, ...bulk]);
    return { interactive: interactive.length, bulk: bulk.length };
  }

  private batches(events: readonly EventWithSubscribers[], lane: FirstDeliveryLane): NewJob[] {
    const opts = { ...this.retries.options(), ...priorityOf(lane), removeOnComplete: true, removeOnFail: true };
    return Array.from({ length: Math.ceil(events.length / BATCH_SIZE) }, (_, index) => {
      const batch = events.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE);
      return { name: BATCH, events: batch, opts };
    });
  }

  /** Queues deliveries again, one job each. Jobs that are still in the queue stay as they are. */
  async redeliver(deliveries: readonly Delivery[], { afterFailure = false } = {}): Promise<void> {
    await this.put(
      deliveries.map((delivery) => ({
        name: delivery.event.name,
        events: [{ event: delivery.event, subscribers: [delivery.subscriber] }],
        opts: {
          ...this.retries.options({ afterFailure }),
          ...priorityOf('retry'),
          jobId: jobId({ eventId: delivery.event.id, subscriber: delivery.subscriber }),
          removeOnComplete: true,
          removeOnFail: false,
        },
      })),
    );
  }

  /** The number of jobs, by state. */
  counts(): Promise<Record<string, number>> {
    return this.queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
  }

  /** When the oldest waiting batch was made; undefined if none is waiting. */
  async oldest(): Promise<Date | undefined> {
    // A page of jobs without a priority has the newest ones on PostgreSQL, whatever the order. They are few, and batches.
    const jobs = await Promise.all([this.queue.getJobs(['waiting']), this.queue.getJobs(['prioritized'], 0, 0, true)]);
    const batches = jobs
      .flat()
      .filter((job) => job.name === BATCH)
      .map(({ timestamp }) => timestamp);
    return batches.length > 0 ? new Date(Math.min(...batches)) : undefined;
  }

  /** Deliveries whose last attempt failed, the newest first: all of them, or at most so many. */
  async failed(limit?: number): Promise<{ id: string; event: string; subscriber: string; reason: string; failedAt: Date }[]> {
    const jobs = await this.queue.getFailed(0, limit === undefined ? -1 : limit - 1);
    return jobs.map((job) => ({
      id: job.id!,
      event: job.name,
      subscriber: deliveryOf(job.id!).subscriber,
      reason: job.failedReason ?? '',
      failedAt: new Date(job.finishedOn ?? 0),
    }));
  }

  /** Retries one or all failed deliveries; returns their number. */
  async retry(id?: string): Promise<number> {
    const jobs = id === undefined ? await this.queue.getFailed(0, -1) : [await this.queue.getJob(id)];
    let retried = 0;
    for (const job of jobs) {
      if (!job || !(await job.isFailed())) continue;
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      retried += 1;
    }
    return retried;
  }

  /** Some of the failed deliveries, in the order of `failed`. */
  async failedFrom(start: number, limit: number): Promise<QueuedDelivery[]> {
    return (await this.queue.getFailed(start, start + limit - 1)).map((job) => deliveryOf(job.id!));
  }

  /**
   * Retries a delivery. False while an attempt is under way, as of one that is about to be marked as failed. A delivery that the
   * queue has lost is left to `Redelivery`.
   */
  async requeue(delivery: QueuedDelivery): Promise<boolean> {
    const id = jobId(delivery);
    if ((await this.retry(id)) > 0) return true;
    return !(await (await this.queue.getJob(id))?.isActive());
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  private async put(newJobs: readonly NewJob[]): Promise<void> {
    const jobs = newJobs.map(({ name, events, opts }) => ({
      name,
      data: { events: events.map(({ event, subscribers }) => ({ id: event.id, subscribers })) },
      opts,
    }));
    if (jobs.length < MANY_JOBS)
      await Promise.all(jobs.map(({ name, data, opts }) => this.queue.add(name as never, data as never, opts))).catch(this.fail);
    else await this.queue.addBulk(jobs as never).catch(this.fail);
  }

  private readonly fail = (error: unknown): never => {
    throw this.backend.reported(error);
  };
}

/** The first lane has no priority: BullMQ takes such jobs first. */
const priorityOf = (lane: Lane): Pick<JobsOptions, 'priority'> => (lane === 'interactive' ? {} : { priority: PRIORITIES[lane] });
