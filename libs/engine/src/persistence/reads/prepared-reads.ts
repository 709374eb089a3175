import { type Connection, DatabaseError, type Submittable } from 'pg';
import type { ResultColumn } from './compile-row.ts';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';

export type Value = string | Buffer | null;

/** A statement with its values. Exactly one of the two is called, once. */
export interface Read {
  readonly text: string;
  readonly values: readonly Value[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/** Reads to be sent: all that were started together, or what remains of them after one that failed. */
export interface Group {
  readonly reads: readonly Read[];
  /** Whether the first of them is the one that failed, because its statement was outdated. */
  readonly isRepeated: boolean;
}

/** Called once, with an error if the connection is lost. */
type Ended = (error: Error | null, rest?: Group) => void;

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
const isOutdated = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/** Whether a statement is not prepared: reads that were sent before in the same packet should have done it. */
const isNotPrepared = (error: Error): boolean => error instanceof DatabaseError && error.code === '26000';

/**
 * Executions of prepared statements with one `Sync` at the end, so that PostgreSQL sends their results together. After a statement that
 * fails, PostgreSQL skips the others up to the `Sync`; they are passed to the callback, to be sent again.
 *
 * `pg` has an own class for one execution, which asks for the description of the result each time and looks up the columns of each row
 * by name; here both happen once for each statement of a connection.
 */
export class PreparedReads implements Submittable {
  private used: readonly PreparedStatement[] = [];
  private readonly results: { readonly rows: object[]; failure: Error | null }[];
  /** The read whose results arrive. */
  private current = 0;

  private readonly reads: readonly Read[];

  constructor(
    private readonly statements: PreparedStatements,
    private readonly group: Group,
    private readonly callback: Ended,
  ) {
    this.reads = group.reads;
    this.results = this.reads.map(() => ({ rows: [], failure: null }));
  }

  submit(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    const uses = this.reads.map(({ text }) => this.statements.use(text));
    this.used = uses.map(({ statement }) => statement);
    for (const { closed } of uses) if (closed !== undefined) protocol.close({ type: 'S', name: closed });
    uses.forEach(({ statement: { name }, isNew }, index) => {
      const { text, values } = this.reads[index]!;
      if (isNew) {
        protocol.parse({ name, text });
        protocol.describe({ type: 'S', name });
      }
      protocol.bind({ statement: name, values });
      protocol.execute({});
    });
    protocol.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultColumn[] }): void {
    this.statements.describe(this.used[this.current]!, fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const result = this.results[this.current]!;
    if (result.failure) return;
    try {
      result.rows.push(this.used[this.current]!.buildRow!(fields));
    } catch (error) {
      result.failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    this.current++;
  }

  handleReadyForQuery(): void {
    this.settleComplete();
    this.callback(null);
  }

  /** `pg` does not call `handleReadyForQuery` after an error. */
  handleError(given: Error): void {
    const failed = this.reads[this.current];
    const error = this.reasonOf(given);
    for (let index = this.current; index < this.used.length; index++) this.forgetUndescribed(index);
    this.settleComplete();
    if (!failed || !(error instanceof DatabaseError)) {
      for (const { reject } of this.reads.slice(this.current)) reject(error);
      return this.callback(error);
    }
    if (isOutdated(error)) this.statements.forget(failed.text, this.used[this.current]!);
    const isRepeated = isOutdated(error) && !(this.group.isRepeated && this.current === 0);
    if (!isRepeated) failed.reject(error);
    this.callback(null, { reads: this.reads.slice(isRepeated ? this.current : this.current + 1), isRepeated });
  }

  /** The error of the reads that should have prepared the statement, if it is not prepared: what they waited for in vain, these would as well. */
  private reasonOf(error: Error): Error {
    const statement = this.used[this.current];
    if (!statement) return error;
    if (isNotPrepared(error)) return statement.failure ?? error;
    if (!statement.buildRow) statement.failure = error;
    return error;
  }

  private settleComplete(): void {
    this.results.slice(0, this.current).forEach(({ rows, failure }, index) => {
      const { resolve, reject } = this.reads[index]!;
      if (failure) reject(failure);
      else resolve(rows);
    });
  }

  /** The statement may not have been parsed. */
  private forgetUndescribed(index: number): void {
    const statement = this.used[index]!;
    if (!statement.buildRow) this.statements.forget(this.reads[index]!.text, statement);
  }
}
