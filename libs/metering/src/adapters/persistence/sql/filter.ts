import { type RawBuilder, sql } from 'kysely';
import type { Clause, Filter } from '../../../domain/filter.ts';

export { normalizedFilter } from '../../../domain/filter.ts';

type Sql<T> = RawBuilder<T>;

/**
 * The values that conditions compare with: one parameter of the statement, whatever their number. The statement brings them
 * along as `k`, and names the events `e`.
 */
export class Constants {
  private readonly all: string[] = [];

  put(value: string): Sql<string> {
    return sql.raw(`k.texts[${this.all.push(value)}]`);
  }

  /** For the statement's WITH. */
  get relation(): Sql<unknown> {
    return sql`k as materialized (select ${this.all}::text[] as texts)`;
  }

  /** The same for statements that are planned for these very values. */
  get inlined(): Sql<unknown> {
    return sql`k as not materialized (select ${this.all}::text[] as texts)`;
  }
}

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const isLikeness = (operator: Clause['operator']): operator is 'like' | 'not_like' =>
  operator === 'like' || operator === 'not_like';

/** What a value reads like beside text. */
const written = (value: Clause['value']): string => (typeof value === 'boolean' ? String(value)[0]! : String(value));

/** Text is compared byte by byte, so that no database decides what comes first. Likeness is one being part of the other. */
function compareText(text: Sql<string>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  const other = constants.put(written(value));
  if (isLikeness(operator)) return sql`strpos(${text}, ${other}) ${sql.raw(operator === 'like' ? '> 0' : '= 0')}`;
  return sql`${text} collate "C" ${sql.raw(COMPARISONS[operator])} ${other} collate "C"`;
}

const FALSE = sql<boolean>`false`;

function compareNumber(number: Sql<number>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  if (typeof value === 'string' || isLikeness(operator)) return FALSE;
  return sql`${number} ${sql.raw(COMPARISONS[operator])} ${constants.put(String(Number(value)))}::numeric`;
}

function compareBoolean(json: Sql<unknown>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  if (typeof value !== 'boolean' || isLikeness(operator)) return FALSE;
  return sql`${json}::boolean ${sql.raw(COMPARISONS[operator])} ${constants.put(String(value))}::boolean`;
}

/** Seconds since 1970. */
export const SECONDS = sql<number>`floor(extract(epoch from e.timestamp))`;

/** What is stored under a property of the metadata; dots lead into objects. Null where there is nothing. */
export const stored = (property: string, constants: Constants): Sql<unknown> =>
  property.includes('.')
    ? sql`(e.metadata #> array[${sql.join(property.split('.').map((step) => constants.put(step)))}])`
    : sql`(e.metadata -> ${constants.put(property)})`;

/** What is stored decides how it is compared; what is missing matches nothing, not even what it is not. */
function ofMetadata(clause: Clause, constants: Constants): Sql<boolean> {
  const json = stored(clause.property, constants);
  const text = sql<string>`(${json} #>> '{}')`;
  if (isLikeness(clause.operator)) return sql`coalesce(${compareText(text, clause, constants)}, false)`;
  return sql`case jsonb_typeof(${json})
    when 'string' then ${compareText(text, clause, constants)}
    when 'number' then ${compareNumber(sql`${json}::numeric`, clause, constants)}
    when 'boolean' then ${compareBoolean(json, clause, constants)}
    else false end`;
}

function ofClause(clause: Clause, constants: Constants): Sql<boolean> {
  const { property, operator, value } = clause;
  if (property === 'name' || property === 'source') {
    return typeof value === 'string' ? compareText(sql.ref(`e.${property}`), clause, constants) : FALSE;
  }
  if (property !== 'timestamp') return ofMetadata(clause, constants);
  if (typeof value === 'string') return FALSE;
  return isLikeness(operator)
    ? compareText(sql`${SECONDS}::text`, { ...clause, value: Number(value) }, constants)
    : compareNumber(SECONDS, clause, constants);
}

/** The condition that an event `e` matches the filter: true or false, never unknown. The only meaning that a filter has. */
export function matching({ conjunction, clauses }: Filter, constants: Constants): Sql<boolean> {
  if (clauses.length === 0) return sql`true`;
  const parts = clauses.map((part) => ('clauses' in part ? matching(part, constants) : ofClause(part, constants)));
  return sql`(${sql.join(parts, sql.raw(` ${conjunction} `))})`;
}
