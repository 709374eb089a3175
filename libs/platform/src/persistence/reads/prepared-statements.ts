import { compileRow, type RowBuilder, type ParserOf } from './compile-row.ts';

/**
 * PostgreSQL keeps the plans of prepared statements in the memory of the connection. A list with many optional filters has many texts,
 * so the number is bounded, and the statement that was not used for the longest time is closed.
 */
const MAX_STATEMENTS = 200;

export interface PreparedStatement {
  readonly name: string;
  /** Undefined until PostgreSQL has described the result. */
  buildRow?: RowBuilder;
}

/** What has to be sent before a statement is executed. */
interface Use {
  readonly statement: PreparedStatement;
  readonly isNew: boolean;
  /** The name of the statement that makes room for this one. */
  readonly closed?: string;
}

/** The statements that are prepared on one connection, by their text. */
export class PreparedStatements {
  private readonly byText = new Map<string, PreparedStatement>();
  private made = 0;

  constructor(private readonly parserOf: ParserOf) {}

  use(text: string): Use {
    const known = this.byText.get(text);
    if (known) {
      // A map keeps the order of insertion: the first entry is the one that was not used for the longest time.
      this.byText.delete(text);
      this.byText.set(text, known);
      return { statement: known, isNew: false };
    }
    // A name is never used again, so it does not matter whether a failed statement still exists.
    const statement: PreparedStatement = { name: `read_${this.made++}` };
    this.byText.set(text, statement);
    return { statement, isNew: true, ...(this.byText.size > MAX_STATEMENTS && { closed: this.closeOldest() }) };
  }

  describe(statement: PreparedStatement, fields: Parameters<typeof compileRow>[0]): void {
    statement.buildRow = compileRow(fields, this.parserOf);
  }

  /** The statement is prepared again when it is used next. */
  forget(text: string, statement: PreparedStatement): void {
    if (this.byText.get(text) === statement) this.byText.delete(text);
  }

  private closeOldest(): string {
    const [text, { name }] = this.byText.entries().next().value!;
    this.byText.delete(text);
    return name;
  }
}
