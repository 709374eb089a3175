import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { metadataMatches, orderByWithId, orderTerms } from './list-query.ts';

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (instance) => new PostgresIntrospector(instance),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const compiled = (fragment: RawBuilder<unknown>) => {
  const { sql: text, parameters } = fragment.compile(db);
  return { text, parameters };
};

const textOf = (fragment: RawBuilder<unknown>): string => compiled(fragment).text;

describe('orderByWithId', () => {
  test('breaks ties by id in the direction of the last criterion', () => {
    expect(textOf(orderByWithId(['name', '-created_at']))).toBe('"name" asc, "created_at" desc, "id" desc');
    expect(textOf(orderByWithId(['-name', 'created_at']))).toBe('"name" desc, "created_at" asc, "id" asc');
  });

  test('orders by id alone, ascending, if there are no criteria', () => {
    expect(textOf(orderByWithId([]))).toBe('"id" asc');
  });

  test('uses the column or the expression of a key', () => {
    const columns = { customer: 'customer_id', name: sql`lower(name)` };
    const clause = orderByWithId<keyof typeof columns>(['-customer', 'name'], (key) => columns[key], 'c.id');
    expect(textOf(clause)).toBe('"customer_id" desc, lower(name) asc, "c"."id" asc');
  });

  test('leaves out a key without a column, and keeps its direction for the id', () => {
    const clause = orderByWithId<'created_at' | 'discount'>(['created_at', '-discount'], (key) =>
      key === 'discount' ? null : key,
    );
    expect(textOf(clause)).toBe('"created_at" asc, "id" desc');
  });
});

test('orderTerms has no tie-break', () => {
  expect(orderTerms(['-name', 'source']).map(textOf)).toEqual(['"name" desc', '"source" asc']);
});

describe('metadataMatches', () => {
  test('requires one of the values for every key, as parameters', () => {
    const condition = metadataMatches(
      [
        { key: 'plan', values: ['pro', 'team'] },
        { key: "it's", values: ['1'] },
      ],
      'e.metadata',
    );
    expect(compiled(condition)).toEqual({
      text: '"e"."metadata" ->> $1 = any($2::text[]) and "e"."metadata" ->> $3 = any($4::text[])',
      parameters: ['plan', ['pro', 'team'], "it's", ['1']],
    });
  });

  test('is true without criteria', () => {
    expect(textOf(metadataMatches([]))).toBe('true');
  });

  test('uses the column `metadata` by default', () => {
    expect(textOf(metadataMatches([{ key: 'plan', values: ['pro'] }]))).toBe('"metadata" ->> $1 = any($2::text[])');
  });
});
