import { MikroORM } from '@mikro-orm/postgresql';
import { allItems, StreamedList } from '#support/streamed-lists';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { pgPool } from './kysely.ts';
import { readDb } from './reads/read-db.ts';
import { pageQuery, readOrStreamList, streamList } from './keyset.ts';
import { ormOptions } from './orm-options.ts';

interface Tables {
  notes: { id: string; list: string; text: string | null; created_at: Date };
}

let orm: MikroORM;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await emptyDatabase();
  ({ drop } = database);
  orm = await MikroORM.init(ormOptions(database.url, []));
  await orm.em.execute('create table notes (id uuid primary key, list text, text text, created_at timestamptz)');
  await orm.em.execute('create index notes_by_age on notes (list, created_at, id)');
});
afterAll(async () => {
  await orm.close(true);
  await drop();
});

/** Fills a list. Of three notes in a row, two are of the same microsecond and the third is one later. */
const fill = (list: string, count: number, text: string) =>
  orm.em.execute(
    `insert into notes select gen_random_uuid(), ?, ${text}, timestamptz '2026-01-01' + (n - n % 3 / 2) * interval '1 microsecond'
     from generate_series(1, ?) as n`,
    [list, count],
  );

const notes = (list: string) => ({
  query: readDb<Tables>(orm.em).selectFrom('notes').select(['id', 'text', 'created_at']).where('list', '=', list),
  large: ['text'],
});

const inOrder = (list: string) =>
  orm.em.execute<{ id: string; text: string | null }[]>('select id, text from notes where list = ? order by created_at, id', [
    list,
  ]);

const withoutTime = (list: readonly { id: string; text: string | null }[]) => list.map(({ id, text }) => ({ id, text }));

const pagesOf = async (list: StreamedList<object>): Promise<number[]> => {
  const sizes: number[] = [];
  for await (const page of list) sizes.push(page.length);
  return sizes;
};

test.each([
  ['none', 0, 'null', []],
  ['one', 1, 'null', [1]],
  ['a full page', 100, `'short'`, [100]],
  ['one more than a page', 101, 'null', [100, 1]],
  ['several pages', 450, `'short'`, [100, 100, 100, 100, 50]],
  ['large rows', 25, `repeat('é', 50000)`, [3, 3, 3, 3, 3, 3, 3, 3, 1]],
  ['rows larger than a page', 3, `repeat('x', 1000000)`, [1, 1, 1]],
])('reads every row once and in order: %s', async (name, count, text, sizes) => {
  await fill(name, count, text);
  const list = await readOrStreamList(orm.em, notes(name));
  expect(list instanceof StreamedList).toBe(sizes.length > 1);
  expect(withoutTime(await allItems(list))).toEqual(await inOrder(name));
  expect((await pagesOf(streamList(orm.em, notes(name)))).filter((size) => size > 0)).toEqual(sizes);
});

test.each([0, 5, 20, 30])('a list that is said to have %i rows is read as a whole, whatever it has', async (count) => {
  await fill(`few ${count}`, 25, `'short'`);
  const list = await allItems(await readOrStreamList(orm.em, { ...notes(`few ${count}`), count }));
  expect(withoutTime(list)).toEqual(await inOrder(`few ${count}`));
});

test('a page in the middle of a long list reads only its own rows', async () => {
  await fill('long', 20_000, `'short'`);
  await orm.em.execute('analyze notes');
  const [after] = await orm.em.execute<[{ list_time: string; id: string }]>(
    `select created_at::text as list_time, id from notes where list = 'long' order by created_at, id offset 9000 limit 1`,
  );
  const { sql, parameters } = pageQuery(notes('long'), after);
  const pool = await pgPool(orm.em);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${sql}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('notes_by_age');
  expect(plan).not.toContain('Sort');
  expect(Math.max(...[...plan.matchAll(/actual [^)]*rows=(\d+)/g)].map(([, count]) => Number(count)))).toBeLessThan(110);
});
