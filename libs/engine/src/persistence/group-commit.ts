import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AggregateRoot, type DomainEvent, type Sync } from '#kernel';
import { type AttributedChange, insertAuditEntries } from '#engine/audit';
import {
  insertRecords,
  nextStep,
  openingStatements,
  outsideOfRequest,
  type RecordStatement,
  refusalsOf,
  type StoredRecord,
} from '#engine/idempotency';
import { asBulkWork, caused, type CausedEvent, insertEvents, insertProcessed, type ProcessingEvent } from '#engine/outbox';
import { batchCommitted } from '#engine/metrics';
import { changing, runInContext, runShared, WorkCancelled } from '#engine/tenancy';
import { inSpan } from '#engine/tracing';
import { changesSince, snapshotsOf } from './audited.ts';
import { type Line, nextBatch, pending, type PendingChange, settleTogether } from './batches.ts';
import { isCoordinator } from './pooled-client.ts';

/** The organization of an aggregate. What is only locked may have none. */
const ownerOf = (aggregate: { readonly organizationId?: string }): string | undefined => aggregate.organizationId;

/** What a group commit knows of tables that may be distributed by organization, on a coordinator of Citus. */
interface Distribution<Request> {
  readonly pool: () => Promise<Pool>;
  /** Undefined for a request without rows. */
  readonly organizationOf: (request: Request) => string | undefined;
}

/** The transaction of a batch, implemented by a repository. Begin and commit are one round trip each. */
export interface GroupTransaction<Aggregate> {
  /** The rows of the statements that had to run first. */
  readonly first: readonly object[][];
  /** The locked aggregate of each request, in the same order; undefined if not found. Requests for one row get one object. */
  readonly found: readonly (Aggregate | undefined)[];
  /** Writes the changed aggregates, runs the other statements, and commits. */
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
  private readonly shared: Line<PendingChange<Request, Aggregate>> = { organization: undefined, queue: [], isRunning: false };
  /** Where tables are distributed, the calls of an organization have transactions of their own, on the node that has its rows. */
  private readonly ofOrganizations = new Map<string, Line<PendingChange<Request, Aggregate>>>();
  private isDivided: boolean | undefined;

  constructor(
    /** The name of a change among the steps of a request with an idempotency key. */
    private readonly step: string,
    private readonly distribution?: Distribution<Request>,
    private readonly maxBatchSize = 500,
  ) {}

  /** Opens a transaction, runs the statements `first`, and locks the rows of all requests. */
  protected abstract begin(requests: readonly Request[], first: readonly RecordStatement[]): Promise<GroupTransaction<Aggregate>>;
  /** The error for a request whose row does not exist. */
  protected abstract notFound(request: Request): Error;

  /** The events that a change has recorded, which are stored with it. */
  protected eventsOf(aggregate: Aggregate): readonly DomainEvent[] {
    return aggregate instanceof AggregateRoot ? aggregate.pullEvents() : [];
  }

  /** What the audit log has of an aggregate before a change. */
  protected auditedBefore(_aggregate: Aggregate): readonly object[] {
    return [];
  }

  /** What the audit log has of an aggregate after a change, with what the change has added. */
  protected auditedAfter(aggregate: Aggregate): readonly object[] {
    return this.auditedBefore(aggregate);
  }

  /** A copy of an aggregate, for `preview`. */
  protected copyOf(_aggregate: Aggregate): Aggregate {
    throw new TypeError(`${this.step} has no previews`);
  }

