import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { beginByKeys, isInTransaction } from './fair-connections.ts';
import { StatementCache } from './prepared-statements.ts';

interface Statement {
  readonly text: string;
  /** Prepared statements with a fixed text have a name. */
  readonly name?: string;
  /** True for a statement whose text depends on data, and that is worth preparing. */
  readonly isVarying?: boolean;
  readonly values?: unknown[];
}

/** All statements that `send` gives to the connection leave in one write. */
export function inOnePacket<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/**
 * A transaction in two round trips, or in one if it reads nothing: BEGIN is sent with the first statements, COMMIT with the writes. The
 * connection pipelines statements (`driverOptions.pipeline`): they are sent without waiting for earlier results.
 */
export class PipelinedTransaction {
  private hasBegun = false;
  private hasEnded = false;

  private constructor(private readonly client: PoolClient) {}

  /** Opens the transaction and runs in it the statements `first`, and then the reads. */
  static async begin(
    pool: Pool,
    reads: readonly Statement[],
    first: readonly Statement[] = [],
  ): Promise<{ transaction: PipelinedTransaction; rows: QueryResultRow[][]; first: QueryResultRow[][] }> {
    const transaction = new PipelinedTransaction(await pool.connect());
    if (first.length + reads.length === 0) return { transaction, rows: [], first: [] };
    try {
      const results = await transaction.send([...first, ...reads]);
      const rows = results.map((result) => result.rows as QueryResultRow[]);
      return { transaction, rows: rows.slice(first.length), first: rows.slice(0, first.length) };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  /** Further reads in one round trip. If one fails, the transaction is rolled back. */
  async read(reads: readonly Statement[]): Promise<QueryResultRow[][]> {
    try {
      const results = await this.send(reads);
      return results.map((result) => result.rows as QueryResultRow[]);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Runs `work` while rows are locked; rolls back and releases the locks if it throws. */
  async holding<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Runs the writes and commits, and returns what each of them returned. If one fails, nothing is written. */
  async commit(writes: readonly Statement[]): Promise<QueryResultRow[][]> {
    try {
      const results = await this.send([...writes, { text: 'commit' }]);
      return results.slice(0, writes.length).map((result) => result.rows as QueryResultRow[]);
    } finally {
      this.release();
    }
  }

  /** Rolls back, unless the transaction has already ended. */
  async rollback(): Promise<void> {
    if (this.hasEnded) return;
    if (!this.hasBegun) return this.release();
    try {
      await this.send([{ text: 'rollback' }]);
    } finally {
      this.release();
    }
  }

  /** A connection that did not leave the transaction is lost, or of no use. One on which a statement failed and that did is kept. */
  private release(): void {
    this.hasEnded = true;
    this.client.release(isInTransaction(this.client));
  }

  /** Sends all statements at once and waits for every result, so that none is left unread; then throws the first error. */
  private async send(statements: readonly Statement[]): Promise<QueryResult[]> {
    const opening = this.hasBegun ? [] : [{ text: beginByKeys(this.client) }];
    this.hasBegun = true;
    const outcomes = await Promise.allSettled(
      inOnePacket(this.client, () => [...opening, ...statements].map((statement) => this.query(statement))),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return outcomes.slice(opening.length).map((outcome) => (outcome as PromiseFulfilledResult<QueryResult>).value);
  }

  private query({ isVarying = false, ...statement }: Statement): Promise<QueryResult> {
    if (!isVarying) return this.client.query(statement as { text: string });
    const { name, before } = StatementCache.of(this.client).nameFor(statement.text);
    // If this fails, so does the statement itself.
    if (before) this.client.query(before).catch(() => undefined);
    return this.client.query({ ...statement, ...(name ? { name } : {}) } as { text: string });
  }
}
