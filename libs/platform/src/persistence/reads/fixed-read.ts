import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';
import { readDb } from './read-db.ts';

/** A query of the builder, or a template. */
interface Query<Tables, Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

type Values = { readonly [name: string]: unknown };

/** Stands for a value that is known when the statement is executed. */
class Placeholder {
  constructor(
    readonly name: string,
    /** The position of the only element of a list. */
    readonly index?: 0,
  ) {}

  valueIn(values: Values): unknown {
    const value = values[this.name];
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

/** A list of one element is compared with `=` (`anyOf`), so its statement is another one. */
const isSingle = (value: unknown): value is readonly [unknown] => Array.isArray(value) && value.length === 1;

/** Whether the text of a statement may depend on the value itself. */
const isPartOfText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'boolean';

/** Names the statements of a read: those of other shapes, and of other kinds of values, are different. */
function keyOf(values: Values, shape: unknown): string {
  let key = shape === undefined ? '' : JSON.stringify(shape);
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    key += isPartOfText(value) ? ` ${name}=${String(value)}` : isSingle(value) ? ` ${name}=[]` : ` ${name}`;
  }
  return key;
}

/** What the text is built with: values that it does not depend on are not known. */
function placeholdersFor(values: Values): Values {
  const placeholders: Record<string, unknown> = {};
  for (const name in values) {
    const value = values[name];
    if (isSingle(value)) placeholders[name] = [new Placeholder(name, 0)];
    else placeholders[name] = isPartOfText(value) ? value : new Placeholder(name);
  }
  return placeholders;
}

const filled = (parameter: unknown, values: Values): unknown => {
  if (parameter instanceof Placeholder) return parameter.valueIn(values);
  return isSingle(parameter) ? [filled(parameter[0], values)] : parameter;
};

/** Clients may ask for any page: the statements that were used last are kept. */
const MAX_STATEMENTS = 100;

/**
 * A read whose text is the same for all values, such as that of rows by their ids. The query is built and compiled once, with
 * placeholders for the values, which can therefore be nothing but parameters. Building and compiling a query of twenty columns each time
 * would take as long as sending it.
 *
 * The text may depend on which values are absent or null, on booleans, on whether a list has one element, and on `shape`, such as the
 * order and the bounds of a page. It is built once for each of them.
 */
export function fixedRead<Tables, V extends object, Row, Shape = undefined>(
  build: (db: Kysely<Tables>, values: V, shape: Shape) => Query<Tables, Row>,
): (em: EntityManager, values: V, ...shape: Shape extends undefined ? [] : [Shape]) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>();
  return async (em, values, ...[shape]) => {
    const db = readDb<Tables>(em);
    const given = values as Values;
    const key = keyOf(given, shape);
    let statement = statements.get(key);
    if (statement) {
      statements.delete(key);
    } else {
      statement = build(db, placeholdersFor(given) as V, shape as Shape).compile(db);
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value!);
    }
    // A map keeps the order of insertion: the first entry is the one that was not used for the longest time.
    statements.set(key, statement);
    const parameters = statement.parameters.map((parameter) => filled(parameter, given));
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
