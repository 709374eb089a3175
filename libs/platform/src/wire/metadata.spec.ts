import { issuesOf, valueOf } from '../../testing/read.ts';
import { metadata, scalarMap } from './metadata.ts';

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

/** Where and what, in one line each. */
const linesOf = (input: unknown): string[] => issuesOf(metadata(), input).map(({ loc, type }) => `${loc.join('.')}: ${type}`);

test('keeps strings, numbers and booleans unchanged', () => {
  const input = { a: 'text', b: '1', c: 1, d: -1.5, e: 1e300, f: true, g: false, h: 0 };
  expect(valueOf(metadata(), input)).toEqual(input);
});

test.each([[{}], [pairs(50)], [{ ['k'.repeat(40)]: 'v'.repeat(500) }], [{ ['😀'.repeat(40)]: '😀'.repeat(500) }], [{ k: 'v' }]])(
  'its limits count characters and pairs (%#)',
  (input) => {
    expect(linesOf(input)).toEqual([]);
  },
);

test('accepts any key, such as __proto__', () => {
  const input = JSON.parse('{"__proto__": "own", "constructor": 1, "toString": true, "hasOwnProperty": "x"}');
  const value = valueOf(metadata(), input);
  expect(Object.entries(value)).toEqual(Object.entries(input));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test.each([null, [], [1], 'text', 1, true, undefined].map((input) => [input]))('rejects %j, which is not a map', (input) => {
  expect(issuesOf(metadata(), input)).toEqual([{ loc: [], type: 'dict_type', msg: 'Input should be a valid dictionary', input }]);
});

test('rejects 51 pairs', () => {
  expect(issuesOf(metadata(), pairs(51))).toEqual([
    {
      loc: [],
      type: 'too_long',
      msg: 'Dictionary should have at most 50 items after validation, not 51',
      input: pairs(51),
      ctx: { field_type: 'Dictionary', max_length: 50, actual_length: 51 },
    },
  ]);
});

test.each([
  ['', 'string_too_short'],
  ['k'.repeat(41), 'string_too_long'],
  ['\ud800', 'string_unicode'],
])('rejects the key %j', (key, type) => {
  expect(linesOf({ [key]: 1 })).toEqual([`${key}.[key]: ${type}`]);
});

test.each([[null], [[]], [['a']], [{}], [{ nested: 1 }], [Infinity], [NaN]])('rejects the value %j', (value) => {
  expect(linesOf({ k: value })).toEqual([
    'k.constrained-str: string_type',
    'k.int: int_type',
    'k.float: float_type',
    'k.bool: bool_type',
  ]);
});

test.each([
  ['', 'string_too_short'],
  ['v'.repeat(501), 'string_too_long'],
])('rejects a text of the wrong length (%#)', (value, type) => {
  expect(linesOf({ k: value })).toEqual([
    `k.constrained-str: ${type}`,
    'k.int: int_parsing',
    'k.float: float_parsing',
    'k.bool: bool_parsing',
  ]);
});

test('rejects unpaired surrogates in a value', () => {
  expect(linesOf({ l: '\udfff' })).toEqual(['l.constrained-str: string_unicode']);
});

test.each([{ k: 'a\0' }, { 'k\0': 'a' }, { k: '\0', l: null, m: '\0' }])('rejects a map with NUL as a whole: %j', (input) => {
  const msg = 'Value error, This value contains invalid characters';
  expect(issuesOf(scalarMap(), input)).toEqual([{ loc: [], type: 'value_error', msg, input, ctx: { error: {} } }]);
});

test('reports invalid keys and values of several pairs together', () => {
  expect(linesOf({ '': '', ok: 1, other: null })).toHaveLength(1 + 4 + 4);
});

test('stops reading a map after 100 issues', () => {
  const input = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, null]));
  expect(issuesOf(scalarMap(), input)).toHaveLength(100);
  expect(issuesOf(scalarMap(), { ...input, ...pairs(60) })).toHaveLength(100);
});

test('has a JSON schema', () => {
  expect(metadata().schema).toEqual({
    type: 'object',
    maxProperties: 50,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
    additionalProperties: {
      anyOf: [{ type: 'string', minLength: 1, maxLength: 500 }, { type: 'integer' }, { type: 'number' }, { type: 'boolean' }],
    },
  });
});
