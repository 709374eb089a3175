import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { Sync } from '#kernel';
import { type AttributedChange, insertAuditEntries } from '#platform/audit';
import {
  asKeyInUse,
  insertRecords,
  nextStep,
  openingStatements,
  outsideOfRequest,
  type RecordStatement,
  refusalsOf,
  type Step,
  type StoredRecord,
} from '#platform/idempotency';
import {
  asAlreadyProcessed,
  asBulkWork,
  isBulkWork,
  type ProcessingEvent,
  claimProcessingEvent,
  insertProcessed,
} from '#platform/outbox';
import { batchCommitted } from '#platform/metrics';
import { type Attribution, changing, currentContext, runShared, runInContext, type RequestContext } from '#platform/tenancy';
import { inSpan } from '#platform/tracing';
import { changesSince, snapshotsOf } from './audited.ts';
import { sharedFailure } from './is-unavailable.ts';
import { settleTogether } from './settle-together.ts';

/** Others wait until a batch is stored. Requests are a few hundred bytes, so only unusual ones make a batch this large. */
const MAX_BATCH_BYTES = 256 * 1024;

/**
 * So many calls are not divided into two batches: what a batch costs, however few calls it has, would outweigh the gain.
 */
const ALWAYS_TOGETHER = 16;

const sizeOf = (changes: readonly { readonly context: RequestContext | undefined }[]): number =>
  changes.reduce((sum, { context }) => sum + (context?.bytes ?? 0), 0);

/** The organization of an aggregate. What is only locked may have none. */
const ownerOf = (aggregate: { readonly organizationId?: string }): string | undefined => aggregate.organizationId;

interface PendingChange<Request, Aggregate> {
  readonly request: Request;
  readonly by: (aggregate: Aggregate) => unknown;
  /** The event whose processing caused the change, if any. */
  readonly cause: ProcessingEvent | undefined;
  /** The step of a request with an idempotency key, if the change is one. */
  readonly step: Step | undefined;
  /** Undefined for a change that is not in the audit log. */
  readonly attribution: Attribution | undefined;
  readonly isBulk: boolean;
  readonly since: number;
  /** What the change is part of. */
  readonly context: RequestContext | undefined;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

/** The transaction of a batch, implemented by a repository. Begin and commit are one round trip each. */
export interface GroupTransaction<Aggregate> {
  /** The rows of the statements that had to run first. */
  readonly first: readonly object[][];
  /** The locked aggregate of each request, in the same order; undefined if not found. Requests for one row get one object. */
  readonly found: readonly (Aggregate | undefined)[];
  /** Writes the changed aggregates and their events, runs the other statements, and commits. */
  commit(changed: readonly Aggregate[], others: readonly RecordStatement[]): Promise<unknown>;
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

  /** Opens a transaction, runs the statements `first`, and locks the rows of all requests. */
  protected abstract begin(requests: readonly Request[], first: readonly RecordStatement[]): Promise<GroupTransaction<Aggregate>>;
  /** The error for a request whose row does not exist. */
  protected abstract notFound(request: Request): Error;

  /** What the audit log has of an aggregate before a change. */
  protected auditedBefore(_aggregate: Aggregate): readonly object[] {
    return [];
  }

  /** What the audit log has of an aggregate after a change, with what the change has added. */
  protected auditedAfter(aggregate: Aggregate): readonly object[] {
    return this.auditedBefore(aggregate);
  }

  change<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    const step = nextStep(this.step);
    if (step?.done) return Promise.resolve(step.done.outcome as T);
    const context = currentContext();
    if (!context?.span) return this.enqueue(request, by, step, context);
    return inSpan(`change ${this.step}`, context.span.traceparent, () => this.enqueue(request, by, step, context));
  }

