import { MikroORM } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { Writable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { runInContext, RequestContext } from '#engine/tenancy';
import { emptyDatabase } from '../../../../../test/support/database.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { isDatabaseUnavailable } from '../is-unavailable.ts';
import { pgPool } from '../kysely.ts';
import { ormOptions } from '../orm-options.ts';
import { fixedRead } from './fixed-read.ts';
import { readDb } from './read-db.ts';

let orm: MikroORM;
let drop: () => Promise<void>;
let pool: Pool;
let db: Kysely<object>;
beforeAll(async () => {
  const database = await emptyDatabase();
  ({ drop } = database);
  orm = await MikroORM.init(ormOptions(database.url, [], { connections: 1 }));
  pool = await pgPool(orm.em);
  db = readDb<object>(orm.em);
});
afterAll(async () => {
  await orm.close(true);
  await drop();
});

const one = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row> => (await statement.execute(db)).rows[0]!;
const pid = async (): Promise<number> => (await one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid;
const preparedTexts = async (): Promise<string[]> =>
  (await pool.query<{ statement: string }>(`select statement from pg_prepared_statements where name like 'read%'`)).rows.map(
    ({ statement }) => statement,
  );

/** How often a connection was taken from the pool meanwhile. */
async function connectionsTaken(during: () => Promise<unknown>): Promise<number> {
  let taken = 0;
  const count = (_client: PoolClient): void => void taken++;
  pool.on('acquire', count);
  await during();
  pool.off('acquire', count);
  return taken;
}

test('values have the types of their columns', async () => {
  const row =
    await one(sql`select 1::int2 as small, 2 as whole, 9007199254740991::int8 as large, 0.5::float8 as double, 1.10::numeric as exact,
    true as yes, false as no, 'text' as text, null::text as nothing, '{"a_b": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes,
    timestamptz '2026-01-31 12:34:56.789999+00' as moment, '{"a,b",null,"\\"c\\""}'::text[] as texts,
    '{00000000-0000-4000-8000-000000000001}'::uuid[] as ids, '00000000-0000-4000-8000-000000000001'::uuid as id, '{1,2}'::int[] as numbers`);
  expect(row).toEqual({
    small: 1,
    whole: 2,
    large: Number.MAX_SAFE_INTEGER,
    double: 0.5,
    exact: '1.10',
    yes: true,
    no: false,
    text: 'text',
    nothing: null,
    json: { a_b: [1, null] },
    bytes: Buffer.from([0, 255]),
    moment: new Date('2026-01-31T12:34:56.789Z'),
    texts: ['a,b', null, '"c"'],
    ids: ['00000000-0000-4000-8000-000000000001'],
    id: '00000000-0000-4000-8000-000000000001',
    numbers: [1, 2],
  });
});

test('values of all kinds are parameters', async () => {
  const at = new Date('2026-01-31T12:34:56.789Z');
  const row =
    await one(sql`select ${'it"s'}::text as text, ${1.5}::float8 as number, ${true}::boolean as yes, ${null}::text as nothing, ${at}::timestamptz as moment,
    ${Buffer.from([0, 255])}::bytea as bytes, ${['a"b', null, 'c\\d']}::text[] as texts, ${[Buffer.from([1])]}::bytea[] as parts, ${{ a: [1] }}::jsonb as json`);
  expect(row).toEqual({
    text: 'it"s',
    number: 1.5,
    yes: true,
    nothing: null,
    moment: at,
    bytes: Buffer.from([0, 255]),
    texts: ['a"b', null, 'c\\d'],
    parts: [Buffer.from([1])],
    json: { a: [1] },
  });
});

test('a text is prepared once', async () => {
  const read = (value: number) => one(sql`select ${value}::int as prepared_once`);
  expect([await read(1), await read(2), ...(await Promise.all([read(3), read(4)]))]).toEqual(
    [1, 2, 3, 4].map((value) => ({ prepared_once: value })),
  );
  expect((await preparedTexts()).filter((text) => text.includes('prepared_once'))).toHaveLength(1);
});

test('a fixed read is built once and executed with its values', async () => {
  let built = 0;
  const read = fixedRead((fixed: Kysely<object>, { ids, at }: { ids: readonly number[]; at: Date }) => {
    built++;
    return fixed.selectNoFrom([
      sql<number[]>`${ids}::int[]`.as('ids'),
      sql<Date>`${at}::timestamptz`.as('at'),
      sql`${'x'}`.as('x'),
    ]);
  });
  for (const values of [
    { ids: [1, 2], at: new Date(0) },
    { ids: [], at: new Date(1) },
  ]) {
    expect(await read(orm.em, values)).toEqual([{ ...values, x: 'x' }]);
  }
  expect(built).toBe(1);
});

test('the text of a fixed read depends on its shape, and on which values there are', async () => {
  const built: string[] = [];
  interface Filter {
    readonly ids: readonly number[];
    readonly isEven?: boolean | undefined;
    readonly above?: number | undefined;
    readonly except?: readonly { readonly from: number; readonly to: number }[];
  }
  const read = fixedRead((fixed: Kysely<object>, { ids, isEven, above, except = [] }: Filter, { limit }: { limit: number }) => {
    const conditions = [ids.length === 1 ? sql`n = ${ids[0]}::int` : sql`n = any(${ids}::int[])`];
    if (isEven !== undefined) conditions.push(isEven ? sql`n % 2 = 0` : sql`n % 2 = 1`);
    if (above !== undefined) conditions.push(sql`n > ${above}::int`);
    for (const { from, to } of except) conditions.push(sql`n not between ${from}::int and ${to}::int`);
    const statement = sql<{ n: number }>`select n from generate_series(1, 9) as n where ${sql.join(conditions, sql` and `)}
      order by n limit ${limit}`;
    built.push(statement.compile(fixed).sql);
    return statement;
  });
  const found = async (filter: Filter, limit = 9) => (await read(orm.em, filter, { limit })).map(({ n }) => n);
  expect(await found({ ids: [1, 2, 3, 4] })).toEqual([1, 2, 3, 4]);
  expect(await found({ ids: [5, 6], isEven: undefined })).toEqual([5, 6]);
  expect(await found({ ids: [7] })).toEqual([7]);
  expect(await found({ ids: [8] })).toEqual([8]);
  expect(await found({ ids: [] })).toEqual([]);
  expect(await found({ ids: [1, 2, 3, 4], isEven: true })).toEqual([2, 4]);
  expect(await found({ ids: [1, 2, 3, 4], isEven: false })).toEqual([1, 3]);
  expect(await found({ ids: [1, 2, 3, 4], isEven: false, above: 1 })).toEqual([3]);
  expect(await found({ ids: [1, 2, 3, 4], isEven: false, above: 3 })).toEqual([]);
  expect(await found({ ids: [1, 2, 3, 4] }, 2)).toEqual([1, 2]);
  const ids = [1, 2, 3, 4, 5];
  expect(await found({ ids, except: [{ from: 1, to: 2 }] })).toEqual([3, 4, 5]);
  expect(await found({ ids, except: [{ from: 2, to: 3 }] })).toEqual([1, 4, 5]);
  expect(await found({ ids, except: [1, 4].map((from) => ({ from, to: from })) })).toEqual([2, 3, 5]);
  expect(built).toHaveLength(8);
  expect(new Set(built).size).toBe(8);
});

test('limits and offsets are part of the text', async () => {
  const page = db
    .selectNoFrom(sql`1`.as('value'))
    .limit(3)
    .offset(4);
  expect(page.compile()).toMatchObject({ sql: 'select 1 as "value" limit 3 offset 4', parameters: [] });
  const statement = sql`select ${'x'} from t limit ${3} offset ${4 + 1}`;
  expect(statement.compile(db)).toMatchObject({ sql: 'select $1 from t limit 3 offset 5', parameters: ['x'] });
});

test('a connection keeps a bounded number of statements, those that were used last', async () => {
  const read = (index: number) => one(sql`select ${sql.lit(index)} as many`);
  for (let index = 0; index < 250; index++) {
    expect(await read(index)).toEqual({ many: index });
    await read(0);
  }
  const texts = await preparedTexts();
  expect(texts).toHaveLength(200);
  expect(texts).toEqual(expect.arrayContaining(['select 0 as many', 'select 249 as many']));
  expect(await read(1)).toEqual({ many: 1 });
});

test('reads that are started together share a connection', async () => {
  const together = () => Promise.all([1, 2, 3].map((value) => one(sql`select ${value}::int as value`)));
  expect(await connectionsTaken(together)).toBe(1);
  const work = (tenant: string) => runInContext(new RequestContext({ tenant }), together);
  expect(await connectionsTaken(() => Promise.all([work('a'), work('b')]))).toBe(2);
});

/** The number of reads in each packet that is sent meanwhile. All are sent on the one connection of the pool. */
async function packetsSent(during: (client: PoolClient) => Promise<unknown>): Promise<number[]> {
  const client = await pool.connect();
  const { connection } = client as unknown as { readonly connection: { readonly stream: Writable; execute(): void } };
  const [cork, execute] = [import.meta.jest.spyOn(connection.stream, 'cork'), import.meta.jest.spyOn(connection, 'execute')];
  await during(client);
  const [starts, executions] = [cork.mock.invocationCallOrder, execute.mock.invocationCallOrder];
  cork.mockRestore();
  execute.mockRestore();
  return starts.map(
    (start, index) => executions.filter((order) => order > start && order < (starts[index + 1] ?? Infinity)).length,
  );
}

test('requests of a tenant that wait for a connection are sent together, up to a number of reads, and those of others are not', async () => {
  const sizes = await packetsSent(async (client) => {
    const ask = (tenant: string, value: number) =>
      runInContext(new RequestContext({ tenant }), () =>
        Promise.all([value, value + 1].map((each) => one(sql`select ${each}::int as value`))),
      );
    const asked = Promise.all([ask('a', 1), ask('a', 3), ask('a', 5), ask('b', 7), ask('a', 9), ask('a', 11)]);
    await new Promise(setImmediate);
    client.release();
    const values = (await asked).flat().map((row) => (row as { readonly value: number }).value);
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
  expect(sizes).toEqual([8, 2, 2]);
});

test('each read fails alone, and the connection stays usable', async () => {
  const before = await pid();
  const outcomes = await Promise.allSettled([
    one(sql`select 1 as one`),
    one(sql`select ${'no number'}::int as bad`),
    one(sql`select 1 / ${0}::int as bad`),
    one(sql`select from no_such_table`),
    one(sql`select 2 as two`),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes.at(-1)).toMatchObject({ value: { two: 2 } });
  await expect(one(sql`select from no_such_table`)).rejects.toMatchObject({ code: '42P01' });
  expect(await one(sql`select ${'3'}::int as bad`)).toEqual({ bad: 3 });
  expect(await pid()).toBe(before);
});

test('requests of one packet whose statement cannot be prepared all get the reason, and it is prepared again afterwards', async () => {
  const ask = () => runInContext(new RequestContext({ tenant: 'a' }), () => one(sql`select * from made_later`));
  const client = await pool.connect();
  const asked = Promise.allSettled([ask(), ask(), ask()]);
  await new Promise(setImmediate);
  client.release();
  expect((await asked).map((outcome) => (outcome as PromiseRejectedResult).reason.code)).toEqual(['42P01', '42P01', '42P01']);
  await orm.em.fork().execute('create table made_later as select 1 as a');
  expect(await ask()).toEqual({ a: 1 });
});

test('a statement whose columns a migration changed is prepared again', async () => {
  const read = () => one(sql`select * from changing`);
  await orm.em.fork().execute('create table changing as select 1 as a');
  expect(await read()).toEqual({ a: 1 });
  await orm.em.fork().execute(`alter table changing add column b timestamptz default '2026-01-01 00:00+00'`);
  const changed = { a: 1, b: new Date('2026-01-01') };
  expect(await Promise.all([read(), read()])).toEqual([changed, changed]);
  expect(await read()).toEqual(changed);
});

test('reads that a failed one was sent with are read all the same, also if statements are new or outdated', async () => {
  await orm.em.fork().execute('create table outdated as select 1 as a');
  const changing = () => one(sql`select * from outdated`);
  const another = () => one(sql`select a + 1 as b from outdated`);
  await changing();
  await orm.em.fork().execute('alter table outdated add column c int default 3');
  const outcomes = await Promise.allSettled([
    one(sql`select from no_such_relation`),
    changing(),
    another(),
    one(sql`select from no_such_relation`),
    changing(),
    one(sql`select ${'new'}::text as never_read_before`),
  ]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))).toEqual([
    '42P01',
    { a: 1, c: 3 },
    { b: 2 },
    '42P01',
    { a: 1, c: 3 },
    { never_read_before: 'new' },
  ]);
});

test('a lost connection fails the reads on it, and the next read has another one', async () => {
  const outcomes = await Promise.allSettled([
    one(sql`select pg_terminate_backend(pg_backend_pid())`),
    one(sql`select 1 as never`),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason))).toBe(true);
  await eventually(() => pool.totalCount === 0);
  expect(await one(sql`select 1 as one`)).toEqual({ one: 1 });
});

test('reads cannot be part of a transaction', async () => {
  await expect(db.transaction().execute(async () => undefined)).rejects.toThrow('outside of transactions');
});
