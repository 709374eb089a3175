import type { QueryResultRow } from 'pg';
import type { RecordStatement } from '#engine/idempotency';
import type { BatchStatement } from './batch-table.ts';
import type { PipelinedTransaction } from './pipelined-transaction.ts';

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

/** The transaction of a batch. Begin and commit are one round trip each. */
export interface GroupTransaction<Aggregate> {
  /** The rows of the statements that had to run first. */
  readonly first: readonly object[][];
  /** The locked aggregate of each request, in the same order; undefined if not found. Requests for one row get one object. */
  readonly found: readonly (Aggregate | undefined)[];
  /** Writes the changed aggregates, runs the other statements, and commits. Returns the rows of the other statements. */
  commit(changed: readonly Aggregate[], others: readonly RecordStatement[]): Promise<readonly (readonly object[])[]>;
  rollback(): Promise<undefined>;
}

/** Opens a transaction, runs the statements `first`, and locks the rows of all requests. */
export type Begin<Request, Aggregate> = (
  requests: readonly Request[],
  first: readonly RecordStatement[],
) => Promise<GroupTransaction<Aggregate>>;
