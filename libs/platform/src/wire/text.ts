import { defineField, type Field, type Issue, fail } from './field.ts';
import type { JsonSchema } from './json-schema.ts';

interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

const characters = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/** A character has one or two UTF-16 units. */
const isLonger = (value: string, max: number): boolean =>
  value.length > max && (value.length > 2 * max || characters(value) > max);

const tooLong = (issues: Issue[], input: string, max: number): never => {
  const msg = `String should have at most ${max} character${max === 1 ? '' : 's'}`;
  return fail(issues, 'string_too_long', msg, input, { max_length: max });
};

const INVALID_CHARACTERS = 'Value error, This value contains invalid characters';

/** Adds the issue of an input with a NUL character. */
export const failOnCharacters = (issues: Issue[], input: unknown): never =>
  fail(issues, 'value_error', INVALID_CHARACTERS, input, { error: {} });

export const isOfCharacters = ({ msg }: Issue): boolean => msg === INVALID_CHARACTERS;

/** Reads a string within its limits. Lengths count characters, not UTF-16 units. NUL and lone surrogates are rejected. */
export function readText(input: unknown, issues: Issue[], rules: TextRules): string {
  if (typeof input !== 'string') return fail(issues, 'string_type', 'Input should be a valid string', input);
  if (!input.isWellFormed()) {
    return fail(issues, 'string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string', null);
  }
  if (input.includes('\0')) return failOnCharacters(issues, input);
  const { min, max, pattern } = rules;
  if (min !== undefined && input.length < 2 * min && characters(input) < min) {
    const msg = `String should have at least ${min} character${min === 1 ? '' : 's'}`;
    return fail(issues, 'string_too_short', msg, input, { min_length: min });
  }
  if (max !== undefined && isLonger(input, max)) return tooLong(issues, input, max);
  if (pattern && !pattern.test(input)) {
    return fail(issues, 'string_pattern_mismatch', `String should match pattern '${pattern.source}'`, input, {
      pattern: pattern.source,
    });
  }
  return input;
}

const textSchema = (rules: TextRules): JsonSchema => ({
  type: 'string',
  ...(rules.min === undefined ? {} : { minLength: rules.min }),
  ...(rules.max === undefined ? {} : { maxLength: rules.max }),
  ...(rules.pattern ? { pattern: rules.pattern.source } : {}),
});

/** A string within its limits, unchanged. `explained` are further rules in its schema, which the domain applies and explains. */
export const text = (rules: TextRules = {}, explained: JsonSchema = {}): Field<string> =>
  defineField({
    schema: { ...textSchema(rules), ...explained },
    read: (input, issues) => readText(input, issues, rules),
  });

/** A string, trimmed before its length is checked. */
export const trimmed = (rules: TextRules = {}): Field<string> =>
  defineField({
    schema: textSchema(rules),
    read: (input, issues) => readText(typeof input === 'string' ? input.trim() : input, issues, rules),
  });

/** A string that is trimmed and read as null if nothing is left. Null is allowed. */
export const blankToNull = (rules: TextRules = {}): Field<string | null> =>
  defineField({
    schema: { ...textSchema(rules), type: ['string', 'null'] },
    read: (input, issues) => {
      if (input === null) return null;
      const rest = typeof input === 'string' ? input.trim() : input;
      return rest === '' ? null : readText(rest, issues, rules);
    },
  });

const quoted = (values: readonly string[]): string => {
  const all = values.map((value) => `'${value}'`);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
};

/** One of several values. */
export const oneOf = <const V extends readonly string[]>(values: V): Field<V[number]> => {
  const allowed = new Set<unknown>(values);
  const expected = quoted(values);
  return defineField({
    schema: { type: 'string', enum: values },
    read: (input, issues) =>
      allowed.has(input) ? (input as V[number]) : fail(issues, 'enum', `Input should be ${expected}`, input, { expected }),
  });
};

/** One fixed value. */
export const literal = <const V extends string>(value: V): Field<V> =>
  defineField({
    schema: { type: 'string', const: value },
    read: (input, issues) =>
      input === value ? value : fail(issues, 'literal_error', `Input should be '${value}'`, input, { expected: `'${value}'` }),
  });
