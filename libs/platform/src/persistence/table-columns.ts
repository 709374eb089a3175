import { toSnakeCase } from '#kernel';
import {
  BigIntType,
  BlobType,
  BooleanType,
  DateTimeType,
  IntegerType,
  JsonType,
  TextType,
  UuidType,
} from '@mikro-orm/postgresql';

export interface Column {
  readonly property: string;
  readonly name: string;
  readonly sqlType: string;
  readonly isPrimary: boolean;
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
    const known = SQL_TYPES.find(([each]) => type === each || type instanceof each);
    if (!known) throw new TypeError(`A batch table has no SQL type for the property "${property}".`);
    return { property, name: fieldName ?? toSnakeCase(property), sqlType: known[1], isPrimary: primary };
  });
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

/** A value as a parameter of its SQL type. */
export function encoded(value: unknown, { sqlType }: Column): unknown {
  if (value === null) return null;
  if (sqlType === 'timestamptz') return (value as Date).toISOString();
  return sqlType === 'jsonb' ? JSON.stringify(value) : value;
}

/**
 * Every validation loads a key and compares it, so this code is compiled once for each table, as MikroORM compiles its own
 * hydrators: a loop over the columns takes three times as long, because V8 then sees no constant property names.
 * The names come from mappings, never from input.
 */
export function compileAssign(columns: readonly Column[]): (aggregate: object, row: object) => void {
  const lines = columns.map(({ property, sqlType }) => {
    const value = `row.${property}`;
    return `aggregate.${property} = ${sqlType === 'timestamptz' ? `${value} === null ? null : new Date(${rounded(value)})` : value};`;
  });
  return new Function('aggregate', 'row', lines.join('\n')) as (aggregate: object, row: object) => void;
}

/** Whether a loaded object differs from its row. */
export function compileDiffers(columns: readonly Column[]): (state: object, row: object) => boolean {
  const conditions = columns.map(({ property, sqlType }) => {
    const [now, before] = [`state.${property}`, `row.${property}`];
    if (sqlType !== 'timestamptz') return `${now} !== ${before}`;
    return `(${now} === null || ${before} === null ? ${now} !== ${before} : ${now}.getTime() !== ${rounded(before)})`;
  });
  return new Function('state', 'row', `return ${conditions.join(' || ') || 'false'};`) as (state: object, row: object) => boolean;
}

/** PostgreSQL computes milliseconds from seconds, whose fractions are not exact. */
const rounded = (milliseconds: string): string => `Math.round(${milliseconds})`;
