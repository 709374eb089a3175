import { defineField, type Field, type Issue, fail } from './field.ts';

interface Bounds {
  readonly ge?: number;
  readonly gt?: number;
  readonly le?: number;
}

export const INT32_MAX = 2_147_483_647;

const INTEGER_TEXT = /^\s*[+-]?\d+(\.0*)?\s*$/;

function readInteger(input: unknown, issues: Issue[]): number | undefined {
  if (typeof input === 'number') {
    if (!Number.isFinite(input)) return fail(issues, 'finite_number', 'Input should be a finite number', null);
    if (Number.isInteger(input)) return input;
    return fail(issues, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part', input);
  }
  if (typeof input === 'string') {
    if (INTEGER_TEXT.test(input)) return Number(input);
    return fail(issues, 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', input);
  }
  if (typeof input === 'boolean') return Number(input);
  return fail(issues, 'int_type', 'Input should be a valid integer', input);
}

/** An integer of 32 bits, the width of its column, unless it has other bounds. */
export const integer = ({ ge, gt, le = INT32_MAX }: Bounds = {}): Field<number> => {
  const lowest = ge ?? (gt === undefined ? -INT32_MAX - 1 : undefined);
  return defineField({
    schema: {
      type: 'integer',
      ...(gt === undefined ? { minimum: lowest } : { exclusiveMinimum: gt }),
      maximum: le,
    },
    read: (input, issues) => {
      const before = issues.length;
      const value = readInteger(input, issues)!;
      if (issues.length > before) return value;
      if (gt !== undefined && value <= gt)
        return fail(issues, 'greater_than', `Input should be greater than ${gt}`, input, { gt });
      if (lowest !== undefined && value < lowest) {
        return fail(issues, 'greater_than_equal', `Input should be greater than or equal to ${lowest}`, input, { ge: lowest });
      }
      if (value > le) return fail(issues, 'less_than_equal', `Input should be less than or equal to ${le}`, input, { le });
      return value === 0 ? 0 : value;
    },
  });
};

/** Any finite number. */
export const number = (): Field<number> =>
  defineField({
    schema: { type: 'number' },
    read: (input, issues) =>
      typeof input === 'number' && Number.isFinite(input)
        ? input
        : fail(issues, 'float_type', 'Input should be a valid number', typeof input === 'number' ? null : input),
  });

const YES = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const NO = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** A boolean, in any of the spellings that the reference API accepts. */
export const boolean = (): Field<boolean> =>
  defineField({
    schema: { type: 'boolean' },
    read: (input, issues) => {
      if (typeof input === 'boolean') return input;
      if (typeof input !== 'string' && typeof input !== 'number') {
        return fail(issues, 'bool_type', 'Input should be a valid boolean', input);
      }
      const word = String(input).toLowerCase();
      if (YES.has(word)) return true;
      if (NO.has(word)) return false;
      return fail(issues, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input', input);
    },
  });
