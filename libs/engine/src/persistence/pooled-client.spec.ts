import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { expectAnswersWithin } from '#engine/connections';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { leastHeapGrowth } from '../../../../test/support/heap-growth.ts';
import { isDatabaseUnavailable } from './is-unavailable.ts';
import { pgPool } from './kysely.ts';
import { ormOptions } from './orm-options.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let orm: MikroORM;
let pool: Pool;
beforeAll(async () => {
  database = await emptyDatabase();
  orm = await MikroORM.init(ormOptions(database.url, [], { connections: 2 }));
  pool = await pgPool(orm.em);
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

async function opened(options: Parameters<typeof ormOptions>[2]) {
  const own = await MikroORM.init(ormOptions(database.url, [], { connections: 1, ...options }));
  return { pool: await pgPool(own.em), [Symbol.asyncDispose]: () => own.close(true) };
}

test('a collection of the young generation frees what queries have read', async () => {
  const [rows, rowBytes] = [200, 20_000];
  const client = await pool.connect();
  const read = async (): Promise<void> => {
    for (let n = 0; n < rows; n++) await client.query('select repeat($1, $2::int) as text', ['x', rowBytes]);
  };
  const half = (rows * rowBytes) / 2;
  const kept = await leastHeapGrowth(read, half);
  client.release();
  expect(kept).toBeLessThan(half);
});

test('a query is answered by a promise or to a callback, and a failed one says where it was asked', async () => {
  const client = await pool.connect();
  const answered = await new Promise((resolve) => client.query('select $1::int as n', [1], (_error, { rows }) => resolve(rows)));
  expect(answered).toEqual([{ n: 1 }]);
  expect((await client.query({ text: 'select $1::int as n', values: [2] })).rows).toEqual([{ n: 2 }]);
  const asked = async function whoAsks() {
    return await client.query('select nothing');
  };
  const error = await asked().catch((reason: Error) => reason);
  client.release();
  expect((error as Error).stack).toContain('whoAsks');
});

test('a connection is closed whose server does not answer', async () => {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  expectAnswersWithin(client, 10);
  const error = await client.query('select pg_sleep(600)').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  client.release(true);
});

test('a pool recovers all connections that were lost in transactions', async () => {
  const loseConnection = () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'));

  const outcomes = await Promise.allSettled([loseConnection(), loseConnection()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  await eventually(() => pool.totalCount === 0);
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
});

const PREPARED = 'select name from pg_prepared_statements';
const ROWS = 'select id::text from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)';
const [ACME, KEY] = ['6f1c2d3e-4b5a-4c6d-8e7f-901a2b3c4d5e', '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'];

test('a statement with a name is prepared, but not behind a pooler in transaction mode', async () => {
  await using pooled = await opened({ isTransactionPooled: true });
  await using direct = await opened({});
  for (const [{ pool: each }, names] of [
    [pooled, []],
    [direct, [{ name: 'named' }]],
  ] as const) {
    const client = await each.connect();
    expect((await client.query({ name: 'named', text: 'select $1::int as n', values: [1] })).rows).toEqual([{ n: 1 }]);
    expect((await client.query(PREPARED)).rows).toEqual(names);
    client.release();
  }
});

test('on a coordinator a statement names its organization, however it is given, and is not prepared then', async () => {
  await using service = await opened({});
  const client = await service.pool.connect();
  Object.assign((service.pool.options as unknown as { shared: object }).shared, { isCoordinator: true });
  const text = async (statement: object | string, values?: unknown[]): Promise<unknown> => {
    const { rows } = await client.query(statement as string, values as string[]);
    return rows;
  };
  expect(await text({ name: 'rows', text: ROWS, values: [[ACME], [KEY]] })).toEqual([{ id: KEY }]);
  expect(await text(ROWS, [[ACME], [KEY]])).toEqual([{ id: KEY }]);
  expect(await text({ name: 'other', text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  expect(await text(PREPARED)).toEqual([{ name: 'other' }]);
  client.release();
});
