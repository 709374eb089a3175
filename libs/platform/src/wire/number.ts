import { defineField, type Field, type Issue, fail } from './field.ts';

interface Bounds {
  readonly ge?: number | undefined;
  readonly gt?: number | undefined;
  readonly le?: number | undefined;
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

/** An integer of 32 bits, the width of its column, unless it has other bounds; `le: Infinity` for no upper one. */
export const integer = ({ ge, gt, le = INT32_MAX }: Bounds = {}): Field<number> => {
  const lowest = ge ?? (gt === undefined ? -INT32_MAX - 1 : undefined);
  const bounds = { ge: lowest, gt, le };
  const below = gt ?? lowest! - 1;
  return defineField({
    schema: {
      type: 'integer',
      ...(gt === undefined ? { minimum: lowest } : { exclusiveMinimum: gt }),
      ...(le === Infinity ? {} : { maximum: le }),
    },
    read: (input, issues) => {
      const before = issues.length;
      const value = readInteger(input, issues)!;
      if (issues.length === before && !(value > below && value <= le)) checkBounds(value, bounds, input, issues);
      return value === 0 ? 0 : value;
    },
  });
};

/** Adds an issue if a number is out of its bounds. */
function checkBounds(value: number, { ge, gt, le }: Bounds, input: unknown, issues: Issue[]): void {
  if (gt !== undefined && value <= gt) fail(issues, 'greater_than', `Input should be greater than ${gt}`, input, { gt });
  else if (ge !== undefined && value < ge)
    fail(issues, 'greater_than_equal', `Input should be greater than or equal to ${ge}`, input, { ge });
  else if (le !== undefined && value > le)
    fail(issues, 'less_than_equal', `Input should be less than or equal to ${le}`, input, { le });
}

/** Any finite number within its bounds. */
export const number = (bounds: Bounds = {}): Field<number> =>
  defineField({
    schema: {
      type: 'number',
      ...(bounds.ge === undefined ? {} : { minimum: bounds.ge }),
      ...(bounds.gt === undefined ? {} : { exclusiveMinimum: bounds.gt }),
      ...(bounds.le === undefined ? {} : { maximum: bounds.le }),
    },
    read: (input, issues) => {
      if (typeof input !== 'number' || !Number.isFinite(input))
        return fail(issues, 'float_type', 'Input should be a valid number', typeof input === 'number' ? null : input);
      checkBounds(input, bounds, input, issues);
      return input;
    },
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
