import { issuesOf, valueOf } from '../../testing/read.ts';
import { blankToNull, literal, oneOf, text, trimmed } from './text.ts';

describe('text', () => {
  test.each(['', ' as it is ', '😀', 'ÄÖÜ', '\u0001\t\n', '\uFEFF', "'; drop table"])('keeps %j unchanged', (input) => {
    expect(valueOf(text(), input)).toBe(input);
  });

  test.each([[1], [null], [true], [['a']], [{ a: 1 }], [undefined]])('rejects %j, which is not a string', (input) => {
    expect(issuesOf(text(), input)).toEqual([{ loc: [], type: 'string_type', msg: 'Input should be a valid string', input }]);
  });

  test('counts code points, not UTF-16 code units', () => {
    const field = text({ min: 2, max: 3 });
    for (const input of ['ab', 'abc', '😀😀', '😀😀😀']) expect(valueOf(field, input)).toBe(input);
    for (const input of ['a', '😀', '']) expect(issuesOf(field, input)).toMatchObject([{ type: 'string_too_short' }]);
    for (const input of ['abcd', '😀😀😀😀']) expect(issuesOf(field, input)).toMatchObject([{ type: 'string_too_long' }]);
  });

  test('reports the limit that was violated, with singular and plural', () => {
    expect(issuesOf(text({ min: 1 }), '')).toEqual([
      { loc: [], type: 'string_too_short', msg: 'String should have at least 1 character', input: '', ctx: { min_length: 1 } },
    ]);
    expect(issuesOf(text({ min: 3 }), 'ab')).toMatchObject([{ msg: 'String should have at least 3 characters' }]);
    expect(issuesOf(text({ max: 1 }), 'ab')).toEqual([
      { loc: [], type: 'string_too_long', msg: 'String should have at most 1 character', input: 'ab', ctx: { max_length: 1 } },
    ]);
    expect(issuesOf(text({ max: 2 }), 'abc')).toMatchObject([{ msg: 'String should have at most 2 characters' }]);
  });

  test('rejects NUL at any position', () => {
    for (const input of ['\0', 'a\0', '\0a', 'a\0b']) {
      expect(issuesOf(text(), input)).toEqual([
        { loc: [], type: 'value_error', msg: 'Value error, This value contains invalid characters', input, ctx: { error: {} } },
      ]);
    }
  });

  test('rejects unpaired surrogates without echoing them', () => {
    for (const input of ['\ud800', 'a\udfff', '\ude00\ud83d']) {
      expect(issuesOf(text(), input)).toMatchObject([{ type: 'string_unicode', input: null }]);
    }
  });

  test('can have a pattern', () => {
    const field = text({ pattern: /^[a-z]+$/ });
    expect(valueOf(field, 'abc')).toBe('abc');
    expect(issuesOf(field, 'ABC')).toEqual([
      {
        loc: [],
        type: 'string_pattern_mismatch',
        msg: "String should match pattern '^[a-z]+$'",
        input: 'ABC',
        ctx: { pattern: '^[a-z]+$' },
      },
    ]);
  });

  test('has a JSON schema', () => {
    expect(text({ min: 1, max: 3, pattern: /^a/ }).schema).toEqual({ type: 'string', minLength: 1, maxLength: 3, pattern: '^a' });
    expect(text().schema).toEqual({ type: 'string' });
  });
});

describe('blank to null', () => {
  test.each([
    [' a b ', 'a b'],
    ['', null],
    [' \t\n ', null],
    [null, null],
  ])('%j reads as %j', (input, value) => {
    expect(valueOf(blankToNull(), input)).toBe(value);
  });

  test('checks the limits after trimming', () => {
    expect(valueOf(blankToNull({ max: 2 }), '  ab  ')).toBe('ab');
    expect(issuesOf(blankToNull({ max: 2 }), ' abc ')).toMatchObject([{ type: 'string_too_long' }]);
    expect(issuesOf(blankToNull(), 1)).toMatchObject([{ type: 'string_type' }]);
    expect(issuesOf(blankToNull(), ' \0 ')).toMatchObject([{ type: 'value_error' }]);
  });

  test('has a JSON schema', () => {
    expect(blankToNull({ max: 2 }).schema).toEqual({ type: ['string', 'null'], maxLength: 2 });
  });
});

describe('one of a list', () => {
  const field = oneOf(['a', 'b', 'c']);

  test('accepts only the listed values', () => {
    expect(valueOf(field, 'b')).toBe('b');
    for (const input of ['A', '', ' a', 'd', null, 1, ['a'], {}, 'constructor']) {
      expect(issuesOf(field, input)).toEqual([
        { loc: [], type: 'enum', msg: "Input should be 'a', 'b' or 'c'", input, ctx: { expected: "'a', 'b' or 'c'" } },
      ]);
    }
  });

  test('lists the values in the message, also of a short list', () => {
    expect(issuesOf(oneOf(['a']), 1)).toMatchObject([{ msg: "Input should be 'a'" }]);
    expect(issuesOf(oneOf(['a', 'b']), 1)).toMatchObject([{ msg: "Input should be 'a' or 'b'" }]);
  });
});

test('a literal accepts one value', () => {
  expect(valueOf(literal('yes'), 'yes')).toBe('yes');
  for (const input of ['no', 'YES', null, 1]) {
    expect(issuesOf(literal('yes'), input)).toEqual([
      { loc: [], type: 'literal_error', msg: "Input should be 'yes'", input, ctx: { expected: "'yes'" } },
    ]);
  }
});

describe('trimmed text', () => {
  test('is trimmed before its length is checked', () => {
    const field = trimmed({ min: 2, max: 3 });
    expect(valueOf(field, '  abc \n')).toBe('abc');
    expect(issuesOf(field, ' a ')).toMatchObject([{ type: 'string_too_short', ctx: { min_length: 2 } }]);
    expect(issuesOf(field, 1)).toMatchObject([{ type: 'string_type', input: 1 }]);
  });
});
