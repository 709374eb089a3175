import { integer, object, oneOf, optional, text, uuid4 } from '#platform/wire';
import { issuesOf, valueOf } from '../../testing/read.ts';
import { repeatable, metadataFilter, paging, type RawQuery, rawParameter, sorting } from './query-fields.ts';

/** What a query string says of one field, called `name`. */
const rawQuery = (field: Parameters<typeof rawParameter>[0], query: RawQuery, name = 'name'): object => {
  const raw = rawParameter(field, query, name);
  return raw === undefined ? {} : { [name]: raw };
};

const ID = '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001';

describe('a parameter', () => {
  test('given several times has its last value', () => {
    expect(rawQuery(text(), { name: ['a', 'b'] })).toEqual({ name: 'b' });
    expect(rawQuery(text(), { name: 'a' })).toEqual({ name: 'a' });
    expect(rawQuery(text(), { other: 'a' })).toEqual({});
  });
});

describe('a repeatable parameter', () => {
  const field = object({ name: repeatable(uuid4()) });
  const read = (query: RawQuery) => valueOf(field, rawQuery(field.fields.name, query));

  test('is a list, whether given once or several times', () => {
    expect(read({ name: ID })).toEqual({ name: [ID] });
    expect(read({ name: [ID, ID.toUpperCase()] })).toEqual({ name: [ID, ID] });
    expect(read({})).toEqual({});
  });

  const LIST = (type: string) =>
    `json-or-python[json=list[${type}],python=chain[is-instance[Sequence],function-wrap[sequence_validator()]]]`;

  test('reports that it is neither one value nor a list of them, with the index of what is invalid', () => {
    expect(issuesOf(field, rawQuery(field.fields.name, { name: [ID, 'x', ''] }))).toMatchObject([
      { loc: ['name', 'uuid'], type: 'uuid_type', input: [ID, 'x', ''] },
      { loc: ['name', LIST('uuid'), 1], type: 'uuid_parsing', input: 'x' },
      { loc: ['name', LIST('uuid'), 2], type: 'uuid_parsing', input: '' },
    ]);
    const chosen = object({ name: repeatable(oneOf(['a', 'b']), { choices: 'Letter' }) });
    expect(issuesOf(chosen, rawQuery(chosen.fields.name, { name: ['a', 'c'] }))).toMatchObject([
      { loc: ['name', 'str-enum[Letter]'], type: 'enum', input: ['a', 'c'] },
      { loc: ['name', LIST('str-enum[Letter]'), 1], type: 'enum', input: 'c' },
    ]);
  });

  test('of a type that only this service has reports the index of what is invalid', () => {
    const own = object({ name: repeatable(oneOf(['a', 'b'])) });
    expect(issuesOf(own, rawQuery(own.fields.name, { name: ['a', 'c'] }))).toMatchObject([{ loc: ['name', 1], type: 'enum' }]);
  });
});

test('a parameter whose name has an index is the parameter; other names in brackets are not', () => {
  const field = repeatable(text());
  for (const query of [
    { 'name[]': ['a', 'b'] },
    { 'name[0]': 'a', 'name[1]': 'b' },
    { name: 'a', 'name[]': 'b' },
  ] as RawQuery[]) {
    expect([rawQuery(field, query), rawQuery(text(), query)]).toEqual([{ name: ['a', 'b'] }, { name: 'b' }]);
  }
  for (const other of ['name[a]', 'names[]', 'name[][]', 'name[0', '[]']) {
    expect([rawQuery(field, { [other]: 'a' }), rawQuery(text(), { [other]: 'a' })]).toEqual([{}, {}]);
  }
});

describe('sorting', () => {
  const field = object({ sorting: sorting(['created_at', 'name'], ['-created_at']) });
  const read = (query: RawQuery) => valueOf(field, rawQuery(field.fields.sorting, query, 'sorting'));

  test('keeps the order of the criteria and has a default', () => {
    expect(read({})).toEqual({ sorting: ['-created_at'] });
    expect(read({ sorting: 'name' })).toEqual({ sorting: ['name'] });
    expect(read({ sorting: ['-name', 'created_at', 'name'] })).toEqual({ sorting: ['-name', 'created_at', 'name'] });
  });

  test('returns a new copy of the default each time', () => {
    (read({}).sorting as string[]).push('name');
    expect(read({})).toEqual({ sorting: ['-created_at'] });
  });

  test.each(['', 'NAME', '+name', '--name', 'name,created_at', 'id'])('rejects %j', (order) => {
    expect(issuesOf(field, rawQuery(field.fields.sorting, { sorting: order }, 'sorting'))).toEqual([
      {
        loc: ['sorting', 0],
        type: 'enum',
        msg: "Input should be 'created_at', '-created_at', 'name' or '-name'",
        input: order,
        ctx: { expected: "'created_at', '-created_at', 'name' or '-name'" },
      },
    ]);
  });

  test('has a JSON schema', () => {
    expect(field.fields.sorting.schema).toMatchObject({ type: 'array', default: ['-created_at'] });
  });
});

