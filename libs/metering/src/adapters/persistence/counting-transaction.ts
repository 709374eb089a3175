import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import type { DomainEvent } from '#kernel';
import { insertEvents } from '#platform/outbox';
import { asStep } from '#platform/idempotency';
import { PipelinedTransaction, pgPool } from '#platform/persistence';
import type { Statements } from './transaction.ts';

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

  /** Sends the first statements together with the start of the transaction, and passes their rows to `work`. */
  static run<T>(
    em: EntityManager,
    firstStatements: readonly RawBuilder<unknown>[],
    work: (transaction: CountingTransaction, results: readonly (readonly unknown[])[]) => Promise<T>,
  ): Promise<T> {
    return asStep('CountingTransaction', async (record) => {
      const db = em.getKysely<object>();
      const { transaction, rows } = await PipelinedTransaction.begin(
        await pgPool(em),
        firstStatements.map((statement) => compiled(statement, db)),
      );
      const counting = new CountingTransaction(transaction, db);
      try {
        const outcome = await work(counting, rows);
        await transaction.commit([...insertEvents([counting.events]), ...record(outcome)]);
        return outcome;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    });
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
