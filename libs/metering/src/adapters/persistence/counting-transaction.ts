import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DomainEvent } from '#kernel';
import { caused, type CausedEvent, insertEvents } from '#engine/outbox';
import type { RecordStatement } from '#engine/idempotency';
import { PipelinedTransaction, pgPool } from '#engine/persistence';

/** Separates the locks of this context from other advisory locks of an organization. */
const LOCK_SEED = 6;

/**
 * The lock of an organization. Transactions that count events take it shared. Transactions that change meters, subjects or billing
 * windows take it exclusively: they see everything counted before, and no transaction counts with outdated data.
 */
export type LockMode = 'shared' | 'exclusive';

/** A statement with a fixed text, which is prepared under its name where the transaction is pipelined. */
export interface NamedStatement {
  readonly name: string;
  readonly statement: RawBuilder<unknown>;
}

/** What plain and pipelined transactions have in common. */
export interface Statements {
  rows<R>(statement: RawBuilder<R>): Promise<R[]>;
  /** The rows of several statements, in one round trip where the transaction is pipelined. */
  all(statements: readonly NamedStatement[]): Promise<unknown[][]>;
  /** Runs statements at the latest with the commit. */
  write(statements: readonly NamedStatement[]): Promise<void>;
  /** Runs statements whose text is complete. */
  execute(statements: readonly RecordStatement[]): Promise<void>;
  /** Adds an event to those that are stored in the outbox by the transaction. */
  record(event: DomainEvent): void;
}

export const exclusiveLock = (organizationId: string): NamedStatement => ({
  name: 'metering-lock-exclusive',
  statement: lockStatement(organizationId, 'exclusive'),
});

export function lockStatement(organizationId: string, mode: LockMode): RawBuilder<unknown> {
  const lock = sql.raw(mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql`select ${lock}(hashtextextended(${organizationId}, ${sql.lit(LOCK_SEED)}))`;
}

/**
 * A transaction in few round trips. It reads by index only, so rows are locked in the order of the statement, independent of the
 * statistics of the planner.
 */
export class CountingTransaction implements Statements {
  private readonly events: CausedEvent[] = [];
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

  async execute(statements: readonly RecordStatement[]): Promise<void> {
    await this.transaction.read(statements);
  }

  record(event: DomainEvent): void {
    this.events.push(...caused([event]));
  }
}

const prepared = ({ name, statement }: NamedStatement, db: Kysely<object>) => ({ name, ...compiled(statement, db) });

function compiled(statement: RawBuilder<unknown>, db: Kysely<object>) {
  const { sql: text, parameters } = statement.compile(db);
  return { text, values: [...parameters] };
}
