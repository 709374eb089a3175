import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { BatchLoader } from './batch-loader.ts';
import { readByOrganization } from './distributed-tables.ts';
import { readDb } from './reads/read-db.ts';

interface RowStatement {
  /** Takes one array of ids for each column that rows are found by. */
  readonly text: string;
  /** The columns of a result that rows are found by, in the order of the parameters. */
  readonly by: readonly string[];
}

/** The ids of an organization and whatever else is needed to find a row contain no spaces. */
const keyOf = (ids: readonly string[]): string => ids.join(' ');

/** Reads rows by several ids, such as those of the organization and the row; concurrent reads share one statement. */
export class RowLoader<Row extends object> {
  private readonly rows: BatchLoader<Row>;

  constructor(
    private readonly em: EntityManager,
    private readonly statement: RowStatement,
  ) {
    this.rows = new BatchLoader((keys) => readByOrganization(this.em, keys, (some) => this.readAll(some)), 'turn');
  }

  /** The row with these ids, in the order of the parameters. */
  read(...ids: string[]): Promise<Row | undefined> {
    return this.rows.read(keyOf(ids));
  }

  private async readAll(keys: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const { text, by } = this.statement;
    const ids = keys.map((key) => key.split(' '));
    const values = by.map((_, column) => ids.map((each) => each[column]));
    const { rows } = await readDb<object>(this.em).executeQuery<Row>(CompiledQuery.raw(text, values));
    return new Map(rows.map((row) => [keyOf(by.map((column) => (row as Record<string, string>)[column]!)), row]));
  }
}
