import { issuesOf, valueOf } from '../../testing/read.ts';
import { boolean, INT32_MAX, integer, number } from './number.ts';

describe('an integer', () => {
  test.each([
    [1, 1],
    [1.0, 1],
    [-0, 0],
    ['1', 1],
    ['+7', 7],
    ['-7', -7],
    ['1.0', 1],
    ['007', 7],
    [' 5 ', 5],
    [true, 1],
    [false, 0],
    [INT32_MAX, INT32_MAX],
    [-INT32_MAX - 1, -INT32_MAX - 1],
  ])('%j reads as %j', (input, value) => {
    expect(Object.is(valueOf(integer(), input), value)).toBe(true);
  });

  test.each(['one', '', ' ', '1.5', '1e3', '0x10', '1_000', '1,000', '٣', '--1', 'NaN', 'Infinity', '\0', '1\0'])(
    'rejects the text %j',
    (input) => {
      const msg = 'Input should be a valid integer, unable to parse string as an integer';
      expect(issuesOf(integer(), input)).toEqual([{ loc: [], type: 'int_parsing', msg, input }]);
    },
  );

  test.each([1.5, -0.1, 1e-7])('rejects the fraction of %d', (input) => {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    expect(issuesOf(integer(), input)).toEqual([{ loc: [], type: 'int_from_float', msg, input }]);
  });

  test.each([null, [], [1], {}, undefined].map((input) => [input]))('rejects the type of %j', (input) => {
    expect(issuesOf(integer(), input)).toEqual([{ loc: [], type: 'int_type', msg: 'Input should be a valid integer', input }]);
  });

  test.each([Infinity, -Infinity, NaN])('rejects %d without echoing it', (input) => {
    expect(issuesOf(integer(), input)).toEqual([
      { loc: [], type: 'finite_number', msg: 'Input should be a finite number', input: null },
    ]);
  });

  test.each([
    [INT32_MAX + 1, 'less_than_equal', { le: INT32_MAX }],
    [1e300, 'less_than_equal', { le: INT32_MAX }],
    ['9'.repeat(1000), 'less_than_equal', { le: INT32_MAX }],
    [-INT32_MAX - 2, 'greater_than_equal', { ge: -INT32_MAX - 1 }],
    [`-${'9'.repeat(1000)}`, 'greater_than_equal', { ge: -INT32_MAX - 1 }],
  ])('%j does not fit into 32 bits', (input, type, ctx) => {
    expect(issuesOf(integer(), input)).toMatchObject([{ type, ctx, input }]);
  });

  test('an integer can have bounds', () => {
    expect(issuesOf(integer({ ge: 0 }), -1)).toEqual([
      { loc: [], type: 'greater_than_equal', msg: 'Input should be greater than or equal to 0', input: -1, ctx: { ge: 0 } },
    ]);
    expect(issuesOf(integer({ gt: 0 }), '0')).toEqual([
      { loc: [], type: 'greater_than', msg: 'Input should be greater than 0', input: '0', ctx: { gt: 0 } },
    ]);
    expect(issuesOf(integer({ le: 9 }), 10)).toEqual([
      { loc: [], type: 'less_than_equal', msg: 'Input should be less than or equal to 9', input: 10, ctx: { le: 9 } },
    ]);
    for (const input of [0, 9]) expect(valueOf(integer({ ge: 0, le: 9 }), input)).toBe(input);
  });

  test('has a JSON schema', () => {
    expect(integer().schema).toEqual({ type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 });
    expect(integer({ gt: 0 }).schema).toEqual({ type: 'integer', exclusiveMinimum: 0, maximum: 2_147_483_647 });
    expect(integer({ ge: 1, le: 2 }).schema).toEqual({ type: 'integer', minimum: 1, maximum: 2 });
  });
});

describe('a boolean', () => {
  test.each([true, 'true', 'TRUE', 'yes', 'Yes', 'on', 't', 'y', '1', 1])('%j is true', (input) => {
    expect(valueOf(boolean(), input)).toBe(true);
  });

  test.each([false, 'false', 'False', 'no', 'off', 'f', 'n', '0', 0, -0])('%j is false', (input) => {
    expect(valueOf(boolean(), input)).toBe(false);
  });

  test.each(['', 'maybe', ' true', '2', 2, -1, 0.5])('rejects %j', (input) => {
    const msg = 'Input should be a valid boolean, unable to interpret input';
    expect(issuesOf(boolean(), input)).toEqual([{ loc: [], type: 'bool_parsing', msg, input }]);
  });

  test.each([null, [], [true], {}, undefined].map((input) => [input]))('rejects the type of %j', (input) => {
    expect(issuesOf(boolean(), input)).toEqual([{ loc: [], type: 'bool_type', msg: 'Input should be a valid boolean', input }]);
  });
});

test('a number accepts any finite number', () => {
  for (const input of [0, -1.5, 1e300]) expect(valueOf(number(), input)).toBe(input);
  for (const input of ['1', null, true]) expect(issuesOf(number(), input)).toMatchObject([{ type: 'float_type', input }]);
  expect(issuesOf(number(), Infinity)).toMatchObject([{ type: 'float_type', input: null }]);
});
