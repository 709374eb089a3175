import { type EntitySchemaWithMeta, type FilterQuery, type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AggregateRoot } from '#kernel';
import type { Differing } from './differing-columns.ts';
import { auditedAs, type AuditOptions, snapshotsOf } from './audited.ts';
import { type AnyAggregate, LockedAggregates, writeAggregates } from './locked-aggregates.ts';

/** A class whose constructor may be protected. */
type ClassOf<A> = { readonly prototype: A; readonly name: string };

/** A mapping whose row is the state without the parts that have tables of their own. */
type MappingOf<Mapping, State, Part> = [Exclude<Differing<InferEntity<Mapping>, State>, Part>] extends [never]
  ? Mapping
  : { readonly columnsThatDifferFromTheState: Exclude<Differing<InferEntity<Mapping>, State>, Part> };

/**
 * Declares how an aggregate is stored: a row has the properties of its state, but for `parts` that have tables of their own. A mapping that
 * lacks a property, has one too many or has another type does not compile.
 */
export function aggregateRows<
  A extends AnyAggregate,
  Mapping extends Pick<EntitySchemaWithMeta, 'properties'>,
  Part extends keyof A['snapshot'] & string = never,
>(
  aggregate: ClassOf<A>,
  mapping: Mapping & MappingOf<Mapping, A['snapshot'], Part>,
  ...parts: readonly Part[]
): AggregateRows<A, Part> {
  return new AggregateRows(aggregate, mapping, parts);
}

interface LockOptions<A extends AnyAggregate> {
  readonly orderBy?: object;
  readonly limit?: number;
  /** Leaves out rows that another transaction has locked. */
  readonly skipsLocked?: boolean;
  /** Reads the parts that have tables of their own, after the row was locked. */
  readonly parts?: (row: A['snapshot']) => Promise<Partial<A['snapshot']>>;
}

export class AggregateRows<A extends AnyAggregate, Part extends string = string> {
  constructor(
    private readonly aggregate: ClassOf<A>,
    readonly mapping: Pick<EntitySchemaWithMeta, 'properties'>,
    private readonly parts: readonly Part[],
  ) {}

  get name(): string {
    return this.aggregate.name;
  }

  /** Declares that changes of the aggregate are in the audit log. */
  auditedAs(options: AuditOptions<A>): this {
    auditedAs(this.aggregate, this.mapping, { ...options, stateOf: ({ stored }) => stored });
    return this;
  }

  /** Inserts new aggregates with their events. */
  async insert(transaction: EntityManager, aggregates: readonly A[]): Promise<void> {
    transaction.persist(
      aggregates.map((aggregate) => transaction.create(this.mapping as never, this.columnsOf(aggregate) as never)),
    );
    await writeAggregates(transaction, snapshotsOf([]), aggregates);
  }

  /** The aggregates that match, as they are now. */
  async find(em: EntityManager, where: object, orderBy?: object): Promise<readonly A[]> {
    const rows: object[] = await em.find<object>(this.mapping as never, where as FilterQuery<object>, { orderBy });
    return rows.map((row) => this.restored(row));
  }

  /** Locks the rows that match until the transaction ends. */
  async lock(
    transaction: EntityManager,
    where: object,
    { orderBy, limit, skipsLocked = false, parts }: LockOptions<A> = {},
  ): Promise<LockedAggregates<A>> {
    const rows: object[] = await transaction.find<object>(this.mapping as never, where as FilterQuery<object>, {
      orderBy,
      limit,
      lockMode: skipsLocked ? LockMode.PESSIMISTIC_PARTIAL_WRITE : LockMode.PESSIMISTIC_WRITE,
    });
    const aggregates: A[] = [];
    for (const row of rows) aggregates.push(this.restored(parts ? { ...row, ...(await parts(row as A['snapshot'])) } : row));
    return new LockedAggregates(transaction, aggregates, rows, (aggregate) => this.columnsOf(aggregate));
  }

  /** The aggregate that has this state. */
  restored(state: object): A {
    return AggregateRoot.fromState.call(this.aggregate, state as A['snapshot']) as A;
  }

  private columnsOf({ stored }: A): object {
    return this.parts.length === 0 ? stored : Object.fromEntries(Object.entries(stored).filter(([name]) => !this.isPart(name)));
  }

  private isPart(name: string): boolean {
    return this.parts.some((part) => part === name);
  }
}
