import {
  defineField,
  type Field,
  type Infer,
  type Issue,
  INT32_MAX,
  isPlainObject,
  list,
  object,
  oneOf,
  text,
} from '#platform/wire';

/** The domain counts all clauses of a filter, nested ones included, and refuses more. */
const MAX_CLAUSES = 250;

const NAME = 'Filter';
const CONJUNCTIONS = ['and', 'or'] as const;
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;
/** PostgreSQL limits the nesting of conditions. */
export const MAX_FILTER_DEPTH = 100;

type Value = string | number | boolean;

export interface FilterView {
  conjunction: (typeof CONJUNCTIONS)[number];
  clauses: (Clause | FilterView)[];
}

const string = text({ max: 1000 });

const value: Field<Value> = defineField({
  schema: { anyOf: [string.schema, { type: 'integer', minimum: -INT32_MAX - 1, maximum: INT32_MAX }, { type: 'boolean' }] },
  read: (input, issues) => {
    if (typeof input === 'boolean') return input;
    if (typeof input !== 'number') return string.read(input, issues);
    const isSmall = input >= -INT32_MAX - 1 && input <= INT32_MAX;
    if (Number.isInteger(input) && isSmall) return input === 0 ? 0 : input;
    const echoed = Number.isFinite(input) ? input : null;
    const msg = 'Input should be a string, a boolean or an integer of at most 32 bits';
    issues.push({ loc: [], type: isSmall ? 'int_from_float' : 'less_than_equal', msg, input: echoed });
    return 0;
  },
});

const MAX_STEPS = 10;
const path = text({ max: 1000 });

/** A property of an event. Dots select nested properties, up to ten levels. */
export const property: Field<string> = defineField({
  schema: { ...path.schema, pattern: `^[^.]*(\\.[^.]*){0,${MAX_STEPS - 1}}$` },
  read: (input, issues) => {
    const before = issues.length;
    const steps = path.read(input, issues);
    if (issues.length === before && steps.split('.').length > MAX_STEPS) {
      const msg = `Value error, A property has at most ${MAX_STEPS} steps.`;
      issues.push({ loc: [], type: 'value_error', msg, input, ctx: { error: {} } });
    }
    return steps;
  },
});

const FilterClause = object({ property, operator: oneOf(OPERATORS), value }, 'FilterClause', {
  property: {
    text: 'The property of the event: `name`, `source`, `timestamp` or a key of its metadata. Where no key has this name, dots select nested properties.',
    example: 'name',
  },
  operator: { text: 'How the property is compared. `like` matches text that contains the value.', example: 'eq' },
  value: { text: 'The value that the property is compared with.', example: 'api.request' },
});
type Clause = Infer<typeof FilterClause>;

function atDepth(depth: number): Field<FilterView> {
  const part: Field<Clause | FilterView> = defineField({
    schema: { anyOf: [FilterClause.schema, { $ref: `#/components/schemas/${NAME}` }] },
    read: (input, issues) => {
      const isFilter = isPlainObject(input) && ('clauses' in input || 'conjunction' in input);
      return (isFilter ? atDepth(depth + 1) : FilterClause).read(input, issues);
    },
  });
  const clauses = defineField({ ...list(part), schema: { ...list(part).schema, maxItems: MAX_CLAUSES } });
  const field = object({ conjunction: oneOf(CONJUNCTIONS), clauses }, NAME, {
    conjunction: 'Whether all (`and`) or at least one (`or`) of the clauses must match.',
    clauses: 'The clauses: comparisons and nested filters, at most 250 in all. Without clauses every event matches.',
  });
  return defineField({
    schema: field.schema,
    read: (input, issues: Issue[]) => {
      if (depth <= MAX_FILTER_DEPTH) return field.read(input, issues);
      const msg = `Value error, A filter is at most ${MAX_FILTER_DEPTH} levels deep.`;
      issues.push({ loc: [], type: 'value_error', msg, input: null });
      return { conjunction: 'and', clauses: [] };
    },
  });
}

/** Filters nest up to 100 levels. Without clauses every event matches. */
export const FilterView = atDepth(1);
