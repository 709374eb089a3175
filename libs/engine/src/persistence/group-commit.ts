import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AggregateRoot, type DomainEvent, type Sync } from '#kernel';
import { type AttributedChange, insertAuditEntries } from '#engine/audit';
import { insertRecords, nextStep, openingStatements, refusalsOf, type StoredRecord } from '#engine/idempotency';
import { asBulkWork, caused, type CausedEvent, insertProcessed, type ProcessingEvent, publication } from '#engine/outbox';
import { batchCommitted } from '#engine/metrics';
import { runInContext, runOnlyInContext, setChangedOrganization, sharedContext, WorkCancelled } from '#engine/tenancy';
import { inSpan } from '#engine/tracing';
import { changesSince, snapshotsOf } from './audited.ts';
import { type Queue, nextBatch, pending, type PendingChange, settleOneByOne, withoutCancelled } from './batches.ts';
import type { BatchReads, Begin, LockedBatch } from './locked-batch.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';
import { isCoordinator } from './pooled-client.ts';

/** An aggregate. What is only locked may have no organization. */
interface Owned {
  readonly organizationId?: string;
}

/** What tells of tables that may be distributed by organization, on a coordinator of Citus. */
interface Distribution<Request> {
  readonly pool: () => Promise<Pool>;
  /** Undefined for a request without rows. */
  readonly organizationOf: (request: Request) => string | undefined;
}

/** Locks the rows of a batch in a pipelined transaction. */
export function beginning<Request, Aggregate>(
  pool: () => Promise<Pool>,
  batchOf: (requests: readonly Request[]) => BatchReads<Aggregate> | LockedBatch<Aggregate>,
): Begin<Request, Aggregate> {
  return async (requests, statements) => {
    const batch = batchOf(requests);
    const reads = 'reads' in batch ? batch.reads : NOTHING;
    const { transaction, rows, first } = await PipelinedTransaction.begin(await pool(), reads, statements);
    const locked = 'reads' in batch ? await transaction.holding(() => batch.load(rows, transaction)) : batch;
    return {
      first,
      found: locked.found,
      commit: async (changed, others) => {
        const writes = await transaction.holding(() => locked.writes(changed));
        const written = await transaction.commit([...writes, ...others]);
        locked.committed?.(written);
        return written.slice(writes.length);
      },
      rollback: async () => void (await transaction.rollback()),
    };
  };
}

export interface GroupCommitOptions<Request, Aggregate extends object> {
  /** The name of a change among the steps of a request with an idempotency key. */
  readonly name: string;
  readonly maxBatchSize?: number;
  /** Where the rows of a request are, if tables are distributed by organization. */
  readonly distribution?: Distribution<Request>;
  /** The error for a request whose row does not exist. */
  readonly notFound: (request: Request) => Error;
  /** The events that a change has recorded, which are stored with it: those of the aggregate if left out. */
  readonly eventsOf?: (aggregate: Aggregate) => readonly DomainEvent[];
  /** What the audit log has of an aggregate: the aggregate itself if left out. */
  readonly auditedOf?: (aggregate: Aggregate) => readonly object[];
  /** True if everything that is audited is new. */
  readonly isNew?: boolean;
  /** A copy of an aggregate, for `preview`. */
  readonly copyOf?: (aggregate: Aggregate) => Aggregate;
  /** Makes a change so that one that throws leaves nothing. Left out where all changes check their rules before they begin. */
  readonly allOrNothing?: <T>(aggregate: Aggregate, change: () => T) => T;
}

const NOTHING: readonly never[] = [];
const recordedOf = (aggregate: object): readonly DomainEvent[] =>
  aggregate instanceof AggregateRoot ? aggregate.pullEvents() : NOTHING;
const itself = (aggregate: object): readonly object[] => [aggregate];

const MAX_BATCH_SIZE = 500;

