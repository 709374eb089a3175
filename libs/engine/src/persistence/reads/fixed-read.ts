import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';
import { readDb } from './read-db.ts';

/** A query of the builder, or a template. */
interface Query<Tables, Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

type Path = readonly (string | number)[];

/** Stands for a value that is known when the statement is executed. */
class Placeholder {
  /** The names and positions that lead to the value. */
  constructor(readonly path: Path) {}

  valueIn(values: unknown): unknown {
    return this.path.reduce((value, step) => (value as { readonly [step: string | number]: unknown })[step], values);
  }
}

/** Whether the text of a statement may depend on the value itself. */
const isPartOfText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'boolean';

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A list whose elements the text may contain one by one: `anyOf` compares with a single one, a filter has a condition for each object. */
const isTakenApart = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && (value.length === 1 || value.some(isRecord));

/** All that the text may depend on: which values there are, and of which kind. */
function kindOf(value: unknown): string {
  if (isPartOfText(value)) return String(value);
  if (isTakenApart(value)) return `[${value.map(kindOf).join()}]`;
  if (!isRecord(value)) return '?';
  let kinds = '';
  for (const name in value) if (value[name] !== undefined) kinds += `${name}:${kindOf(value[name])},`;
  return `{${kinds}}`;
}

/** What the text is built with: the values that it does not depend on are not known. */
function withPlaceholders(value: unknown, path: Path): unknown {
  if (isPartOfText(value)) return value;
  if (isTakenApart(value)) return value.map((element, index) => withPlaceholders(element, [...path, index]));
  if (!isRecord(value)) return new Placeholder(path);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPlaceholders(each, [...path, name])]));
}

function filled(parameter: unknown, values: unknown): unknown {
  if (parameter instanceof Placeholder) return parameter.valueIn(values);
  if (isTakenApart(parameter)) return parameter.map((element) => filled(element, values));
  if (!isRecord(parameter)) return parameter;
  return Object.fromEntries(Object.entries(parameter).map(([name, each]) => [name, filled(each, values)]));
}

/** Clients may ask for any page: the statements that were used last are kept. */
const MAX_STATEMENTS = 100;

/**
 * A read whose text is the same for all values, such as that of rows by their ids. The query is built and compiled once, with
 * placeholders for the values, which can therefore be nothing but parameters. Building and compiling a query of twenty columns each time
 * would take as long as sending it.
 *
 * The text may depend on which values are absent or null, on booleans, on whether a list has one element, on the number of objects in a
 * list, and on `shape`, such as the order and the bounds of a page. It is built once for each of them.
 */
export function fixedRead<Tables, V extends object, Row, Shape = undefined>(
  build: (db: Kysely<Tables>, values: V, shape: Shape) => Query<Tables, Row>,
): (em: EntityManager, values: V, ...shape: Shape extends undefined ? [] : [Shape]) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>();
  return async (em, values, ...[shape]) => {
    const db = readDb<Tables>(em);
    const key = `${JSON.stringify(shape)} ${kindOf(values)}`;
    let statement = statements.get(key);
    if (statement) {
      statements.delete(key);
    } else {
      statement = build(db, withPlaceholders(values, []) as V, shape as Shape).compile(db);
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value!);
    }
    // A map keeps the order of insertion: the first entry is the one that was not used for the longest time.
    statements.set(key, statement);
    const parameters = statement.parameters.map((parameter) => filled(parameter, values));
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
