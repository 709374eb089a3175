import { issuesOf, valueOf } from '../../testing/read.ts';
import { withDefault, list, nullable, object, optional, discriminatedUnion } from './composite.ts';
import { defineField, fail, type Issue, readInSlices } from './field.ts';
import { boolean, integer } from './number.ts';
import { literal, text } from './text.ts';

const NO_OBJECT = 'Input should be a valid dictionary or object to extract fields from';

describe('an object', () => {
  const field = object({
    key: text({ min: 1 }),
    note: optional(nullable(text())),
    count: withDefault(integer({ ge: 0 }), () => 1),
    inner: optional(object({ list: list(integer()) })),
  });

  test('reads declared fields and ignores others', () => {
    expect(valueOf(field, { key: 'k', unknown: 1, count: '2' })).toEqual({ key: 'k', count: 2 });
    expect(valueOf(field, { key: 'k', note: null })).toEqual({ key: 'k', note: null, count: 1 });
  });

  test('a missing field stays missing or has its default', () => {
    const value = valueOf(field, { key: 'k' });
    expect('note' in value).toBe(false);
    expect(value.count).toBe(1);
  });

  test('reports all missing and invalid fields with their paths', () => {
    const input = { note: 1, count: -1, inner: { list: [1, 'x', null] } };
    expect(issuesOf(field, input)).toMatchObject([
      { loc: ['key'], type: 'missing', msg: 'Field required', input },
      { loc: ['note'], type: 'string_type' },
      { loc: ['count'], type: 'greater_than_equal' },
      { loc: ['inner', 'list', 1], type: 'int_parsing' },
      { loc: ['inner', 'list', 2], type: 'int_type' },
    ]);
  });

  test('null is not the same as missing', () => {
    expect(issuesOf(field, { key: null, count: null, inner: null })).toMatchObject([
      { loc: ['key'], type: 'string_type' },
      { loc: ['count'], type: 'int_type' },
      { loc: ['inner'], type: 'model_attributes_type' },
    ]);
  });

  test.each([null, [], [1], 'text', 1, true, undefined].map((input) => [input]))('rejects %j', (input) => {
    expect(issuesOf(field, input)).toEqual([{ loc: [], type: 'model_attributes_type', msg: NO_OBJECT, input }]);
  });

  test('ignores inherited properties', () => {
    const odd = object({ constructor: optional(text()), toString: optional(text()) });
    expect(Object.keys(valueOf(odd, {}))).toEqual([]);
    const before = Object.keys(Object.prototype);
    expect(valueOf(field, JSON.parse('{"key": "k", "__proto__": {"note": "stolen", "polluted": 1}}'))).toEqual({
      key: 'k',
      count: 1,
    });
    expect(Object.keys(Object.prototype)).toEqual(before);
  });

  test('has a JSON schema', () => {
    expect(object({ a: text(), b: optional(text()) }, 'Name').schema).toEqual({
      $id: 'Name',
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
    });
    expect(field.schema).toMatchObject({ required: ['key'], properties: { count: { default: 1 } } });
  });
});

describe('nullable', () => {
  test('is the value or null', () => {
    expect(valueOf(nullable(text()), null)).toBeNull();
    expect(valueOf(nullable(text()), 'a')).toBe('a');
    expect(issuesOf(nullable(text()), 1)).toMatchObject([{ type: 'string_type' }]);
    expect(issuesOf(nullable(text()), undefined)).toMatchObject([{ type: 'string_type' }]);
  });

  test('has a JSON schema, with alternatives for named shapes', () => {
    expect(nullable(boolean()).schema).toEqual({ type: ['boolean', 'null'] });
    expect(nullable(literal('a')).schema).toEqual({ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] });
    expect(nullable(object({}, 'Name')).schema).toMatchObject({ anyOf: [{ $id: 'Name' }, { type: 'null' }] });
  });
});

describe('a list', () => {
  test('has items of one type', () => {
    expect(valueOf(list(integer()), ['1', 2])).toEqual([1, 2]);
    expect(valueOf(list(integer()), [])).toEqual([]);
    for (const input of [null, 'a', {}, { length: 1 }]) {
      expect(issuesOf(list(integer()), input)).toEqual([
        { loc: [], type: 'list_type', msg: 'Input should be a valid list', input },
      ]);
    }
  });

  test('stops reading after 100 issues', () => {
    const input = Array.from({ length: 1000 }, (_, index) => (index % 2 ? index : 'x'));
    const places = issuesOf(list(integer()), input).map(({ loc }) => loc);
    expect(places).toEqual(Array.from({ length: 100 }, (_, index) => [2 * index]));
    const rows = Array.from({ length: 1000 }, () => input);
    expect(issuesOf(list(list(integer())), rows).map(({ loc }) => loc)).toEqual(places.map((loc) => [0, ...loc]));
  });

  test('has a minimum and a maximum length', () => {
    const field = list(integer(), { min: 1, max: 2 });
    expect(issuesOf(field, [])).toEqual([
      {
        loc: [],
        type: 'too_short',
        msg: 'List should have at least 1 item after validation, not 0',
        input: [],
        ctx: { field_type: 'List', min_length: 1, actual_length: 0 },
      },
    ]);
    expect(issuesOf(field, [1, 2, 'x'])).toEqual([
      {
        loc: [],
        type: 'too_long',
        msg: 'List should have at most 2 items after validation, not 3',
        input: [1, 2, 'x'],
        ctx: { field_type: 'List', max_length: 2, actual_length: 3 },
      },
    ]);
    expect(issuesOf(list(integer(), { min: 2 }), [1])).toMatchObject([
      { msg: 'List should have at least 2 items after validation, not 1' },
    ]);
    expect(field.schema).toMatchObject({ minItems: 1, maxItems: 2 });
  });
});