  change<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    const step = nextStep(this.step);
    if (step?.done) return Promise.resolve(step.done.outcome as T);
    const { change, outcome } = pending<Request, Aggregate, T>({ request, by, step, isPreview: false });
    this.enqueue(change);
    const { span } = change.context ?? {};
    return span ? inSpan(`change ${this.step}`, span.traceparent, () => outcome) : outcome;
  }

  /** Calls `by` with a copy of the aggregate, in turn with the changes that are made at the same time. Nothing is stored. */
  preview<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    const { change, outcome } = pending<Request, Aggregate, T>({ request, by, step: undefined, isPreview: true });
    this.enqueue(change);
    return outcome;
  }

  private enqueue(change: PendingChange<Request, Aggregate>): void {
    const organization = this.isDivided ? this.distribution!.organizationOf(change.request) : undefined;
    const line = organization === undefined ? this.shared : this.lineOf(organization);
    line.queue.push(change);
    if (line.isRunning) return;
    line.isRunning = true;
    runShared(() => outsideOfRequest(() => setImmediate(() => void this.runBatches(line))));
  }

  private lineOf(organization: string): Line<PendingChange<Request, Aggregate>> {
    const line = this.ofOrganizations.get(organization) ?? { organization, queue: [], isRunning: false };
    this.ofOrganizations.set(organization, line);
    return line;
  }

  /** The first calls of the process wait until it is known whether the tables are distributed. */
  private async divide(): Promise<void> {
    if (!this.distribution || this.isDivided !== undefined) return;
    const { pool } = this.distribution;
    this.isDivided = await pool()
      .then(isCoordinator)
      .catch(() => undefined);
    if (this.isDivided) this.shared.queue.splice(0).forEach((change) => this.enqueue(change));
  }

  /**
   * A batch begins before the callers of the one before are settled, so that the database works on one while the process responds
   * to the other. When nobody waits, callers are settled first, and their follow-up calls form the next batch.
   */
  private async runBatches(line: Line<PendingChange<Request, Aggregate>>): Promise<void> {
    let unsettled = 0;
    if (line === this.shared) await this.divide();
    while (line.queue.length > 0) {
      const batch = nextBatch(line, { unsettled, maxBatchSize: this.maxBatchSize });
      const settle = await asBulkWork(batch[0]!.isBulk, () => settleTogether(batch, (changes) => this.runBatch(changes)));
      setImmediate(settle);
      unsettled = batch.length;
      if (line.queue.length > 0) continue;
      await nextMacrotask();
      unsettled = 0;
    }
    line.isRunning = false;
    if (line.organization !== undefined) this.ofOrganizations.delete(line.organization);
  }

  /** Changes whose requests were answered while they waited are not made. */
  private async runBatch(waiting: readonly PendingChange<Request, Aggregate>[]): Promise<() => void> {
    const batch = waiting.filter(({ context }) => !context?.isOver);
    if (batch.length === 0) return () => waiting.forEach(rejectCancelled);
    batchCommitted(this.step, batch.length, performance.now() - batch[0]!.since);
    const openings = batch.flatMap(({ step }) => (step?.opening ? [step.opening] : []));
    const requests = batch.map(({ request }) => request);
    const transaction = await this.begin(requests, openings.length > 0 ? openingStatements(openings) : []);
    const refusalOf = openings.length > 0 ? refusalsOf(transaction.first) : undefined;
    const made: Made<Aggregate> = { changed: new Set(), events: [], causes: [], records: [], changes: [] };
    const replies = batch.map((change, index) => {
      const refusal = change.step?.opening && refusalOf!(change.step.opening);
      if (refusal) return () => change.reject(refusal);
      if (change.context?.isOver) return () => rejectCancelled(change);
      const aggregate = transaction.found[index];
      if (!aggregate) return () => change.reject(this.notFound(change.request));
      try {
        const outcome = this.run(change, aggregate, made);
        return () => {
          change.step?.committed();
          change.resolve(outcome);
        };
      } catch (error) {
        return () => change.reject(error);
      }
    });
    const { changed, events, causes, records, changes } = made;
    const others = [
      ...(events.length > 0 ? insertEvents(events) : []),
      ...(causes.length > 0 ? [insertProcessed(causes)] : []),
      ...(records.length > 0 ? [insertRecords(records)] : []),
      ...(changes.length > 0 ? insertAuditEntries(changes) : []),
    ];
    await (changed.size > 0 ? transaction.commit([...changed], others) : transaction.rollback());
    return () => {
      replies.forEach((reply) => reply());
      if (batch.length < waiting.length) waiting.filter((change) => !batch.includes(change)).forEach(rejectCancelled);
    };
  }

  /** Makes one change, in the context of its caller. */
  private run(
    { by, isPreview, cause, step, attribution, context }: PendingChange<Request, Aggregate>,
    aggregate: Aggregate,
    made: Made<Aggregate>,
  ): unknown {
    const changed = isPreview ? this.copyOf(aggregate) : aggregate;
    const before = attribution && snapshotsOf(this.auditedBefore(aggregate), attribution);
    const change = (): unknown => changing(ownerOf(aggregate), by, changed);
    const run = step ? () => step.run(change) : change;
    const outcome = context ? runInContext(context, run) : run();
    if (isPreview) return outcome;
    made.changed.add(aggregate);
    const recorded = this.eventsOf(aggregate);
    if (recorded.length > 0) made.events.push(caused(recorded, context));
    if (before) made.changes.push(...changesSince(before, this.auditedAfter(aggregate), attribution));
    if (cause) made.causes.push(cause);
    if (step) made.records.push(step.record(outcome));
    return outcome;
  }
}

const rejectCancelled = ({ reject }: { reject(error: unknown): void }): void => reject(new WorkCancelled());

/** What the changes of a batch have to be stored with. */
interface Made<Aggregate> {
  readonly changed: Set<Aggregate>;
  readonly events: CausedEvent[][];
  readonly causes: ProcessingEvent[];
  readonly records: StoredRecord[];
  readonly changes: AttributedChange[];
}
