import type { Pool } from 'pg';
import { type DomainEvent, ResourceNotFound } from '#kernel';
import { beginning, GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import type { AnyAggregate } from './locked-aggregates.ts';
import type { BatchReads, LockedBatch } from './locked-batch.ts';

/** Stores changes of aggregates of one kind. Concurrent ones share transactions, see `GroupCommit`. */
export type AggregateStore<Request, Aggregate extends object> = Pick<
  GroupCommit<Request, Aggregate>,
  'change' | 'preview' | 'insert'
>;

/** How aggregates of one kind are stored. */
export interface StoreDeclaration<Request, Aggregate extends object> extends Omit<
  GroupCommitOptions<Request, Aggregate>,
  'notFound' | 'distribution'
> {
  /** How the aggregates of a batch of requests are locked, loaded and written. What reads nothing is locked at once. */
  readonly batchOf: (requests: readonly Request[]) => BatchReads<Aggregate> | LockedBatch<Aggregate>;
  /**
   * The organization whose rows a request needs; undefined for one without rows. Left out if the tables are not distributed by
   * organization.
   */
  readonly organizationOf?: (request: Request) => string | undefined;
  /** The error for a request whose row does not exist: `ResourceNotFound` if left out. */
  readonly notFound?: (request: Request) => Error;
}

/** New aggregates, with the events that they had recorded: a batch that is refused is repeated, and tells of them again. */
export interface NewAggregates<A> {
  readonly added: readonly A[];
  readonly events: readonly DomainEvent[];
}

export const newAggregates = <A extends AnyAggregate>(added: readonly A[]): NewAggregates<A> => ({
  added,
  events: added.flatMap((aggregate) => aggregate.pullEvents()),
});

export function aggregateStore<Request, Aggregate extends object>(
  pool: () => Promise<Pool>,
  { batchOf, organizationOf, notFound = () => new ResourceNotFound(), ...declaration }: StoreDeclaration<Request, Aggregate>,
): AggregateStore<Request, Aggregate> {
  const distribution = organizationOf && { pool, organizationOf };
  return new GroupCommit(beginning(pool, batchOf), { ...declaration, notFound, distribution });
}

/** A store of new aggregates. Each request brings its own, so all are found, unless `batchOf` says otherwise. */
export function insertionStore<Request extends NewAggregates<object>, Found extends Request = Request>(
  pool: () => Promise<Pool>,
  declaration: Omit<StoreDeclaration<Request, Found>, 'eventsOf' | 'auditedOf' | 'isNew' | 'copyOf' | 'allOrNothing'>,
): AggregateStore<Request, Found> {
  return aggregateStore(pool, {
    ...declaration,
    isNew: true,
    eventsOf: ({ events }) => events,
    auditedOf: ({ added }) => added,
  });
}
