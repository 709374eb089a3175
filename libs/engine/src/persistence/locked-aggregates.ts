import type { EntityManager } from '@mikro-orm/postgresql';
import { type AggregateRoot, ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#engine/outbox';
import { changing } from '#engine/tenancy';
import { recordChanges, recordRemovals, type Snapshots, snapshotsOf } from './audited.ts';

/** An aggregate of any kind. Users, for example, belong to no organization. */
export type AnyAggregate = AggregateRoot<{ readonly id: string; readonly organizationId?: string | null }>;

/** Aggregates whose rows a transaction has locked. */
export class LockedAggregates<A extends AnyAggregate> {
  private readonly before: Snapshots;

  constructor(
    private readonly transaction: EntityManager,
    readonly all: readonly A[],
    private readonly rows: readonly object[],
    private readonly columnsOf: (aggregate: A) => object,
  ) {
    this.before = snapshotsOf(all);
  }

  /**
   * Changes the only one, and writes it with its events.
   *
   * @throws {ResourceNotFound} if no row matched
   */
  async change<T>(by: (aggregate: A) => Sync<T>): Promise<T> {
    const [aggregate] = this.all;
    if (!aggregate) throw new ResourceNotFound();
    const outcome = changing(aggregate.organizationId ?? undefined, by, aggregate);
    await this.save();
    return outcome as T;
  }

  /** Writes what changed, and the events. */
  async save(): Promise<void> {
    this.rows.forEach((row, index) => Object.assign(row, this.columnsOf(this.all[index]!)));
    await writeAggregates(this.transaction, this.before, this.all);
  }

  /** Deletes the rows, and writes the events. */
  async remove(): Promise<void> {
    this.transaction.remove(this.rows);
    await this.transaction.flush();
    await recordRemovals(this.transaction, this.all);
    await recordEventsOf(this.transaction, this.all);
  }
}

/** Writes to the database, the audit log and the outbox. */
export async function writeAggregates(
  transaction: EntityManager,
  before: Snapshots,
  aggregates: readonly AnyAggregate[],
): Promise<void> {
  await transaction.flush();
  await recordChanges(transaction, before, aggregates);
  await recordEventsOf(transaction, aggregates);
}

const recordEventsOf = (transaction: EntityManager, aggregates: readonly AnyAggregate[]): Promise<void> =>
  recordEvents(
    transaction,
    aggregates.flatMap((aggregate) => aggregate.pullEvents()),
  );