describe('a discriminated union', () => {
  const field = discriminatedUnion('type', {
    cat: object({ type: literal('cat'), lives: integer() }),
    dog: object({ type: literal('dog'), name: text() }),
  });

  test('reads the variant of the discriminator', () => {
    expect(valueOf(field, { type: 'cat', lives: 9 })).toEqual({ type: 'cat', lives: 9 });
    expect(issuesOf(field, { type: 'dog', lives: 9 })).toMatchObject([{ loc: ['name'], type: 'missing' }]);
  });

  test.each([{}, { type: null }, { type: undefined }])('rejects %j, which has no discriminator', (input) => {
    expect(issuesOf(field, input)).toEqual([
      {
        loc: [],
        type: 'union_tag_not_found',
        msg: "Unable to extract tag using discriminator 'type'",
        input,
        ctx: { discriminator: "'type'" },
      },
    ]);
  });

  test.each([
    ['bird', 'bird'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['CAT', 'CAT'],
    ['', ''],
    [1, '1'],
    [true, 'true'],
    [['cat'], 'object'],
    [{ toString: null }, 'object'],
    ['x'.repeat(1000), 'x'.repeat(50)],
  ])('%j names one that is not offered', (type, shown) => {
    expect(issuesOf(field, { type })).toEqual([
      {
        loc: [],
        type: 'union_tag_invalid',
        msg: `Input tag '${shown}' found using 'type' does not match any of the expected tags: 'cat', 'dog'`,
        input: { type },
        ctx: { discriminator: "'type'", tag: shown, expected_tags: "'cat', 'dog'" },
      },
    ]);
  });

  test('can have a default variant', () => {
    const lenient = discriminatedUnion(
      'type',
      { cat: object({ type: literal('cat') }), dog: object({ type: literal('dog') }) },
      'dog',
    );
    for (const input of [{}, { type: null }]) expect(valueOf(lenient, input)).toEqual({ type: 'dog' });
    expect(valueOf(lenient, { type: 'cat' })).toEqual({ type: 'cat' });
  });

  test.each([null, [], 'cat', 1].map((input) => [input]))('rejects %j, which is not an object', (input) => {
    expect(issuesOf(field, input)).toEqual([{ loc: [], type: 'model_attributes_type', msg: NO_OBJECT, input }]);
  });
});

test('a named schema keeps its name when it gets a default', () => {
  const named = object({ key: text() }, 'Named');
  expect(withDefault(named, () => ({ key: 'x' })).schema).toEqual({ allOf: [named.schema], default: { key: 'x' } });
  expect(withDefault(text(), () => 'x').schema).toEqual({ type: 'string', default: 'x' });
});

describe('a long input is read in slices', () => {
  const Item = object({ name: text({ max: 3 }), size: optional(integer()) });
  const field = object({ items: list(Item, { min: 1, max: 5_000 }), note: withDefault(text(), () => 'none') });
  const items = Array.from({ length: 5_000 }, (_, index) => ({ name: 'abc', size: index }));

  test.each([
    ['valid', { items }],
    ['invalid items', { items: items.map((item) => (item.size % 7 === 0 ? { ...item, name: 'long' } : item)) }],
    ['too many', { items: [...items, ...items] }],
    ['too few', { items: [] }],
    ['no list', { items: {}, note: 1 }],
    ['no object', []],
    ['nothing', {}],
  ])('with the same result: %s', async (_, input) => {
    const [expected, issues]: [Issue[], Issue[]] = [[], []];
    const value = field.read(input, expected);
    expect(await readInSlices(field, input, issues)).toEqual(value);
    expect(issues).toEqual(expected);
  });

  test('a copy with another reader is read by that one', async () => {
    const strict = defineField({ ...field, read: (_input: unknown, issues: Issue[]) => fail(issues, 'no', 'No', null) });
    const issues: Issue[] = [];
    await readInSlices(strict, { items }, issues);
    expect(issues).toMatchObject([{ type: 'no' }]);
  });
});
