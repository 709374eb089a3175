import { bounded, isPlainObject } from './composite.ts';
import { defineField, type Field, type Fields, limitReached, type Issue, prefixPath, fail } from './field.ts';
import { failOnCharacters, isOfCharacters, text } from './text.ts';

const VALUE = text({ min: 1, max: 500 });
const LIMITS = { pairs: 50, key: 40 };

export type Scalars = { [key: string]: string | number | boolean };

/** The issues of the other types of value, for a value that is neither of them nor a string. */
const notAScalar = (input: unknown): Issue[] => [
  { loc: ['int'], type: 'int_type', msg: 'Input should be a valid integer', input },
  { loc: ['float'], type: 'float_type', msg: 'Input should be a valid number', input },
  { loc: ['bool'], type: 'bool_type', msg: 'Input should be a valid boolean', input },
];

/** The issues of the other types of value, for a string of the wrong length. */
const notAScalarText = (input: string): Issue[] => [
  { loc: ['int'], type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer', input },
  { loc: ['float'], type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number', input },
  { loc: ['bool'], type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input', input },
];

function readScalar(value: unknown, issues: Issue[]): void {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return;
  const echoed = typeof value === 'number' ? null : value;
  const before = issues.length;
  VALUE.read(echoed, issues);
  if (issues.length > before) prefixPath(issues, before, 'constrained-str');
  if (typeof value !== 'string') issues.push(...notAScalar(echoed));
  else if (issues[before]?.type.startsWith('string_too_')) issues.push(...notAScalarText(value));
}

/** Assigning `__proto__` would change the prototype. */
function setProperty(target: { [key: string]: unknown }, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

interface MapRules {
  readonly pairs?: number;
  readonly key?: number;
  /** Keys whose values have their own fields. */
  readonly reserved?: Fields;
}

/** A map of strings of 1 to 500 characters, integers, numbers and booleans. Only reserved keys can have nested values. */
export function scalarMap({ pairs, key: longest, reserved = {} }: MapRules = {}): Field<{ [key: string]: unknown }> {
  const keyField = text({ min: 1, ...(longest ? { max: longest } : {}) });
  const read = (key: string, value: unknown, issues: Issue[]): unknown => {
    const before = issues.length;
    keyField.read(key, issues);
    if (issues.length > before) prefixPath(issues, before, '[key]');
    const known = Object.hasOwn(reserved, key) ? reserved[key]! : undefined;
    const kept = known ? known.read(value, issues) : (readScalar(value, issues), value);
    if (issues.length > before) prefixPath(issues, before, key);
    return kept;
  };
  const shapes = Object.fromEntries(Object.entries(reserved).map(([key, field]) => [key, field.schema]));
  return defineField({
    schema: {
      type: 'object',
      ...(pairs ? { maxProperties: pairs } : {}),
      ...(Object.keys(shapes).length > 0 ? { properties: shapes } : {}),
      propertyNames: keyField.schema,
      additionalProperties: { anyOf: [VALUE.schema, { type: 'integer' }, { type: 'number' }, { type: 'boolean' }] },
    },
    read: (input, issues) => {
      if (!isPlainObject(input)) return fail(issues, 'dict_type', 'Input should be a valid dictionary', input);
      const keys = Object.keys(input);
      if (pairs && !bounded(issues, input, 'Dictionary', keys.length, pairs)) return {};
      const before = issues.length;
      const pairsRead: { [key: string]: unknown } = {};
      for (const key of keys) {
        if (limitReached(issues)) break;
        setProperty(pairsRead, key, read(key, input[key], issues));
      }
      if (issues.length > before && issues.slice(before).some(isOfCharacters)) {
        // The reference looks for NUL in the map as a whole, before it reads it.
        issues.length = before;
        return failOnCharacters(issues, input);
      }
      return pairsRead;
    },
  });
}

/** `metadata`, `conditions` and `meta`: at most 50 pairs, or fewer, with keys of 1 to 40 characters and unnested values. */
export const metadata = (pairs = LIMITS.pairs): Field<Scalars> => scalarMap({ ...LIMITS, pairs }) as Field<Scalars>;
