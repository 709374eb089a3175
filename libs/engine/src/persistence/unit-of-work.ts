import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { type AggregateRoot, ResourceNotFound, type Sync } from '#kernel';
import { AggregateRows, type ClassOf } from './aggregate-rows.ts';
import type { Owned } from './locked-aggregates.ts';
import { asStep } from '#engine/idempotency';
import { recordEvents } from '#engine/outbox';
import { recordChanges, snapshotsOf } from './audited.ts';
import { changing, currentContext } from '#engine/tenancy';
import { inSpan } from '#engine/tracing';

/**
 * Runs a transaction. In a request with an idempotency key it is a step with this name: its outcome, which must be plain data, is
 * stored with the change, and a step that is done does not run again.
 */
export function inTransaction<T>(em: EntityManager, step: string, work: (transaction: EntityManager) => Promise<T>): Promise<T> {
  return asStep(step, (record) =>
    inSpan(`transaction ${step}`, currentContext()?.span?.traceparent, () =>
      em.fork().transactional(async (transaction) => {
        const outcome = await work(transaction);
        for (const { text, values } of record(outcome)) {
          await transaction.getKysely<object>().executeQuery(CompiledQuery.raw(text, values));
        }
        return outcome;
      }),
    ),
  );
}

/**
 * Changes one aggregate in one transaction: locks the row, runs `by`, writes the row and its events.
 * Throws `ResourceNotFound` if no row matches; an error thrown by `by` rolls back.
 */
export function changeOne<A extends AggregateRoot, T>(
  em: EntityManager,
  rows: AggregateRows<A> | ClassOf<A>,
  where: object,
  by: (aggregate: A) => Sync<T>,
): Promise<T> {
  if (!(rows instanceof AggregateRows)) return changeEntity(em, rows, where, by);
  return inTransaction(em, rows.name, async (transaction) => {
    const locked = await rows.lock(transaction, where);
    return locked.change(by);
  });
}

/** Changes an aggregate that is still mapped as an entity. */
function changeEntity<A extends AggregateRoot, T>(
  em: EntityManager,
  aggregate: ClassOf<A>,
  where: object,
  by: (aggregate: A) => Sync<T>,
): Promise<T> {
  return inTransaction(em, aggregate.name, async (transaction) => {
    const row = await transaction.findOne<object>(aggregate as never, where as FilterQuery<object>, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    const found = row as A | null;
    if (!found) throw new ResourceNotFound();
    const before = snapshotsOf([found]);
    const outcome = changing((found as Owned).organizationId, by, found);
    await transaction.flush();
    await recordChanges(transaction, before, [found]);
    await recordEvents(transaction, found.pullEvents());
    return outcome as T;
  });
}

/** Inserts new aggregates and their events in one transaction. */
export function addRows<A extends AggregateRoot>(
  em: EntityManager,
  rows: AggregateRows<A>,
  aggregates: readonly A[],
): Promise<void> {
  return inTransaction(em, `new ${rows.name}`, (transaction) => rows.insert(transaction, aggregates));
}

export function addAll<A extends AggregateRoot>(em: EntityManager, aggregates: readonly A[]): Promise<void> {
  return inTransaction(em, `new ${aggregates[0]?.constructor.name}`, async (transaction) => {
    transaction.persist([...aggregates]);
    await transaction.flush();
    await recordChanges(transaction, snapshotsOf([]), aggregates);
    await recordEvents(
      transaction,
      aggregates.flatMap((aggregate) => aggregate.pullEvents()),
    );
  });
}
