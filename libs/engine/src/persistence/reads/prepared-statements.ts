import { compileRow, type ResultColumn, type RowBuilder, type ParserOf } from './compile-row.ts';

/**
 * PostgreSQL keeps the plans of prepared statements in the memory of the connection. A list with many optional filters has many texts,
 * so the number is bounded, and the statement that was not used for the longest time is closed.
 */
const MAX_STATEMENTS = 200;

export interface PreparedStatement {
  readonly name: string;
  /** Undefined until PostgreSQL has described the result. */
  buildRow?: RowBuilder;
  /** What the result was built from when it was described last. */
  fields?: readonly ResultColumn[];
  /** Why it could not be prepared. */
  failure?: Error;
}

const isSame = (a: readonly ResultColumn[], b: readonly ResultColumn[]): boolean =>
  a.length === b.length &&
  a.every(({ name, dataTypeID }, index) => name === b[index]!.name && dataTypeID === b[index]!.dataTypeID);

/** What has to be sent before a statement is executed. */
interface Use {
  readonly statement: PreparedStatement;
  readonly isNew: boolean;
  /** The name of the statement that makes room for this one. */
  readonly closed?: string;
}

/**
 * The statements that are prepared on one connection, by their text. Where nothing may stay on a connection, statements have no name and
 * are parsed each time.
 */
export class PreparedStatements {
  private readonly byText = new Map<string, PreparedStatement>();
  private made = 0;

  constructor(
    private readonly parserOf: ParserOf,
    private readonly areKept = true,
  ) {}

  use(text: string): Use {
    const known = this.byText.get(text);
    if (known) {
      // A map keeps the order of insertion: the first entry is the one that was not used for the longest time.
      this.byText.delete(text);
      this.byText.set(text, known);
      return { statement: known, isNew: !this.areKept };
    }
    // A name is never used again, so it does not matter whether a failed statement still exists.
    const statement: PreparedStatement = { name: this.areKept ? `read_${this.made++}` : '' };
    this.byText.set(text, statement);
    const oldest = this.byText.size > MAX_STATEMENTS ? this.removeOldest() : undefined;
    return { statement, isNew: true, ...(oldest && this.areKept && { closed: oldest.name }) };
  }

  describe(statement: PreparedStatement, fields: readonly ResultColumn[]): void {
    if (statement.fields && isSame(statement.fields, fields)) return;
    statement.fields = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    statement.buildRow = compileRow(fields, this.parserOf);
  }

  /** The statement is prepared again when it is used next. */
  forget(text: string, statement: PreparedStatement): void {
    if (this.byText.get(text) === statement) this.byText.delete(text);
  }

  private removeOldest(): PreparedStatement {
    const [text, statement] = this.byText.entries().next().value!;
    this.byText.delete(text);
    return statement;
  }
}
