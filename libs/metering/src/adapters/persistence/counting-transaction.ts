import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import type { DomainEvent } from '#kernel';
import { insertEvents } from '#platform/outbox';
import { PipelinedTransaction, pgPool } from '#platform/persistence';
import type { Statements } from './transaction.ts';

/**
 * A transaction that counts beside others: in few round trips, and by indexes alone, so that rows are taken in the order in
 * which a statement gives them, whatever the planner thinks of the tables.
 */
export class CountingTransaction implements Statements {
  private readonly happened: DomainEvent[] = [];

  private constructor(
    private readonly transaction: PipelinedTransaction,
    private readonly db: Kysely<object>,
  ) {}

  /** What the first statements find comes with the transaction; they go out together. */
  static async run<T>(
    em: EntityManager,
    first: readonly RawBuilder<unknown>[],
    work: (transaction: CountingTransaction, found: readonly (readonly unknown[])[]) => Promise<T>,
  ): Promise<T> {
    const db = em.getKysely<object>();
    const { transaction, rows } = await PipelinedTransaction.begin(
      await pgPool(em),
      first.map((statement) => compiled(statement, db)),
    );
    const counting = new CountingTransaction(transaction, db);
    try {
      const outcome = await work(counting, rows);
      await transaction.commit(counting.happened.length > 0 ? [insertEvents(counting.happened)] : []);
      return outcome;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  async rows<R>(statement: RawBuilder<R>): Promise<R[]> {
    const [rows] = await this.transaction.read([compiled(statement, this.db)]);
    return rows as R[];
  }

  record(event: DomainEvent): void {
    this.happened.push(event);
  }
}

function compiled(statement: RawBuilder<unknown>, db: Kysely<object>) {
  const { sql: text, parameters } = statement.compile(db);
  return { text, values: [...parameters] };
}