  private enqueue<T>(
    request: Request,
    by: (aggregate: Aggregate) => Sync<T>,
    step: Step | undefined,
    context?: RequestContext,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cause = claimProcessingEvent();
      this.queue.push({
        request,
        by,
        cause,
        step,
        attribution: context?.attribution,
        isBulk: isBulkWork(),
        since: performance.now(),
        context,
        resolve: resolve as (outcome: unknown) => void,
        // Another worker may have processed the event in the meantime.
        reject: (error) => reject(asAlreadyProcessed(asKeyInUse(sharedFailure(error)), cause)),
      });
      if (!this.isDraining) {
        this.isDraining = true;
        runShared(() => outsideOfRequest(() => setImmediate(() => void this.drain())));
      }
    });
  }

  /**
   * A batch begins before the callers of the one before are settled, so that the database works on one while the process responds
   * to the other. When nobody waits, callers are settled first, and their follow-up calls form the next batch.
   */
  private async drain(): Promise<void> {
    let unsettled = 0;
    while (this.queue.length > 0) {
      const batch = this.nextBatch(unsettled);
      const settle = await asBulkWork(batch[0]!.isBulk, () => settleTogether(batch, (changes) => this.run(changes)));
      setImmediate(settle);
      unsettled = batch.length;
      if (this.queue.length > 0) continue;
      await nextMacrotask();
      unsettled = 0;
    }
    this.isDraining = false;
  }

  /**
   * The calls that wait, but at most half of the callers of whom the process knows, and at most `maxBatchSize`. If they are too many
   * or too large, the tenants take turns. The calls of a tenant keep their order. Calls of bulk work and others are not in one batch,
   * as the events of a batch are published together.
   */
  private nextBatch(unsettled: number): PendingChange<Request, Aggregate>[] {
    const { isBulk } = this.queue[0]!;
    const eligible = this.queue.filter((each) => each.isBulk === isBulk);
    const half = Math.ceil((this.queue.length + unsettled) / 2);
    const most = Math.min(this.maxBatchSize, Math.max(half, ALWAYS_TOGETHER));
    const isAll = eligible.length === this.queue.length && eligible.length <= most;
    if (isAll && sizeOf(eligible) <= MAX_BATCH_BYTES) return this.queue.splice(0);
    const size = Math.min(eligible.length, most);
    const lines = [...Map.groupBy(eligible, ({ context }) => context?.tenant).values()];
    const batch = new Set<PendingChange<Request, Aggregate>>();
    let bytes = 0;
    for (let round = 0; batch.size < size && bytes < MAX_BATCH_BYTES; round++) {
      for (const change of lines.flatMap((line) => line[round] ?? []).slice(0, size - batch.size)) {
        batch.add(change);
        bytes += change.context?.bytes ?? 0;
      }
    }
    this.queue = this.queue.filter((each) => !batch.has(each));
    return [...batch];
  }

  private async run(batch: readonly PendingChange<Request, Aggregate>[]): Promise<() => void> {
    batchCommitted(this.step, batch.length, performance.now() - batch[0]!.since);
    const openings = batch.flatMap(({ step }) => (step?.opening ? [step.opening] : []));
    const requests = batch.map(({ request }) => request);
    const transaction = await this.begin(requests, openings.length > 0 ? openingStatements(openings) : []);
    const refusalOf = openings.length > 0 ? refusalsOf(transaction.first) : undefined;
    const changed = new Set<Aggregate>();
    const causes: ProcessingEvent[] = [];
    const records: StoredRecord[] = [];
    const changes: AttributedChange[] = [];
    const replies = batch.map(({ request, by, cause, step, attribution, context, resolve, reject }, index) => {
      const aggregate = transaction.found[index];
      const refusal = step?.opening && refusalOf!(step.opening);
      if (refusal) return () => reject(refusal);
      if (!aggregate) return () => reject(this.notFound(request));
      try {
        const before = attribution && snapshotsOf(this.auditedBefore(aggregate), attribution);
        const decide = (): unknown => changing(ownerOf(aggregate), () => by(aggregate));
        const change = () => (step ? step.run(decide) : decide());
        const outcome = context ? runInContext(context, change) : change();
        changed.add(aggregate);
        if (before) changes.push(...changesSince(before, this.auditedAfter(aggregate), attribution));
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
      ...(causes.length > 0 ? [insertProcessed(causes)] : []),
      ...(records.length > 0 ? [insertRecords(records)] : []),
      ...(changes.length > 0 ? insertAuditEntries(changes) : []),
    ];
    await (changed.size > 0 ? transaction.commit([...changed], others) : transaction.rollback());
    return () => replies.forEach((reply) => reply());
  }
}
