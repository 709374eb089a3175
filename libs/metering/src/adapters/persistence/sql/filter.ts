import { type RawBuilder, sql } from 'kysely';
import { type Clause, type Filter, normalizedFilter } from '../../../domain/filter.ts';

type Sql<T> = RawBuilder<T>;

/**
 * Collects the constants of conditions in one parameter of the statement, because the number of parameters is limited. The
 * statement includes `relation` in its WITH clause, joins it as `constants`, and names the events `e`.
 */
export class Constants {
  private readonly positions = new Map<string, number>();
  /** JSON, because an element of a text array is only found by reading all elements before it. */
  private readonly parameter = { toPostgres: () => JSON.stringify([...this.positions.keys()]) };

  add(value: string): Sql<string> {
    const text = value.toWellFormed();
    const position = this.positions.get(text) ?? this.positions.size;
    this.positions.set(text, position);
    return sql.raw(`(constants.texts ->> ${position})`);
  }

  get relation(): Sql<unknown> {
    return sql`constants as materialized (select ${this.parameter}::jsonb as texts)`;
  }

  /** Not materialized, so that the planner takes the values into account. */
  get inlined(): Sql<unknown> {
    return sql`constants as not materialized (select ${this.parameter}::jsonb as texts)`;
  }
}

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const isSubstringOperator = (operator: Clause['operator']): operator is 'like' | 'not_like' =>
  operator === 'like' || operator === 'not_like';

/** The text that a value is compared with as text. A boolean is `t` or `f`. */
const asText = (value: Clause['value']): string => (typeof value === 'boolean' ? String(value)[0]! : String(value));

/** Text is compared byte by byte, so the collation of the database has no influence. `like` means "contains". */
function compareText(text: Sql<string>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  const other = constants.add(asText(value));
  if (isSubstringOperator(operator)) return sql`strpos(${text}, ${other}) ${sql.raw(operator === 'like' ? '> 0' : '= 0')}`;
  return sql`${text} collate "C" ${sql.raw(COMPARISONS[operator])} ${other} collate "C"`;
}

const FALSE = sql<boolean>`false`;

function compareNumber(number: Sql<number>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  if (typeof value === 'string' || isSubstringOperator(operator)) return FALSE;
  return sql`${number} ${sql.raw(COMPARISONS[operator])} ${constants.add(String(Number(value)))}::numeric`;
}

function compareBoolean(json: Sql<unknown>, { operator, value }: Clause, constants: Constants): Sql<boolean> {
  if (typeof value !== 'boolean' || isSubstringOperator(operator)) return FALSE;
  return sql`${json}::boolean ${sql.raw(COMPARISONS[operator])} ${constants.add(String(value))}::boolean`;
}

/** Seconds since 1970. */
export const UNIX_SECONDS = sql<number>`floor(extract(epoch from e.timestamp))`;

/**
 * The JSON value of a property in the metadata: of the key with this name or, where there is none, of a nested property, which dots
 * select. Null if it is missing.
 */
export const metadataValue = (property: string, constants: Constants): Sql<unknown> =>
  property.includes('.')
    ? sql`coalesce(e.metadata -> ${constants.add(property)},
        e.metadata #> array[${sql.join(property.split('.').map((step) => constants.add(step)))}])`
    : sql`(e.metadata -> ${constants.add(property)})`;

/** The type of the stored value determines the comparison. A missing property never matches, not even with `ne` or `not_like`. */
function metadataCondition(clause: Clause, constants: Constants): Sql<boolean> {
  const json = metadataValue(clause.property, constants);
  const text = sql<string>`(${json} #>> '{}')`;
  if (isSubstringOperator(clause.operator)) return sql`coalesce(${compareText(text, clause, constants)}, false)`;
  return sql`case jsonb_typeof(${json})
    when 'string' then ${compareText(text, clause, constants)}
    when 'number' then ${compareNumber(sql`${json}::numeric`, clause, constants)}
    when 'boolean' then ${compareBoolean(json, clause, constants)}
    else false end`;
}

function clauseCondition(clause: Clause, constants: Constants): Sql<boolean> {
  const { property, operator, value } = clause;
  if (property === 'name' || property === 'source') {
    return typeof value === 'string' ? compareText(sql.ref(`e.${property}`), clause, constants) : FALSE;
  }
  if (property !== 'timestamp') return metadataCondition(clause, constants);
  if (typeof value === 'string') return FALSE;
  return isSubstringOperator(operator)
    ? compareText(sql`${UNIX_SECONDS}::text`, { ...clause, value: Number(value) }, constants)
    : compareNumber(UNIX_SECONDS, clause, constants);
}

/** The condition that an event `e` matches the filter: true or false, never null. This is the only definition of filters. */
export function filterCondition({ conjunction, clauses }: Filter, constants: Constants): Sql<boolean> {
  if (clauses.length === 0) return sql`true`;
  const parts = clauses.map((part) => ('clauses' in part ? filterCondition(part, constants) : clauseCondition(part, constants)));
  return sql`(${sql.join(parts, sql.raw(` ${conjunction} `))})`;
}

/** The condition of a filter that a request has, in the form that filters of meters are stored in. */
export const requestedCondition = (filter: Filter, constants: Constants): Sql<boolean> =>
  filterCondition(normalizedFilter(filter), constants);
