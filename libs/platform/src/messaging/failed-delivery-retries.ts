import type { DeliveryQueue } from './deliveries.ts';
import type { FailedDeliveries } from './failed-deliveries.ts';
import { PeriodicTask } from './periodic-task.ts';

const BATCH = 200;
/** The interval at which the table is compared with the queue, which begins at the start of the worker. */
const RECONCILE_MS = 3_600_000;

/** Retries the failed deliveries for which somebody asked. */
export class FailedDeliveryRetries {
  constructor(
    private readonly failed: FailedDeliveries,
    private readonly deliveries: DeliveryQueue,
  ) {}

  tasks(everyMs: number, failed: (error: unknown) => void): readonly PeriodicTask[] {
    const reconciling = new PeriodicTask((stop) => this.reconcile(stop), RECONCILE_MS, failed);
    reconciling.trigger();
    return [new PeriodicTask((stop) => this.run(stop), everyMs, failed), reconciling];
  }

  private async run(stop: AbortSignal): Promise<void> {
    for (let isFull = true; isFull && !stop.aborted;) {
      const requested = await this.failed.requested(BATCH);
      const queued = [];
      for (const delivery of requested) if (await this.deliveries.requeue(delivery)) queued.push(delivery);
      await this.failed.markRetrying(queued);
      isFull = requested.length === BATCH && queued.length > 0;
    }
  }

  /** Records what the queue has given up and the table does not know, because of a fault or an earlier version. */
  private async reconcile(stop: AbortSignal): Promise<void> {
    for (let start = 0, isFull = true; isFull && !stop.aborted; start += BATCH) {
      const failed = await this.deliveries.failedFrom(start, BATCH);
      await this.failed.addMissing(failed);
      isFull = failed.length === BATCH;
    }
  }
}
