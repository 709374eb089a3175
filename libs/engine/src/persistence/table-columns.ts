import { isoTime } from '#support/days';
import { toSnakeCase } from '#support/texts';
import { compiledFunction } from '#engine/compilation';
import { BigIntType, BlobType, BooleanType, DateTimeType, IntegerType, JsonType, TextType, UuidType } from '@mikro-orm/core';
import { ShapedJson } from './shaped-json.ts';

export interface Column {
  readonly property: string;
  readonly name: string;
  readonly sqlType: string;
  readonly isPrimary: boolean;
  /** The conversion of a value that has another shape in the column. */
  readonly shaped?: ShapedJson<unknown, unknown>;
}

const SQL_TYPES: readonly (readonly [type: new (...options: never[]) => unknown, sqlType: string])[] = [
  [UuidType, 'uuid'],
  [TextType, 'text'],
  [IntegerType, 'int'],
  [BigIntType, 'bigint'],
  [BooleanType, 'boolean'],
  [DateTimeType, 'timestamptz'],
  [JsonType, 'jsonb'],
  [BlobType, 'bytea'],
];

/** The columns of a mapping's properties, in their order. */
export function columnsOf(properties: Record<string, { type?: unknown; fieldName?: string; primary?: boolean }>): Column[] {
  return Object.entries(properties).map(([property, { type, fieldName, primary = false }]) => {
    const shaped = shapedBy(type);
    const known = shaped ? 'jsonb' : SQL_TYPES.find(([each]) => type === each || type instanceof each)?.[1];
    if (!known) throw new TypeError(`A batch table has no SQL type for the property "${property}".`);
    const column = { property, name: fieldName ?? toSnakeCase(property), sqlType: known, isPrimary: primary };
    return shaped ? { ...column, shaped } : column;
  });
}

/** A mapping names the class of a type. */
export function shapedBy(type: unknown): ShapedJson<unknown, unknown> | undefined {
  const isShaped = typeof type === 'function' && type.prototype instanceof ShapedJson;
  return isShaped ? new (type as new () => ShapedJson<unknown, unknown>)() : undefined;
}

export const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');

/** One array parameter for each column. */
export const unnest = (columns: readonly Column[]): string =>
  `unnest(${columns.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`).join(', ')})`;

/** A column as JavaScript reads it without parsing: times as milliseconds, 64-bit integers as numbers. */
export function selected({ property, name, sqlType }: Column, alias: string): string {
  const column = `${alias}.${name}`;
  if (sqlType === 'timestamptz') return `date_part('epoch', ${column}) * 1000 as "${property}"`;
  return `${sqlType === 'bigint' ? `${column}::float8` : column} as "${property}"`;
}

/** The SQL types whose values are never quoted in the text of an array. */
const UNQUOTED: { readonly [sqlType: string]: (value: unknown) => string } = {
  uuid: (value) => value as string,
  int: String,
  bigint: String,
  float8: String,
  boolean: String,
  timestamptz: (value) => isoTime(value as Date),
  bytea: (value) => `"\\\\x${(value as Buffer).toString('hex')}"`,
};

/**
 * An array as a parameter. `pg` would examine every element for characters to be quoted; UUIDs, numbers, times and bytes have none.
 */
export function arrayOf(sqlType: string, values: readonly unknown[]): unknown {
  const write = UNQUOTED[sqlType];
  if (!write) return sqlType === 'jsonb' ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values;
  let text = '';
  for (const value of values)
    text += `${text === '' ? '{' : ','}${value === null || value === undefined ? 'NULL' : write(value)}`;
  return text === '' ? '{}' : `${text}}`;
}

/** A value in the shape that it has in the column. */
export const inShape = (value: unknown, { shaped }: Pick<Column, 'shaped'>): unknown =>
  shaped && value !== null && value !== undefined ? shaped.toShape(value) : value;

/** The state of a row as a new object, which V8 creates with all of its properties at once. */
export function compileRead(columns: readonly Column[]): (row: object) => object {
  const properties = columns.map((column, index) => `${column.property}: ${loadedValue(column, index)}`);
  type Make = (shaped: readonly Column['shaped'][]) => (row: object) => object;
  const make = compiledFunction<Make>(['shaped'], `return (row) => ({${properties.join(',\n')}});`);
  return make(columns.map(({ shaped }) => shaped));
}

function loadedValue(column: Column, index: number): string {
  const value = `row.${column.property}`;
  const made = converted(column, value, index);
  return made ? `${value} === null ? null : ${made}` : value;
}

/** Undefined if the value is the same in the row and in the aggregate. */
function converted({ sqlType, shaped }: Column, value: string, index: number): string | undefined {
  if (shaped) return `shaped[${index}].fromShape(${value})`;
  return sqlType === 'timestamptz' ? `new Date(${rounded(value)})` : undefined;
}

/** Whether a loaded object differs from its row. A value with another shape is never the one of the row. */
export function compileDiffers(columns: readonly Column[]): (state: object, row: object) => boolean {
  const conditions = columns.map(({ property, sqlType }) => {
    const [now, before] = [`state.${property}`, `row.${property}`];
    if (sqlType !== 'timestamptz') return `${now} !== ${before}`;
    return `(${now} === null || ${before} === null ? ${now} !== ${before} : ${now}.getTime() !== ${rounded(before)})`;
  });
  return compiledFunction(['state', 'row'], `return ${conditions.join(' || ') || 'false'};`);
}

/** PostgreSQL computes milliseconds from seconds, whose fractions are not exact. */
const rounded = (milliseconds: string): string => `Math.round(${milliseconds})`;
