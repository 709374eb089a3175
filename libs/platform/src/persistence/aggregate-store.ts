import type { Pool, QueryResultRow } from 'pg';
import { AggregateRoot, type DomainEvent, ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#platform/idempotency';
import { GroupCommit, type GroupTransaction } from './group-commit.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';
import type { BatchStatement } from './table-statement.ts';

/** Stores changes of aggregates of one kind. Concurrent ones share transactions, see `GroupCommit`. */
export type AggregateStore<Request, Aggregate extends object> = Pick<
  GroupCommit<Request, Aggregate>,
  'change' | 'preview' | 'insert'
>;

/** The locked aggregates of a batch of requests, and how they are written. */
export interface LockedBatch<Aggregate> {
  /** The aggregate of each request, in the same order; undefined if not found. Requests for one row get one object. */
  readonly found: readonly (Aggregate | undefined)[];
  /** The statements that store the changed ones. If it throws, the batch is rolled back. */
  readonly writes: (changed: readonly Aggregate[]) => readonly BatchStatement[] | Promise<readonly BatchStatement[]>;
  /** Gets the rows that each write returned, before callers are told. */
  readonly committed?: (rows: QueryResultRow[][]) => void;
}

/** What a batch of requests reads, and what it makes of the rows. */
export interface BatchReads<Aggregate> {
  /** The statements that lock and read rows. They are sent with the begin of the transaction, so they take one round trip. */
  readonly reads: readonly BatchStatement[];
  /** Makes aggregates of the rows of each statement. It may read more in the transaction. */
  readonly load: (
    rows: QueryResultRow[][],
    transaction: PipelinedTransaction,
  ) => LockedBatch<Aggregate> | Promise<LockedBatch<Aggregate>>;
}

/** How aggregates of one kind are stored. */
export interface StoreDeclaration<Request, Aggregate extends object> {
  /** The name of a change among the steps of a request with an idempotency key. */
  readonly name: string;
  /**
   * The organization whose rows a request needs; undefined for one without rows. Left out if the tables are not distributed by
   * organization.
   */
  readonly organizationOf?: (request: Request) => string | undefined;
  readonly maxBatchSize?: number;
  /** How the aggregates of a batch of requests are locked, loaded and written. What reads nothing is locked at once. */
  readonly batchOf: (requests: readonly Request[]) => BatchReads<Aggregate> | LockedBatch<Aggregate>;
  /** The error for a request whose row does not exist: `ResourceNotFound` if left out. */
  readonly notFound?: (request: Request) => Error;
  /** The events that a change has recorded: those of the aggregate if left out. */
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

/** New aggregates, with the events that they had recorded: a batch that is refused is repeated, and tells of them again. */
export interface NewAggregates<A> {
  readonly added: readonly A[];
  readonly events: readonly DomainEvent[];
}

export const newAggregates = <A extends AggregateRoot>(added: readonly A[]): NewAggregates<A> => ({
  added,
  events: added.flatMap((aggregate) => aggregate.pullEvents()),
});

export function aggregateStore<Request, Aggregate extends object>(
  pool: () => Promise<Pool>,
  declaration: StoreDeclaration<Request, Aggregate>,
): AggregateStore<Request, Aggregate> {
  const { name, organizationOf, maxBatchSize, isNew = false, copyOf, allOrNothing } = declaration;
  const { notFound = () => new ResourceNotFound(), eventsOf = recordedOf, auditedOf = itself } = declaration;
  return new GroupCommit(
    { name, maxBatchSize, distribution: organizationOf && { pool, organizationOf } },
    {
      begin: async (requests, first) => begun(await pool(), declaration.batchOf(requests), first),
      notFound,
      eventsOf,
      auditedBefore: isNew ? nothing : auditedOf,
      auditedAfter: auditedOf,
      copyOf,
      allOrNothing,
    },
  );
}

/** A store of new aggregates. Each request brings its own, so all are found, unless `batchOf` says otherwise. */
export function insertionStore<Request extends NewAggregates<object>, Found extends Request = Request>(
  pool: () => Promise<Pool>,
  declaration: Omit<StoreDeclaration<Request, Found>, 'eventsOf' | 'auditedOf' | 'isNew' | 'copyOf' | 'allOrNothing'>,
): AggregateStore<Request, Found> {
  return aggregateStore(pool, {
    ...declaration,
    isNew: true,
    eventsOf: ({ events }) => events,
    auditedOf: ({ added }) => added,
  });
}

/** Locks the rows of a batch in a transaction of its own. */
async function begun<Aggregate extends object>(
  pool: Pool,
  batch: BatchReads<Aggregate> | LockedBatch<Aggregate>,
  statements: readonly RecordStatement[],
): Promise<GroupTransaction<Aggregate>> {
  const reads = 'reads' in batch ? batch.reads : NOTHING;
  const { transaction, rows, first } = await PipelinedTransaction.begin(pool, reads, statements);
  const { found, writes, committed } = 'reads' in batch ? await transaction.holding(() => batch.load(rows, transaction)) : batch;
  return {
    first,
    found,
    commit: async (changed, others) => {
      const due = await transaction.holding(() => writes(changed));
      const written = await transaction.commit([...due, ...others]);
      committed?.(written);
    },
    rollback: () => transaction.rollback(),
  };
}

const recordedOf = (aggregate: object): readonly DomainEvent[] =>
  aggregate instanceof AggregateRoot ? aggregate.pullEvents() : NOTHING;

const NOTHING: readonly never[] = [];
const nothing = (): readonly never[] => NOTHING;
const itself = (aggregate: object): readonly object[] => [aggregate];
