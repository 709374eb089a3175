import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import type { DomainEvent } from '#kernel';
import { insertEvents } from '#platform/outbox';
import type { RecordStatement } from '#platform/idempotency';
import { PipelinedTransaction, pgPool } from '#platform/persistence';
import type { Statements } from './transaction.ts';

/** A statement with a fixed text, which is prepared under its name. */
export interface CountingStatement {
  readonly name: string;
  readonly statement: RawBuilder<unknown>;
}

/**
 * A transaction that counts events concurrently with others, in few round trips. It reads by index only, so rows are locked in the
 * order of the statement, independent of the statistics of the planner.
 */
export class CountingTransaction implements Statements {
  private readonly events: DomainEvent[] = [];

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
    firstStatements: readonly CountingStatement[],
    work: (transaction: CountingTransaction, results: readonly (readonly unknown[])[]) => Promise<T>,
    recordsOf: (outcome: T) => readonly RecordStatement[] = () => [],
  ): Promise<T> {
    const db = em.getKysely<object>();
    const { transaction, rows } = await PipelinedTransaction.begin(
      await pgPool(em),
      firstStatements.map(({ name, statement }) => ({ name, ...compiled(statement, db) })),
    );
    const counting = new CountingTransaction(transaction, db);
    try {
      const outcome = await work(counting, rows);
      await transaction.commit([...insertEvents([counting.events]), ...recordsOf(outcome)]);
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

  record(event: DomainEvent): void {
    this.events.push(event);
  }
}

function compiled(statement: RawBuilder<unknown>, db: Kysely<object>) {
  const { sql: text, parameters } = statement.compile(db);
  return { text, values: [...parameters] };
}
