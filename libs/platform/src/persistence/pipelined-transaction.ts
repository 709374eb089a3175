import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: unknown[];
}

/**
 * The statements are prepared and find their rows by index whatever the tables hold: planning them anew for each batch would
 * cost more than running them, and a plan made while a table was empty must not stay a scan of it.
 */
const BEGIN = [
  'begin',
  'set local plan_cache_mode = force_generic_plan',
  'set local enable_seqscan = off',
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
].join('; ');

/**
 * A transaction in two round trips: BEGIN goes out together with the first reads, COMMIT together with the writes. The
 * connection pipelines (`driverOptions.pipeline`), so statements are not waited for one by one.
 */
export class PipelinedTransaction {
  private isOver = false;

  private constructor(private readonly client: PoolClient) {}

  /** Opens the transaction and runs the reads in it. */
  static async begin(
    pool: Pool,
    reads: readonly Statement[],
  ): Promise<{ transaction: PipelinedTransaction; rows: QueryResultRow[][] }> {
    const transaction = new PipelinedTransaction(await pool.connect());
    try {
      const [, ...results] = await transaction.send([{ text: BEGIN }, ...reads]);
      return { transaction, rows: results.map((result) => result.rows as QueryResultRow[]) };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  /** More reads, one round trip for all of them. If one fails, the transaction is over. */
  async read(reads: readonly Statement[]): Promise<QueryResultRow[][]> {
    try {
      const results = await this.send(reads);
      return results.map((result) => result.rows as QueryResultRow[]);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Works with what was read. If that throws, the transaction ends without a trace: nobody waits for its locks. */
  async holding<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Runs the writes and commits. When one of them fails the transaction is gone, and so is everything in it. */
  async commit(writes: readonly Statement[]): Promise<void> {
    try {
      await this.send([...writes, { text: 'commit' }]);
    } catch (error) {
      this.abandon();
      throw error;
    }
    this.release();
  }

  /** Ends the transaction without a trace, if it has not ended. */
  async rollback(): Promise<void> {
    if (this.isOver) return;
    try {
      await this.send([{ text: 'rollback' }]);
    } catch (error) {
      this.abandon();
      throw error;
    }
    this.release();
  }

  private release(): void {
    this.isOver = true;
    this.client.release();
  }

  /** Throws the connection away: after a failure nobody knows which statements it still has prepared. */
  private abandon(): void {
    this.isOver = true;
    this.client.release(true);
  }

  /** All at once; waits for every answer, so that nothing is left on the wire, then reports the first failure. */
  private async send(statements: readonly Statement[]): Promise<QueryResult[]> {
    const outcomes = await Promise.allSettled(this.inOnePacket(statements));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<QueryResult>).value);
  }

  /** What goes out together leaves in one write to the socket, and arrives as one. */
  private inOnePacket(statements: readonly Statement[]): Promise<QueryResult>[] {
    const { stream } = (this.client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
    stream.cork();
    try {
      return statements.map((statement) => this.client.query(statement as { text: string }));
    } finally {
      stream.uncork();
    }
  }
}
