import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type RawNode,
  ValueNode,
} from 'kysely';
import { pgPool, replicaPool } from '../kysely.ts';
import { ReadBatches } from './read-batches.ts';
import { Replica, RoutedReads } from './replica.ts';

const BEFORE_BOUND = /\b(limit|offset) $/;

/**
 * Writes the limits and offsets of pages into the text. A plan for all values of the parameters then knows that a page has ten rows and
 * reads them in the order of an index; with a parameter it would be made for a tenth of the table, and would sort it.
 */
class ReadCompiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.visitBound(limit);
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ');
    this.visitBound(offset);
  }

  protected override visitRaw({ sqlFragments, parameters }: RawNode): void {
    sqlFragments.forEach((fragment, index) => {
      this.append(fragment);
      const parameter = parameters[index];
      if (!parameter) return;
      if (BEFORE_BOUND.test(fragment)) this.visitBound(parameter);
      else this.visitNode(parameter);
    });
  }

  private visitBound(node: OperationNode): void {
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value));
    else this.visitNode(node);
  }
}

const NO_CONNECTIONS = {
  provideConnection: async (): Promise<never> => {
    throw new Error('Reads run outside of transactions. Transactions belong to repositories.');
  },
};

/**
 * Sends the queries of Kysely in batches, each of which takes a connection. Taking one around each query, as Kysely does, would take as
 * long as building the rows of a short list.
 */
class ReadExecutor extends DefaultQueryExecutor {
  constructor(
    compiler: QueryCompiler,
    adapter: DialectAdapter,
    private readonly reads: RoutedReads,
  ) {
    super(compiler, adapter, NO_CONNECTIONS);
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.reads.read(sql, parameters)) as R[] };
  }
}

/** The executor sends queries, so there is no driver. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new ReadCompiler(),
};

function readsOf(em: EntityManager): RoutedReads {
  const primary = new ReadBatches(() => pgPool(em));
  const poolOfReplica = replicaPool(em);
  return new RoutedReads(primary, poolOfReplica && new Replica(primary, new ReadBatches(poolOfReplica)));
}

const databases = new WeakMap<object, Kysely<unknown>>();

/**
 * The query builder for reads outside of transactions. Everything that queries read goes through it:
 *
 * - Statements are prepared: PostgreSQL parses a text once for each connection, and plans it anew only while that pays
 *   (`PreparedStatements`). Make few texts: pass a list as one array parameter, never as `in ($1, $2, …)`. But a value that few
 *   rows have, such as a rare status, belongs into the text (`sql.lit`) if an index should be chosen by it: one plan serves all values of
 *   a parameter. Limits and offsets are written into the text (`ReadCompiler`).
 * - A query whose text depends only on the order, the bounds and the filters that are given is declared with `fixedRead`: each text is
 *   built once.
 * - Reads that are started at the same time, as by `Promise.all`, are sent in one packet on one connection, and so
 *   are their results (`ReadBatches`).
 * - Reads of a request for a list are sent to the replica, if there is one and it is current (`RoutedReads`).
 * - Rows are built from the values of a result by position (`compileRow`), and have the names of the select list. A value has the type
 *   of its column: `timestamptz` is a `Date`, 64-bit integers are numbers, `numeric` is text, `jsonb` is what was stored.
 */
export function readDb<Tables>(em: EntityManager): Kysely<Tables> {
  const connection = em.getConnection();
  let database = databases.get(connection);
  if (!database) {
    const executor = new ReadExecutor(new ReadCompiler(), DIALECT.createAdapter(), readsOf(em));
    database = new Kysely<unknown>({ config: { dialect: DIALECT }, dialect: DIALECT, driver: DIALECT.createDriver(), executor });
    databases.set(connection, database);
  }
  return database as Kysely<Tables>;
}
