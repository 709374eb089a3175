import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { outsideOfRequest } from '#engine/idempotency';
import { runShared } from '#engine/tenancy';
import { settleTogether } from './batches.ts';

/**
 * Concurrent calls of all tenants share transactions: those that arrive during a transaction form the next one, in the order of their
 * arrival. One runs at a time. See `settleTogether` for what happens if one fails.
 */
export class CrossTenantTransactions<Call extends { reject(error: unknown): void }> {
  private readonly waiting: Call[] = [];
  private isRunning = false;

  /** `run` stores the calls in one transaction, at most `maxSize` of them. */
  constructor(
    private readonly run: (calls: readonly Call[]) => Promise<() => void>,
    private readonly maxSize: number,
  ) {}

  /** The call is settled by `run`, or rejected. */
  add(call: Call): void {
    this.waiting.push(call);
    if (this.isRunning) return;
    this.isRunning = true;
    runShared(() => outsideOfRequest(() => setImmediate(() => void this.runBatches())));
  }

  /** Callers are settled one macrotask before the next transaction begins, so that their next calls can join it. */
  private async runBatches(): Promise<void> {
    while (this.waiting.length > 0) {
      setImmediate(await settleTogether(this.waiting.splice(0, this.maxSize), this.run));
      await nextMacrotask();
    }
    this.isRunning = false;
  }
}
