import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DomainEvent } from '#kernel';
import { recordEvents } from '#platform/outbox';

const KEY = 6;

/**
 * Those who count events of an organization share it; whoever rearranges what is counted (meters, subjects, windows) takes it
 * alone, and then sees everything that was counted before, and nobody counts by what is no longer so.
 */
export type Hold = 'shared' | 'alone';

/** One transaction, in SQL. What happened is recorded with it. */
export class Transaction {
  private readonly happened: DomainEvent[] = [];

  private constructor(private readonly db: Kysely<object>) {}

  static run<T>(em: EntityManager, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return em.fork().transactional(async (inner) => {
      const transaction = new Transaction(inner.getKysely<object>());
      const outcome = await work(transaction);
      await recordEvents(inner, transaction.happened);
      return outcome;
    });
  }

  async rows<R>(statement: RawBuilder<R>): Promise<R[]> {
    return (await statement.execute(this.db)).rows;
  }

  record(event: DomainEvent): void {
    this.happened.push(event);
  }

  /** Until the end of the transaction. */
  hold(organizationId: string, how: Hold): Promise<void> {
    return Transaction.hold(this.db, organizationId, how);
  }

  static async hold(db: Kysely<object>, organizationId: string, how: Hold): Promise<void> {
    const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
    await sql`select ${lock}(hashtextextended(${organizationId}, ${sql.lit(KEY)}))`.execute(db);
  }
}