/**
 * Group commit: many concurrent `change` calls share one transaction.
 *
 * Calls that arrive during a transaction are queued and form the next batch. A batch locks all rows with one SELECT, runs every
 * closure on its aggregate in order of arrival (several closures may change the same aggregate), writes all rows and events,
 * commits, and only then settles the promises of its callers. Each call is as durable as with a transaction of its own, at a
 * fraction of the cost, and a contended row is written once per batch.
 *
 * This is safe because closures are synchronous (nothing is awaited while rows are locked) and check before they change, or are undone
 * by `allOrNothing`: a closure that throws leaves its aggregate unchanged and rejects only its own call. If the database rejects the write of a batch,
 * its changes are retried one by one, so that only the faulty one fails. If the connection is lost, it is unknown whether the
 * batch was committed, so nothing is retried and all of its calls are rejected.
 */
export class GroupCommit<Request, Aggregate extends object> {
  private readonly shared: Queue<PendingChange<Request, Aggregate>> = { organization: undefined, calls: [], isRunning: false };
  /** Where tables are distributed, the calls of an organization have transactions of their own, on the node that has its rows. */
  private readonly ofOrganizations = new Map<string, Queue<PendingChange<Request, Aggregate>>>();
  private isDivided: boolean | undefined;

  constructor(
    private readonly begin: Begin<Request, Aggregate>,
    private readonly options: GroupCommitOptions<Request, Aggregate>,
  ) {}

