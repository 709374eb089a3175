import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Sync } from '#kernel';
import type { AggregateRows } from './aggregate-rows.ts';
import type { AnyAggregate } from './locked-aggregates.ts';
import { asStep } from '#engine/idempotency';
import { currentContext } from '#engine/tenancy';
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
export function changeOne<A extends AnyAggregate, T>(
  em: EntityManager,
  rows: AggregateRows<A>,
  where: object,
  by: (aggregate: A) => Sync<T>,
): Promise<T> {
  return inTransaction(em, rows.name, async (transaction) => (await rows.lock(transaction, where)).change(by));
}

/** Inserts new aggregates and their events in one transaction. */
export function addRows<A extends AnyAggregate>(
  em: EntityManager,
  rows: AggregateRows<A>,
  aggregates: readonly A[],
): Promise<void> {
  return inTransaction(em, `new ${rows.name}`, (transaction) => rows.insert(transaction, aggregates));
}
