import { type CompiledQuery, DefaultQueryExecutor, type DialectAdapter, type QueryCompiler, type QueryResult } from 'kysely';
import type { RoutedReads } from './routed-reads.ts';

const NO_CONNECTIONS = {
  provideConnection: async (): Promise<never> => {
    throw new Error('Reads run outside of transactions. Transactions belong to repositories.');
  },
};

/**
 * Sends the queries of Kysely in batches, each of which takes a connection. Taking one around each query, as Kysely does, would take as
 * long as building the rows of a short list.
 */
export class ReadExecutor extends DefaultQueryExecutor {
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
