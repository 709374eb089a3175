import { toSnakeCase } from '#support/texts';
import { arrayOf, type Column, inShape, namesOf, unnest } from './table-columns.ts';

export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Prepared once per connection; takes any number of rows as one array for each column. */
export class TableStatement<Row extends object> {
  constructor(
    readonly name: string,
    readonly text: string,
    private readonly columns: readonly Pick<Column, 'property' | 'sqlType' | 'shaped'>[],
  ) {}

  /** The statement for these rows, or none where there are no rows. */
  of(rows: readonly Row[]): BatchStatement[] {
    return rows.length === 0 ? [] : [this.for(rows)];
  }

  /** The statement for these rows, also if there are none. */
  for(rows: readonly Row[]): BatchStatement {
    const values = this.columns.map((column) =>
      arrayOf(
        column.sqlType,
        rows.map((row) => inShape((row as Record<string, unknown>)[column.property], column)),
      ),
    );
    return { name: this.name, text: this.text, values };
  }
}

/** The rows that a statement takes, as the table `w`. */
export const unnested = (columns: readonly Column[]): string => `${unnest(columns)} as w (${namesOf(columns)})`;

/** The types of the columns that a statement takes, by their names in the program. */
type ColumnTypes = Readonly<Record<string, 'uuid' | 'text' | 'int' | 'bytea' | 'timestamptz' | 'float8'>>;

/** A statement that is written by hand. `textOf` gets the rows as the table `w`, with the names of their columns in snake_case. */
export function batchStatement<Types extends ColumnTypes>(
  name: string,
  types: Types,
  textOf: (w: string) => string,
): TableStatement<{ readonly [Name in keyof Types]: unknown }> {
  const columns = Object.entries(types).map(([property, sqlType]) => ({
    property,
    name: toSnakeCase(property),
    sqlType,
    isPrimary: false,
  }));
  return new TableStatement(name, textOf(unnested(columns)), columns);
}
