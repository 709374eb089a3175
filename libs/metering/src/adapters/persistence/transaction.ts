import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { recordEvents } from '#engine/outbox';
import { inTransaction, type Snapshot, type RecordedChange, recordChangesOf } from '#engine/persistence';
import { type LockMode, lockStatement, type NamedStatement, type Statements } from './counting-transaction.ts';

/** A transaction of SQL statements. Stores the recorded events in the outbox before it commits. */
export class Transaction implements Statements {
  private readonly events: DomainEvent[] = [];

  private readonly db: Kysely<object>;

  private constructor(private readonly em: EntityManager) {
    this.db = em.getKysely<object>();
  }

  static run<T>(em: EntityManager, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return em.fork().transactional((inner) => Transaction.within(inner, work));
  }

  /** The same as a step of a request with an idempotency key. */
  static runStep<T>(em: EntityManager, step: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(em, step, (inner) => Transaction.within(inner, work));
  }

  private static async within<T>(inner: EntityManager, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new Transaction(inner);
    const outcome = await work(transaction);
    await recordEvents(inner, transaction.events);
    return outcome;
  }

  async rows<R>(statement: RawBuilder<R>): Promise<R[]> {
    return (await statement.execute(this.db)).rows;
  }

  async all(statements: readonly NamedStatement[]): Promise<unknown[][]> {
    const results: unknown[][] = [];
    for (const { statement } of statements) results.push(await this.rows(statement));
    return results;
  }

  async write(statements: readonly NamedStatement[]): Promise<void> {
    await this.all(statements);
  }

  async execute(statements: readonly RecordStatement[]): Promise<void> {
    for (const { text, values } of statements) await this.db.executeQuery(CompiledQuery.raw(text, [...values]));
  }

  record(event: DomainEvent): void {
    this.events.push(event);
  }

  /** Writes to the audit log what became of a resource; `before` is left out if it is new. */
  recordChange(before: Snapshot | undefined, after: Snapshot): Promise<void> {
    return this.recordAll([{ before, after }]);
  }

  /** The same of several resources. */
  recordAll(changes: readonly RecordedChange[]): Promise<void> {
    return recordChangesOf(this.em, changes);
  }

  /** Locks until the end of the transaction. */
  lockOrganization(organizationId: string, mode: LockMode): Promise<void> {
    return Transaction.lockOrganization(this.db, organizationId, mode);
  }

  static async lockOrganization(db: Kysely<object>, organizationId: string, mode: LockMode): Promise<void> {
    await lockStatement(organizationId, mode).execute(db);
  }
}
