import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { ReadBatches } from './read-batches.ts';

const refuse = (): never => {
  throw new Error('Reads run outside of transactions. Transactions belong to repositories.');
};

/** Lets Kysely send reads in batches. A batch takes the connection, so all queries share one object that stands for it. */
export class ReadDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(batches: ReadBatches) {
    this.connection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await batches.read(sql, parameters)) as R[],
      }),
      streamQuery: refuse,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    refuse();
  }

  async commitTransaction(): Promise<void> {
    refuse();
  }

  async rollbackTransaction(): Promise<void> {
    refuse();
  }

  async destroy(): Promise<void> {}
}
