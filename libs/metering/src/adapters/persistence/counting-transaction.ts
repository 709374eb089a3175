import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import type { DomainEvent } from '#kernel';
import { insertEvents } from '#platform/outbox';
import type { RecordStatement } from '#platform/idempotency';
import { PipelinedTransaction, pgPool } from '#platform/persistence';
import type { NamedStatement, Statements } from './transaction.ts';

/**
 * A transaction in few round trips. It reads by index only, so rows are locked in the order of the statement, independent of the
 * statistics of the planner.
 */
export class CountingTransaction implements Statements {
  private readonly events: DomainEvent[] = [];
  private readonly writes: NamedStatement[] = [];

  private constructor(
    private readonly transaction: PipelinedTransaction,
    private readonly db: Kysely<object>,
  ) {}

  /**
   * Sends the first statements together with the start of the transaction, and passes their rows to `work`. What `recordsOf` returns
   * for the outcome is written before the commit.
   */
  static async run<T>(
    em: EntityManager,
    firstStatements: readonly NamedStatement[],
    work: (transaction: CountingTransaction, results: readonly (readonly unknown[])[]) => Promise<T>,
    recordsOf: (outcome: T) => readonly RecordStatement[] = () => [],
  ): Promise<T> {
    const db = em.getKysely<object>();
    const { transaction, rows } = await PipelinedTransaction.begin(
      await pgPool(em),
      firstStatements.map((each) => prepared(each, db)),
    );
    const counting = new CountingTransaction(transaction, db);
    try {
      const outcome = await work(counting, rows);
      const writes = counting.writes.map((each) => prepared(each, db));
      await transaction.commit([...writes, ...insertEvents([counting.events]), ...recordsOf(outcome)]);
      return outcome;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  /** The rows of a statement whose text depends on the meters, and is worth preparing. */
  async countedRows<R>(statement: RawBuilder<R>): Promise<R[]> {
    const [rows] = await this.transaction.read([{ ...compiled(statement, this.db), isVarying: true }]);
    return rows as R[];
  }

  async rows<R>(statement: RawBuilder<R>): Promise<R[]> {
    const [rows] = await this.transaction.read([compiled(statement, this.db)]);
    return rows as R[];
  }

  all(statements: readonly NamedStatement[]): Promise<unknown[][]> {
    return this.transaction.read(statements.map((each) => prepared(each, this.db)));
  }

  async write(statements: readonly NamedStatement[]): Promise<void> {
    this.writes.push(...statements);
  }

  record(event: DomainEvent): void {
    this.events.push(event);
  }
}

const prepared = ({ name, statement }: NamedStatement, db: Kysely<object>) => ({ name, ...compiled(statement, db) });

function compiled(statement: RawBuilder<unknown>, db: Kysely<object>) {
  const { sql: text, parameters } = statement.compile(db);
  return { text, values: [...parameters] };
}
