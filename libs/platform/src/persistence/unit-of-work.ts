import { type EntityManager, type EntitySchemaWithMeta, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { type AggregateRoot, ResourceNotFound, type Sync } from '#kernel';
import { asStep } from '#platform/idempotency';
import { recordEvents } from '#platform/outbox';
import { recordChanges, snapshotsOf } from './audited.ts';
import { changing, currentContext } from '#platform/tenancy';
import { inSpan } from '#platform/tracing';

/** A class whose constructor may be private. */
type ClassOf<A> = { readonly prototype: A; readonly name: string };

/** How an aggregate that has its fields in parts is stored: it is restored from a row, and its state is assigned to the row again. */
export interface AggregateRows<A extends AggregateRoot> {
  readonly name: string;
  readonly mapping: Pick<EntitySchemaWithMeta, 'properties'>;
  restore(row: object): A;
  stateOf(aggregate: A): object;
}

type Stored<A extends AggregateRoot> = ClassOf<A> | AggregateRows<A>;

/** Aggregates belong to an organization, but for users and organizations themselves. */
interface Owned {
  readonly organizationId?: string;
}

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
 * Changes one aggregate in one transaction: locks the row, runs `by`, writes the row and its events. `added` returns further
 * mapped objects that the change created and that are inserted with it.
 * Throws `ResourceNotFound` if no row matches; an error thrown by `by` rolls back.
 */
export function changeOne<A extends AggregateRoot, T>(
  em: EntityManager,
  aggregate: Stored<A>,
  where: object,
  by: (aggregate: A) => Sync<T>,
  added: (aggregate: A) => readonly object[] = () => [],
): Promise<T> {
  return changeOneWith(em, aggregate, where, async () => [], by, added);
}

/** Like `changeOne`; `related` reads further mapped objects after the row is locked, and `by` may change them too. */
export function changeOneWith<A extends AggregateRoot, R extends object, T>(
  em: EntityManager,
  aggregate: Stored<A>,
  where: object,
  related: (aggregate: A, transaction: EntityManager) => Promise<readonly R[]>,
  by: (aggregate: A, related: readonly R[]) => Sync<T>,
  added: (aggregate: A) => readonly object[],
): Promise<T> {
  return inTransaction(em, aggregate.name, async (transaction) => {
    const rows = 'mapping' in aggregate ? aggregate : undefined;
    const row = await transaction.findOne((rows?.mapping ?? aggregate) as never, where as FilterQuery<object>, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    if (!row) throw new ResourceNotFound();
    const found = rows?.restore(row) ?? (row as A);
    const others = await related(found, transaction);
    const before = snapshotsOf([found, ...others]);
    const outcome = changing((found as Owned).organizationId, (locked) => by(locked, others), found);
    if (rows) Object.assign(row, rows.stateOf(found));
    const further = added(found);
    transaction.persist(further);
    await transaction.flush();
    await recordChanges(transaction, before, [found, ...others, ...further]);
    await recordEvents(transaction, found.pullEvents());
    return outcome as T;
  });
}

/** Inserts new aggregates and their events in one transaction. */
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
