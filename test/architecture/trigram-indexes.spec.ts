import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { queryAt } from '../support/own-postgres.ts';

/** Columns with an index of trigrams, and one in their order as well. */
const BOTH = `
  select t.oid::regclass || '(' || a.attname || ')' as column
  from pg_index i join pg_class t on t.oid = i.indrelid
  cross join lateral unnest(i.indkey::int2[], i.indclass::oid[]) as k (number, class)
  join pg_opclass c on c.oid = k.class and c.opcname = 'gin_trgm_ops'
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number and k.number > 0
  where exists (select from pg_index o join pg_class oc on oc.oid = o.indexrelid join pg_am m on m.oid = oc.relam
    where o.indrelid = t.oid and m.amname = 'btree' and k.number = any((o.indkey::int2[])[0:o.indnkeyatts - 1]))
  order by 1`;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/**
 * PostgreSQL takes an index of trigrams for a whole value, too, and reckons with less than it costs: each time, it reads all rows that were
 * inserted since the last vacuum. It does not if the index is of an expression, such as `lower(…)`, and the value is of the column.
 */
test('no column that is found by its whole value has an index of trigrams', async () => {
  const found = await queryAt<{ column: string }>(database.url, BOTH);
  expect(found.map(({ column }) => column)).toEqual([]);
});
