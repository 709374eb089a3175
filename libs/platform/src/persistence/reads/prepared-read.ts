import { type Connection, DatabaseError, type Submittable } from 'pg';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';
import type { Field } from './compile-row.ts';

export type Value = string | Buffer | null;
type Settled = (error: Error | null, rows: object[]) => void;

/** The messages of the PostgreSQL protocol, as `pg` writes them. */
interface Protocol {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  bind(message: { statement: string; values: readonly Value[] }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Whether a migration changed the columns of a statement after it was prepared. */
export const isOutdated = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/**
 * One execution of a prepared statement. `pg` has an own class for this, which asks for the description of the result each time and
 * looks up the columns of each row by name; here both happen once for each statement of a connection.
 */
export class PreparedRead implements Submittable {
  private readonly rows: object[] = [];
  private statement!: PreparedStatement;
  private failure: Error | null = null;

  constructor(
    private readonly statements: PreparedStatements,
    private readonly text: string,
    private readonly values: readonly Value[],
    /** `pg` replaces it by one that stops the timer of the statement too. */
    private callback: Settled,
  ) {}

  submit(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    const { statement, isNew, closed } = this.statements.use(this.text);
    this.statement = statement;
    if (closed !== undefined) protocol.close({ type: 'S', name: closed });
    if (isNew) {
      protocol.parse({ name: statement.name, text: this.text });
      protocol.describe({ type: 'S', name: statement.name });
    }
    protocol.bind({ statement: statement.name, values: this.values });
    protocol.execute({});
    protocol.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.statements.describe(this.statement, fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.failure) return;
    try {
      this.rows.push(this.statement.buildRow!(fields));
    } catch (error) {
      this.failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.failure, this.rows);
  }

  handleError(error: Error): void {
    if (!this.statement.buildRow || isOutdated(error)) this.statements.forget(this.text, this.statement);
    this.callback(error, []);
  }
}
