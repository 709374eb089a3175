import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DomainEvent } from '#kernel';
import { recordEvents } from '#platform/outbox';

const KEY = 6;

/**
 * Those who count events of an organization share it; whoever rearranges what is counted (meters, subjects, windows) takes it
 * alone, and then sees everything that was counted before, and nobody counts by what is no longer so.
 */
export type LockMode = 'shared' | 'alone';

/** What there is to a transaction, however it is run. */
export interface Statements {
  rows<R>(statement: RawBuilder<R>): Promise<R[]>;
  /** What happened, to be told with it. */
  record(event: DomainEvent): void;
}

export function lockStatement(organizationId: string, how: LockMode): RawBuilder<unknown> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql`select ${lock}(hashtextextended(${organizationId}, ${sql.lit(KEY)}))`;
}

/** One transaction, in SQL. What happened is recorded with it. */
export class Transaction implements Statements {
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
  lockOrganization(organizationId: string, how: LockMode): Promise<void> {
    return Transaction.lockOrganization(this.db, organizationId, how);
  }

  static async lockOrganization(db: Kysely<object>, organizationId: string, how: LockMode): Promise<void> {
    await lockStatement(organizationId, how).execute(db);
  }
}
