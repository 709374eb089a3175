import type { EntityManager, EntitySchemaWithMeta, FilterQuery, InferEntity, Opt, SnakeCase } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/postgresql';
import { AggregateRoot } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { auditedAs, type AuditOptions, recordChanges, recordRemovals, type Snapshots, snapshotsOf } from './audited.ts';

/** A class whose constructor may be protected. */
export type ClassOf<A> = { readonly prototype: A; readonly name: string };

/** Columns that the persistence keeps for itself. */
type OwnColumns = 'created_at' | 'modified_at';

/** A value as a column has it, for comparison: JSON may have names in snake_case there. MikroORM never loads `undefined`. */
type InColumn<Value> = Value extends undefined
  ? never
  : Value extends Date | Uint8Array
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly InColumn<Item>[]
      : Value extends object
        ? {
            [Name in keyof Value as Name extends string ? (string extends Name ? Name : SnakeCase<Name>) : never]: InColumn<
              Value[Name]
            >;
          }
        : Value;

/** The value of a column without the mark that it has a default. */
type Unmarked<Value> = Value extends Opt<infer Column> ? Column : Value;

type NamesOf<Row, State> = Exclude<keyof Row & string, OwnColumns> | (keyof State & string);

/** The names of what a row and the state of an aggregate do not have alike. */
type Differing<Row, State> = {
  [Name in NamesOf<Row, State>]: Name extends keyof Row & keyof State
    ? [InColumn<Unmarked<Row[Name]>>, InColumn<State[Name]>] extends [InColumn<State[Name]>, InColumn<Unmarked<Row[Name]>>]
      ? never
      : Name
    : Name;
}[NamesOf<Row, State>];

/** A mapping whose row is the state. */
type MappingOf<Mapping, State> = [Differing<InferEntity<Mapping>, State>] extends [never]
  ? Mapping
  : { readonly columnsThatDifferFromTheState: Differing<InferEntity<Mapping>, State> };

/**
 * Declares how an aggregate is stored: a row has the properties of its state. A mapping that lacks one, has one too many or has another
 * type does not compile.
 */
export function aggregateRows<A extends AggregateRoot, Mapping extends Pick<EntitySchemaWithMeta, 'properties'>>(
  aggregate: ClassOf<A>,
  mapping: Mapping & MappingOf<Mapping, A['snapshot']>,
): AggregateRows<A> {
  return new AggregateRows(aggregate, mapping);
}

export class AggregateRows<A extends AggregateRoot> {
  constructor(
    private readonly aggregate: ClassOf<A>,
    private readonly mapping: Pick<EntitySchemaWithMeta, 'properties'>,
  ) {}

  get name(): string {
    return this.aggregate.name;
  }

  /** Declares that changes of the aggregate are in the audit log. */
  auditedAs(options: AuditOptions<A>): this {
    auditedAs(this.aggregate, this.mapping, { ...options, stateOf: ({ snapshot }) => snapshot });
    return this;
  }

  /** Inserts new aggregates with their events. */
  async insert(transaction: EntityManager, aggregates: readonly A[]): Promise<void> {
    transaction.persist(aggregates.map(({ snapshot }) => transaction.create(this.mapping as never, snapshot as never)));
    await transaction.flush();
    await recordChanges(transaction, snapshotsOf([]), aggregates);
    await recordEvents(
      transaction,
      aggregates.flatMap((aggregate) => aggregate.pullEvents()),
    );
  }

  /** Locks the rows that match until the transaction ends. */
  async lock(
    transaction: EntityManager,
    where: object,
    options: { readonly orderBy?: object; readonly limit?: number } = {},
  ): Promise<LockedAggregates<A>> {
    const rows: object[] = await transaction.find<object>(this.mapping as never, where as FilterQuery<object>, {
      ...options,
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    return new LockedAggregates(
      transaction,
      rows,
      rows.map((row) => AggregateRoot.fromState.call(this.aggregate, row) as A),
    );
  }
}

/** Aggregates whose rows a transaction has locked. */
export class LockedAggregates<A extends AggregateRoot> {
  private readonly before: Snapshots;

  constructor(
    private readonly transaction: EntityManager,
    private readonly rows: readonly object[],
    readonly all: readonly A[],
  ) {
    this.before = snapshotsOf(all);
  }

  /** Writes what changed, and the events. */
  async save(): Promise<void> {
    this.rows.forEach((row, index) => Object.assign(row, this.all[index]!.snapshot));
    await this.transaction.flush();
    await recordChanges(this.transaction, this.before, this.all);
    await recordEvents(
      this.transaction,
      this.all.flatMap((aggregate) => aggregate.pullEvents()),
    );
  }

  /** Deletes the rows, and writes the events. */
  async remove(): Promise<void> {
    this.transaction.remove(this.rows);
    await this.transaction.flush();
    await recordRemovals(this.transaction, this.all);
    await recordEvents(
      this.transaction,
      this.all.flatMap((aggregate) => aggregate.pullEvents()),
    );
  }
}
