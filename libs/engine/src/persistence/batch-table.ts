import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { toSnakeCase } from '#support/texts';
import {
  arrayOf,
  type Column,
  columnsOf,
  compileDiffers,
  compileRead,
  inShape,
  namesOf,
  selected,
  unnest,
} from './table-columns.ts';

/** The properties of a mapping, with the types that they have in a loaded aggregate. */
export type StoredProperties<Mapping extends EntitySchemaWithMeta> = InferKyselyTable<
  Mapping,
  { columnNamingStrategy: 'property' }
>;

type PrimaryKey<Mapping extends EntitySchemaWithMeta> = {
  [P in keyof Mapping['properties'] & string]: Mapping['properties'][P] extends { '~options': { primary: true } } ? P : never;
}[keyof Mapping['properties'] & string];

/** A row as the select list of a table returns it: times are milliseconds since the epoch. */
export type LoadedRow<Properties> = { [P in keyof Properties]: Loaded<Properties[P]> };

type Loaded<Value> = Value extends Date ? number : Value;

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

  /** As `of`, for rows that may be repeated. */
  ofDistinct(rows: readonly Row[]): BatchStatement[] {
    return this.of([...new Map(rows.map((row) => [this.keyOf(row), row])).values()]);
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

  /** No text in PostgreSQL contains the separator. */
  private keyOf(row: Row): string {
    return this.columns.map(({ property }) => (row as Record<string, unknown>)[property]).join('\0');
  }
}

/** The rows that a statement takes, as the table `w`. */
export const unnested = (columns: readonly Column[]): string => `${unnest(columns)} as w (${namesOf(columns)})`;

/** A row as it was read, and the state that its aggregate has now. */
export interface StateOfRow<Properties, State extends Properties = Properties> {
  readonly state: State;
  readonly row: LoadedRow<Properties>;
}

/**
 * Reads and writes the rows of a table in batches, past the identity map of MikroORM: the SQL and the code that reads a
 * state come from the table's mapping alone. `only` and `without` give the same table with some of its columns.
 */
export class BatchTable<Properties extends object, Key extends object> {
  private readonly toState: (row: object) => object;
  private readonly differs: (state: object, row: object) => boolean;

  private constructor(
    private readonly table: string,
    private readonly columns: readonly Column[],
    private readonly primary: readonly Column[],
  ) {
    this.toState = compileRead(columns);
    this.differs = compileDiffers(columns);
  }

  static of<Mapping extends EntitySchemaWithMeta>(
    mapping: Mapping,
  ): BatchTable<
    StoredProperties<Mapping>,
    Pick<StoredProperties<Mapping>, PrimaryKey<Mapping> & keyof StoredProperties<Mapping>>
  > {
    const columns = columnsOf(mapping.properties);
    const { schema, tableName } = mapping.meta;
    return new BatchTable(
      `${schema}.${tableName}`,
      columns,
      columns.filter(({ isPrimary }) => isPrimary),
    );
  }

  only<P extends keyof Properties & string>(...properties: readonly P[]): BatchTable<Pick<Properties, P>, Key> {
    return this.having(({ property }) => properties.includes(property as P));
  }

  without<P extends keyof Properties & string>(...properties: readonly P[]): BatchTable<Omit<Properties, P>, Key> {
    return this.having(({ property }) => !properties.includes(property as P));
  }

  /** The columns under the names of their properties, as `read` takes them. */
  selectList(alias: string): string {
    return this.columns.map((column) => selected(column, alias)).join(', ');
  }

  /** The state that a row has, as an object of its own. */
  read(row: LoadedRow<Properties>): Properties {
    return this.toState(row) as Properties;
  }

  /** The names of the properties. */
  get properties(): (keyof Properties & string)[] {
    return this.columns.map(({ property }) => property as keyof Properties & string);
  }

  /** What a query has read of a row, with all of these columns, under the names of their properties. */
  toProperties(row: object): Properties {
    const source = row as Record<string, unknown>;
    return Object.fromEntries(this.columns.map(({ property, name }) => [property, source[name]])) as Properties;
  }

  /** Whether a write is due. All but times is compared by identity: aggregates replace JSON values and never change them. */
  hasChanged(state: Properties, row: LoadedRow<Properties>): boolean {
    return this.differs(state, row);
  }

  /** The states that differ from their rows in these columns. */
  changed<State extends Properties>(all: readonly StateOfRow<Properties, State>[]): State[] {
    const changed: State[] = [];
    for (const { state, row } of all) if (this.differs(state, row)) changed.push(state);
    return changed;
  }

  /** Reads and locks the rows `t` that have these values, in the order of their ids to avoid deadlocks. */
  lock<P extends keyof Properties & string>(name: string, by: readonly P[]): TableStatement<Pick<Properties, P>> {
    const columns = by.map((each) => this.columns.find(({ property }) => property === each)!);
    const found = columns.map((column) => `t.${column.name} = w.${column.name}`).join(' and ');
    const text = `select ${this.selectList('t')} from ${unnested(columns)}
      join ${this.table} t on ${found} order by t.${this.primary.at(-1)!.name} for update of t`;
    return new TableStatement(name, text, columns);
  }

  /** Sets these columns in the rows `t` with the given primary keys. `around` puts the statement into a larger one. */
  update(name: string, around: (update: string) => string = (update) => update): TableStatement<Properties & Key> {
    const columns = [...this.primary, ...this.columns.filter((column) => !column.isPrimary)];
    const text = `update ${this.table} t set ${this.assignments('w')} from ${unnested(columns)}
      where ${this.foundByKey}`;
    return new TableStatement(name, around(text), columns);
  }

  /** Inserts rows of these columns. `around` puts the statement into a larger one. */
  insert(name: string, around: (insert: string) => string = (insert) => insert): TableStatement<Properties> {
    const text = `insert into ${this.table} (${namesOf(this.columns)}) select * from ${unnested(this.columns)}`;
    return new TableStatement(name, around(text), this.columns);
  }

  /** Inserts rows, or sets the columns of those that exist. */
  upsert(name: string): TableStatement<Properties> {
    const set = this.assignments('excluded');
    return this.insert(name, (insert) => `${insert} on conflict (${namesOf(this.primary)}) do update set ${set}`);
  }

  /** Deletes the rows `t` with the given primary keys. `around` puts the statement into a larger one. */
  delete(name: string, around: (remove: string) => string = (remove) => remove): TableStatement<Key> {
    const text = `delete from ${this.table} t using ${unnested(this.primary)}
      where ${this.foundByKey}`;
    return new TableStatement(name, around(text), this.primary);
  }

  private assignments(from: string): string {
    return this.columns
      .filter(({ isPrimary }) => !isPrimary)
      .map(({ name }) => `${name} = ${from}.${name}`)
      .join(', ');
  }

  private get foundByKey(): string {
    return this.primary.map(({ name }) => `t.${name} = w.${name}`).join(' and ');
  }

  private having<Some extends object>(isMeant: (column: Column) => boolean): BatchTable<Some, Key> {
    return new BatchTable(this.table, this.columns.filter(isMeant), this.primary);
  }
}

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
