import type { Queue } from 'bullmq';
import type { Fact } from '#kernel';
import type { Backend } from './backend.ts';
import type { PublishedEvent } from './published-event.ts';

/** One job: one event for one subscriber, so that a subscriber that fails is tried again alone. */
export interface Delivery {
  readonly subscriber: string;
  readonly event: Omit<PublishedEvent, 'occurredAt'> & { readonly occurredAt: string };
}

export const QUEUE = 'events';
const ATTEMPTS = 8;
const FIRST_RETRY_MS = 1_000;

/** A row of the outbox. */
export interface OutboxRow {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  readonly payload: { readonly [key: string]: Fact };
}

/** BullMQ refuses colons here. A job that is still there, waiting or failed, is not made a second time. */
export const jobId = (eventId: string, subscriber: string): string => `event-${eventId}-${subscriber}`;

/** What waits to be delivered. */
export class Deliveries {
  private readonly queue: Queue<Delivery>;

  constructor(backend: Backend, attempts = ATTEMPTS) {
    this.queue = backend.queue<Delivery>(QUEUE);
    this.attempts = attempts;
    this.queue.on('error', () => undefined);
  }

  private readonly attempts: number;

  async add(wanted: readonly { readonly row: OutboxRow; readonly subscriber: string }[]): Promise<void> {
    if (wanted.length === 0) return;
    await this.queue.addBulk(
      wanted.map(({ row, subscriber }) => ({
        name: row.name,
        data: { subscriber, event: eventOf(row) },
        opts: {
          jobId: jobId(row.id, subscriber),
          attempts: this.attempts,
          backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
          removeOnComplete: true,
          removeOnFail: false,
        },
      })) as never,
    );
  }

  /** Deliveries that were given up after their last attempt, the newest first. */
  async failed(limit = 100): Promise<{ id: string; event: string; subscriber: string; reason: string; failedAt: Date }[]> {
    const jobs = await this.queue.getFailed(0, limit - 1);
    return jobs.map((job) => ({
      id: job.id!,
      event: job.name,
      subscriber: job.data.subscriber,
      reason: job.failedReason ?? '',
      failedAt: new Date(job.finishedOn ?? 0),
    }));
  }

  /** Starts failed deliveries again, one or all; answers how many. */
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

  close(): Promise<void> {
    return this.queue.close();
  }
}

const eventOf = ({ id, name, organization_id, aggregate_id, occurred_at, payload }: OutboxRow): Delivery['event'] => ({
  id,
  name,
  organizationId: organization_id,
  aggregateId: aggregate_id,
  occurredAt: occurred_at.toISOString(),
  payload,
});
