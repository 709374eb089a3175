import type { EntityManager, EntitySchemaWithMeta, FilterQuery, InferEntity } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/postgresql';
import { AggregateRoot, ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { changing } from '#platform/tenancy';
import type { Differing } from './differing-columns.ts';
import { auditedAs, type AuditOptions, recordChanges, recordRemovals, type Snapshots, snapshotsOf } from './audited.ts';

/** A class whose constructor may be protected. */
export type ClassOf<A> = { readonly prototype: A; readonly name: string };

/** Aggregates belong to an organization, but for users and organizations themselves. */
export interface Owned {
  readonly organizationId?: string;
}

/** A mapping whose row is the state without the parts that have tables of their own. */
type MappingOf<Mapping, State, Part> = [Exclude<Differing<InferEntity<Mapping>, State>, Part>] extends [never]
  ? Mapping
  : { readonly columnsThatDifferFromTheState: Exclude<Differing<InferEntity<Mapping>, State>, Part> };

/**
 * Declares how an aggregate is stored: a row has the properties of its state, but for `parts` that have tables of their own. A mapping that
 * lacks a property, has one too many or has another type does not compile.
 */
export function aggregateRows<
  A extends AggregateRoot,
  Mapping extends Pick<EntitySchemaWithMeta, 'properties'>,
  Part extends keyof A['snapshot'] & string = never,
>(
  aggregate: ClassOf<A>,
  mapping: Mapping & MappingOf<Mapping, A['snapshot'], Part>,
  ...parts: readonly Part[]
): AggregateRows<A, Part> {
  return new AggregateRows(aggregate, mapping, parts);
}

interface LockOptions<A extends AggregateRoot> {
  readonly orderBy?: object;
  readonly limit?: number;
  /** Leaves out rows that another transaction has locked. */
  readonly skipsLocked?: boolean;
  /** Reads the parts that have tables of their own, after the row was locked. */
  readonly parts?: (row: A['snapshot']) => Promise<Partial<A['snapshot']>>;
}

export class AggregateRows<A extends AggregateRoot, Part extends string = string> {
  constructor(
    private readonly aggregate: ClassOf<A>,
    private readonly mapping: Pick<EntitySchemaWithMeta, 'properties'>,
    private readonly parts: readonly Part[],
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
    transaction.persist(
      aggregates.map((aggregate) => transaction.create(this.mapping as never, this.columnsOf(aggregate) as never)),
    );
    await write(transaction, snapshotsOf([]), aggregates);
  }

  /** Those that match, as they are now. */
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
    for (const row of rows) aggregates.push(this.restored(parts ? { ...row, ...(await parts(row)) } : row));
    return new LockedAggregates(transaction, aggregates, rows, (aggregate) => this.columnsOf(aggregate));
  }

  private restored(state: object): A {
    return AggregateRoot.fromState.call(this.aggregate, state) as A;
  }

  private columnsOf({ snapshot }: A): object {
    return this.parts.length === 0
      ? snapshot
      : Object.fromEntries(Object.entries(snapshot).filter(([name]) => !this.isPart(name)));
  }

  private isPart(name: string): boolean {
    return this.parts.some((part) => part === name);
  }
}

/** Aggregates whose rows a transaction has locked. */
export class LockedAggregates<A extends AggregateRoot> {
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
    const outcome = changing((aggregate.snapshot as Owned).organizationId, () => by(aggregate));
    await this.save();
    return outcome as T;
  }

  /** Writes what changed, and the events. */
  async save(): Promise<void> {
    this.rows.forEach((row, index) => Object.assign(row, this.columnsOf(this.all[index]!)));
    await write(this.transaction, this.before, this.all);
  }

  /** Deletes the rows, and writes the events. */
  async remove(): Promise<void> {
    this.transaction.remove(this.rows);
    await this.transaction.flush();
    await recordRemovals(this.transaction, this.all);
    await recordEventsOf(this.transaction, this.all);
  }
}

async function write(transaction: EntityManager, before: Snapshots, aggregates: readonly AggregateRoot[]): Promise<void> {
  await transaction.flush();
  await recordChanges(transaction, before, aggregates);
  await recordEventsOf(transaction, aggregates);
}

const recordEventsOf = (transaction: EntityManager, aggregates: readonly AggregateRoot[]): Promise<void> =>
  recordEvents(
    transaction,
    aggregates.flatMap((aggregate) => aggregate.pullEvents()),
  );
