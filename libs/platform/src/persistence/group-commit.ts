import type { Sync } from '#kernel';
import {
  asKeyInUse,
  insertRecords,
  nextStep,
  outsideOfRequest,
  type RecordStatement,
  type Step,
  type StoredRecord,
} from '#platform/idempotency';
import { asBulkWork, isBulkWork, type ProcessingEvent, claimProcessingEvent, markProcessed } from '#platform/outbox';
import { currentWork, runShared } from '#platform/tenancy';
import { isDatabaseUnavailable, sharedFailure } from './is-unavailable.ts';

interface PendingChange<Request, Aggregate> {
  readonly request: Request;
  readonly by: (aggregate: Aggregate) => unknown;
  /** The event whose processing caused the change, if any. */
  readonly cause: ProcessingEvent | undefined;
  /** The step of a request with an idempotency key, if the change is one. */
  readonly step: Step | undefined;
  readonly isBulk: boolean;
  readonly tenant: string | null | undefined;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

const nextMacrotask = (): Promise<void> => new Promise(setImmediate);

/** The transaction of a batch, implemented by a repository. Begin and commit are one round trip each. */
export interface GroupTransaction<Aggregate> {
  /** The locked aggregate of each request, in the same order; undefined if not found. Requests for one row get one object. */
  readonly found: readonly (Aggregate | undefined)[];
  /** Writes the changed aggregates and their events, runs the other statements, and commits. */
  commit(changed: readonly Aggregate[], others: readonly RecordStatement[]): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * Group commit: many concurrent `change` calls share one transaction.
 *
 * Calls that arrive during a transaction are queued and form the next batch. A batch locks all rows with one SELECT, runs every
 * closure on its aggregate in order of arrival (several closures may change the same aggregate), writes all rows and events,
 * commits, and only then settles the promises of its callers. Each call is as durable as with a transaction of its own, at a
 * fraction of the cost, and a contended row is written once per batch.
 *
 * This is safe because closures are synchronous (nothing is awaited while rows are locked) and check before they change (a
 * closure that throws leaves its aggregate unchanged and rejects only its own call). If the database rejects the write of a batch,
 * its changes are retried one by one, so that only the faulty one fails. If the connection is lost, it is unknown whether the
 * batch was committed, so nothing is retried and all of its calls are rejected.
 */
export abstract class GroupCommit<Request, Aggregate extends object> {
  private queue: PendingChange<Request, Aggregate>[] = [];
  private isDraining = false;

  constructor(
    /** The name of a change among the steps of a request with an idempotency key. */
    private readonly step: string,
    private readonly maxBatchSize = 500,
  ) {}

  /** Opens a transaction and locks the rows of all requests. */
  protected abstract begin(requests: readonly Request[]): Promise<GroupTransaction<Aggregate>>;
  /** The error for a request whose row does not exist. */
  protected abstract notFound(request: Request): Error;

  change<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    const step = nextStep(this.step);
    if (step?.done) return Promise.resolve(step.done.outcome as T);
    return new Promise<T>((resolve, reject) => {
      this.queue.push({
        request,
        by,
        cause: claimProcessingEvent(),
        step,
        isBulk: isBulkWork(),
        tenant: currentWork()?.tenant,
        resolve: resolve as (outcome: unknown) => void,
        reject,
      });
      if (!this.isDraining) {
        this.isDraining = true;
        runShared(() => outsideOfRequest(() => setImmediate(() => void this.drain())));
      }
    });
  }

  /** Callers are settled one macrotask before the next transaction begins, so that their follow-up calls can join it. */
  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.nextBatch();
      setImmediate(await asBulkWork(batch[0]!.isBulk, () => this.settleBatch(batch)));
      await nextMacrotask();
    }
    this.isDraining = false;
  }

  /**
   * All calls that wait; if they are too many, the tenants take turns. The calls of a tenant keep their order. Calls of bulk work
   * and others are not in one batch, as the events of a batch are published together.
   */
  private nextBatch(): PendingChange<Request, Aggregate>[] {
    const { isBulk } = this.queue[0]!;
    const eligible = this.queue.filter((each) => each.isBulk === isBulk);
    if (eligible.length === this.queue.length && eligible.length <= this.maxBatchSize) return this.queue.splice(0);
    const size = Math.min(eligible.length, this.maxBatchSize);
    const lines = [...Map.groupBy(eligible, ({ tenant }) => tenant).values()];
    const batch = new Set<PendingChange<Request, Aggregate>>();
    for (let round = 0; batch.size < size; round++) {
      for (const line of lines) if (round < line.length && batch.size < size) batch.add(line[round]!);
    }
    this.queue = this.queue.filter((each) => !batch.has(each));
    return [...batch];
  }

  /** Never rejects; returns a function that settles the promise of every caller. */
  private async settleBatch(batch: readonly PendingChange<Request, Aggregate>[]): Promise<() => void> {
    try {
      return await this.run(batch);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        return () => batch.forEach((each) => each.reject(asKeyInUse(sharedFailure(error))));
      }
      const replies: (() => void)[] = [];
      for (const each of batch) replies.push(await this.settleBatch([each]));
      return () => replies.forEach((reply) => reply());
    }
  }

  private async run(batch: readonly PendingChange<Request, Aggregate>[]): Promise<() => void> {
    const transaction = await this.begin(batch.map(({ request }) => request));
    const changed = new Set<Aggregate>();
    const causes: ProcessingEvent[] = [];
    const records: StoredRecord[] = [];
    const replies = batch.map(({ request, by, cause, step, resolve, reject }, index) => {
      const aggregate = transaction.found[index];
      if (!aggregate) return () => reject(this.notFound(request));
      try {
        const outcome = step ? step.run(() => by(aggregate)) : by(aggregate);
        changed.add(aggregate);
        if (cause) causes.push(cause);
        if (step) records.push(step.record(outcome));
        return () => {
          step?.committed();
          resolve(outcome);
        };
      } catch (error) {
        return () => reject(error);
      }
    });
    const others = [
      ...(causes.length > 0 ? [markProcessed(causes)] : []),
      ...(records.length > 0 ? [insertRecords(records)] : []),
    ];
    await (changed.size > 0 ? transaction.commit([...changed], others) : transaction.rollback());
    return () => replies.forEach((reply) => reply());
  }
}