  change<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>, { isPreview = false } = {}): Promise<T> {
    const step = isPreview ? undefined : nextStep(this.options.name);
    if (step?.done) return Promise.resolve(step.done.outcome as T);
    const { change, outcome } = pending<Request, Aggregate, T>({ request, by, step, isPreview });
    const queue = this.queueOf(request);
    queue.calls.push(change);
    if (!queue.isRunning) {
      queue.isRunning = true;
      runOnlyInContext(sharedContext(), setImmediate, this.runBatches.bind(this, queue));
    }
    const { span } = change.context ?? {};
    return span && !isPreview ? inSpan(`change ${this.options.name}`, span.traceparent, () => outcome) : outcome;
  }

  /** Calls `by` with a copy of the aggregate, in turn with the changes that are made at the same time. Nothing is stored. */
  preview<T>(request: Request, by: (aggregate: Aggregate) => Sync<T>): Promise<T> {
    return this.change(request, by, { isPreview: true });
  }

  /** Stores what the request brings. */
  insert(request: Request): Promise<void> {
    return this.change(request, () => undefined);
  }

  private queueOf(request: Request): Queue<PendingChange<Request, Aggregate>> {
    const organization = this.isDivided ? this.options.distribution!.organizationOf(request) : undefined;
    if (organization === undefined) return this.shared;
    const queue = this.ofOrganizations.get(organization) ?? { organization, calls: [], isRunning: false };
    this.ofOrganizations.set(organization, queue);
    return queue;
  }

  /** The first calls of the process wait until it is known whether the tables are distributed. */
  private async divide({ pool }: Distribution<Request>): Promise<void> {
    this.isDivided = await pool()
      .then(isCoordinator)
      .catch(() => undefined);
    if (!this.isDivided) return;
    for (const change of this.shared.calls.splice(0)) {
      const queue = this.queueOf(change.request);
      queue.calls.push(change);
      if (!queue.isRunning && queue !== this.shared) setImmediate(this.runBatches.bind(this, queue));
      queue.isRunning = true;
    }
  }

  /**
   * A batch begins before the callers of the one before are settled, so that the database works on one while the process responds
   * to the other. When nobody waits, callers are settled first, and their follow-up calls form the next batch.
   */
  private async runBatches(queue: Queue<PendingChange<Request, Aggregate>>): Promise<void> {
    const { distribution, maxBatchSize = MAX_BATCH_SIZE } = this.options;
    let unsettled = 0;
    if (distribution && this.isDivided === undefined) await this.divide(distribution);
    while (queue.calls.length > 0) {
      const batch = withoutCancelled(nextBatch(queue, { unsettled, maxBatchSize }));
      if (batch.length === 0) continue;
      setImmediate(await asBulkWork(batch[0]!.isBulk, this.runBatch.bind(this), batch));
      unsettled = batch.length;
      if (queue.calls.length > 0) continue;
      await nextMacrotask();
      unsettled = 0;
    }
    queue.isRunning = false;
    if (queue.organization !== undefined) this.ofOrganizations.delete(queue.organization);
  }

  /** Makes the changes of a batch in one transaction, and returns what settles their callers. Never rejects. */
  private async runBatch(batch: readonly PendingChange<Request, Aggregate>[]): Promise<() => void> {
    batchCommitted(this.options.name, batch.length, performance.now() - batch[0]!.since);
    const openings = batch.flatMap(({ step }) => (step?.opening ? [step.opening] : []));
    const requests = batch.map(({ request }) => request);
    try {
      const transaction = await this.begin(requests, openings.length > 0 ? openingStatements(openings) : []);
      const refusalOf = openings.length > 0 ? refusalsOf(transaction.first) : undefined;
      const made: Made<Aggregate> = { changed: new Set(), events: [], causes: [], records: [], changes: [] };
      const replies: (() => void)[] = [];
      for (const [index, change] of batch.entries()) {
        const refusal = change.step?.opening && refusalOf!(change.step.opening);
        replies.push(refusal ? () => change.reject(refusal) : this.make(change, transaction.found[index], made));
      }
      const { changed, events, causes, records, changes } = made;
      const published = events.length > 0 ? publication(events) : undefined;
      const others = [
        ...(published ? published.statements : NOTHING),
        ...(causes.length > 0 ? [insertProcessed(causes)] : []),
        ...(records.length > 0 ? [insertRecords(records)] : []),
        ...(changes.length > 0 ? insertAuditEntries(changes) : []),
      ];
      const written = await (changed.size > 0 ? transaction.commit([...changed], others) : transaction.rollback());
      if (published) replies.unshift(() => published.stored(written!));
      return () => replies.forEach((reply) => reply());
    } catch (error) {
      return settleOneByOne(batch, (some) => this.runBatch(some), error);
    }
  }

  /** Makes one change, in the context of its caller, and returns what settles the caller. */
  private make(change: PendingChange<Request, Aggregate>, aggregate: Aggregate | undefined, made: Made<Aggregate>): () => void {
    const { isPreview, cause, step, attribution, context } = change;
    const { notFound, isNew, eventsOf = recordedOf, auditedOf = itself } = this.options;
    if (context?.isOver) return () => change.reject(new WorkCancelled());
    if (!aggregate) return () => change.reject(notFound(change.request));
    const organizationBefore = setChangedOrganization((aggregate as Owned).organizationId);
    try {
      const changed = isPreview ? this.copyOf(aggregate) : aggregate;
      const before = attribution && snapshotsOf(isNew ? NOTHING : auditedOf(aggregate), attribution);
      const by = this.whole(change);
      const outcome = context ? runInContext(context, by, changed) : by(changed);
      if (isPreview) return () => change.resolve(outcome);
      made.changed.add(aggregate);
      const recorded = eventsOf(aggregate);
      if (recorded.length > 0) made.events.push(caused(recorded, context));
      if (before) made.changes.push(...changesSince(before, auditedOf(aggregate), attribution));
      if (cause) made.causes.push(cause);
      if (step) made.records.push(step.record(outcome));
      return () => {
        step?.committed();
        change.resolve(outcome);
      };
    } catch (error) {
      return () => change.reject(error);
    } finally {
      setChangedOrganization(organizationBefore);
    }
  }

  /** The change as a step of its request, if it is one, and without effect if it throws, if the store sees to that. */
  private whole({ by, step }: PendingChange<Request, Aggregate>): (aggregate: Aggregate) => unknown {
    const { allOrNothing } = this.options;
    const whole = allOrNothing ? (aggregate: Aggregate) => allOrNothing(aggregate, () => by(aggregate)) : by;
    return step ? (aggregate) => step.run(() => whole(aggregate)) : whole;
  }

  private copyOf(aggregate: Aggregate): Aggregate {
    if (!this.options.copyOf) throw new TypeError(`${this.options.name} has no previews`);
    return this.options.copyOf(aggregate);
  }
}

/** What the changes of a batch have to be stored with. */
interface Made<Aggregate> {
  readonly changed: Set<Aggregate>;
  readonly events: CausedEvent[][];
  readonly causes: ProcessingEvent[];
  readonly records: StoredRecord[];
  readonly changes: AttributedChange[];
}