describe('a metadata filter', () => {
  const field = object({ metadata: metadataFilter() });
  const read = (query: RawQuery) => valueOf(field, rawQuery(field.fields.metadata, query, 'metadata')).metadata;

  test('collects the values of all keys', () => {
    expect(read({ 'metadata[a]': '1', 'metadata[b]': ['2', '3'], other: 'x', metadata: 'y', 'metadatax[c]': 'z' })).toEqual([
      { key: 'a', values: ['1'] },
      { key: 'b', values: ['2', '3'] },
    ]);
    expect(read({ metadata: 'x' })).toBeUndefined();
  });

  test('accepts any key, such as __proto__', () => {
    expect(read({ 'metadata[]': '1', 'metadata[a][b]': '2', 'metadata[__proto__]': '3', 'metadata[constructor]': '' })).toEqual([
      { key: '', values: ['1'] },
      { key: 'a][b', values: ['2'] },
      { key: '__proto__', values: ['3'] },
      { key: 'constructor', values: [''] },
    ]);
  });

  test('NUL is rejected in keys and values', () => {
    expect(
      issuesOf(field, rawQuery(field.fields.metadata, { 'metadata[a\0]': '1', 'metadata[b]': ['2', '\0'] }, 'metadata')),
    ).toMatchObject([
      { loc: ['metadata', 'a\0'], type: 'value_error' },
      { loc: ['metadata', 'b'], type: 'value_error' },
    ]);
  });
});

describe('paging', () => {
  const field = object(paging);

  test.each([
    [{}, { page: 1, limit: 10 }],
    [
      { page: '3', limit: '100' },
      { page: 3, limit: 100 },
    ],
    [{ limit: '101' }, { page: 1, limit: 100 }],
    [{ limit: '9'.repeat(400) }, { page: 1, limit: 100 }],
    [{ page: String(Number.MAX_SAFE_INTEGER) }, { page: Number.MAX_SAFE_INTEGER, limit: 10 }],
  ])('%j', (input, value) => {
    expect(valueOf(field, input)).toEqual(value);
  });

  test.each([
    [{ page: '0' }, 'page', 'greater_than'],
    [{ page: '-1' }, 'page', 'greater_than'],
    [{ page: '' }, 'page', 'int_parsing'],
    [{ page: '1.5' }, 'page', 'int_parsing'],
    [{ page: '9'.repeat(20) }, 'page', 'less_than_equal'],
    [{ limit: '0' }, 'limit', 'greater_than'],
    [{ limit: '-9' }, 'limit', 'greater_than'],
    [{ limit: 'x' }, 'limit', 'int_parsing'],
  ])('rejects %j', (input, name, type) => {
    expect(issuesOf(field, input)).toMatchObject([{ loc: [name], type }]);
  });

  test('has a JSON schema', () => {
    expect(field.fields.limit.schema).toEqual({
      type: 'integer',
      exclusiveMinimum: 0,
      default: 10,
      description: 'The number of items per page. Values above 100 count as 100.',
    });
  });
});

test('a field that is not repeatable has the last value', () => {
  const field = object({ count: optional(integer()) });
  expect(valueOf(field, rawQuery(field.fields.count, { count: ['x', '2'] }, 'count'))).toEqual({ count: 2 });
});

test('a parameter is repeated at most 500 times', () => {
  const field = repeatable(text({ max: 1 }));
  expect(field.schema).toMatchObject({ type: 'array', maxItems: 500 });
  expect(valueOf(field, Array(500).fill('a'))).toHaveLength(500);
  expect(issuesOf(field, Array(501).fill('a'))).toMatchObject([
    { loc: [], type: 'too_long', ctx: { field_type: 'List', max_length: 500, actual_length: 501 } },
  ]);
});

test('sort criteria are at most as many as there are different ones', () => {
  const field = sorting(['created_at', 'name'], ['created_at']);
  expect(valueOf(field, ['name', '-name', 'created_at', '-created_at'])).toHaveLength(4);
  expect(issuesOf(field, Array(5).fill('name'))).toMatchObject([{ type: 'too_long', ctx: { max_length: 4, actual_length: 5 } }]);
});

describe('filters by metadata', () => {
  const field = metadataFilter();
  const filters = (keys: number, values: number) =>
    Array.from({ length: keys }, (_, index) => ({ key: `k${index}`, values: Array<string>(values).fill('a') }));

  test.each([
    [20, 1],
    [1, 20],
    [4, 5],
  ])('of %i keys with %i values each are accepted', (keys, values) => {
    expect(valueOf(field, filters(keys, values))).toEqual(filters(keys, values));
  });

  test.each([
    [21, 1],
    [1, 21],
    [3, 7],
  ])('of %i keys with %i values each are too many', (keys, values) => {
    expect(issuesOf(field, filters(keys, values))).toMatchObject([
      { type: 'too_long', ctx: { max_length: 20, actual_length: 21 } },
    ]);
  });

  test('have keys and values of at most 1,024 characters', () => {
    const long = 'x'.repeat(1025);
    for (const filter of [
      { key: long, values: ['a'] },
      { key: 'a', values: [long] },
    ]) {
      expect(issuesOf(field, [filter])).toMatchObject([{ loc: [filter.key], type: 'string_too_long' }]);
    }
  });
});
