import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { RequestContext, runInContext, STATEMENT_MS } from '#engine/tenancy';
import { pgPool } from './kysely.ts';
import { ormOptions } from './orm-options.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let orm: MikroORM;
let pool: Pool;
const connections = { opened: 0, closed: 0 };
beforeAll(async () => {
  database = await emptyDatabase();
  orm = await MikroORM.init(ormOptions(database.url, [], { connections: 1 }));
  pool = await pgPool(orm.em);
  pool.on('connect', () => (connections.opened += 1)).on('remove', () => (connections.closed += 1));
  await pool.query('create table names (name text primary key)');
});
afterAll(async () => {
  await orm?.close(true);
  await database?.drop();
});

const context = (settings: Partial<ConstructorParameters<typeof RequestContext>[0]>, readsMany = false): RequestContext =>
  Object.assign(new RequestContext({ tenant: 'a tenant', ...settings }), { readsMany });

async function settingsIn(work: RequestContext | undefined): Promise<string[]> {
  const show = async (name: string): Promise<string> => Object.values((await pool.query(`show ${name}`)).rows[0])[0] as string;
  const all = async (): Promise<string[]> => [
    await show('statement_timeout'),
    await show('plan_cache_mode'),
    await show('enable_seqscan'),
  ];
  return work ? runInContext(work, all) : all();
}

test.each([
  ['a request', context({ statementMs: STATEMENT_MS.interactive }), ['4s', 'force_generic_plan', 'off']],
  ['a list', context({ statementMs: STATEMENT_MS.counting }, true), ['4500ms', 'auto', 'on']],
  ['what several tenants share', context({ tenant: null }), ['30s', 'force_generic_plan', 'off']],
  ['a subscriber', context({ isBackground: true, eventId: '1' }), ['30s', 'force_generic_plan', 'off']],
  ['a job', context({ isBackground: true }), ['30s', 'auto', 'on']],
  ['the start of a process', undefined, ['30s', 'auto', 'on']],
] as const)('%s has its own timeout and plans on a connection that others used', async (_name, work, expected) => {
  await settingsIn(context({ statementMs: 1_000 }));
  expect(await settingsIn(work)).toEqual(expected);
  await settingsIn(context({ statementMs: 2_000 }, true));
  expect(await settingsIn(work)).toEqual(expected);
});

const insert = (name: string) => ({ name: 'insert', text: 'insert into names values ($1)', values: [name] });

test('a transaction whose commit fails stores nothing, and keeps its connection', async () => {
  const before = { ...connections };
  const store = async (...names: string[]): Promise<void> => {
    const { transaction } = await PipelinedTransaction.begin(pool, [{ text: 'select 1' }]);
    await transaction.commit(names.map(insert));
  };
  await store('first');
  await expect(store('second', 'first', 'third')).rejects.toThrow('duplicate key');
  await store('fourth');
  expect((await pool.query('select name from names order by name')).rows).toEqual([{ name: 'first' }, { name: 'fourth' }]);
  expect(connections).toEqual(before);
});

test('a transaction whose connection is lost gives it up', async () => {
  const { opened, closed } = connections;
  const { transaction } = await PipelinedTransaction.begin(pool, [{ text: 'select 1' }]);
  await expect(transaction.commit([{ text: 'select pg_terminate_backend(pg_backend_pid())' }])).rejects.toThrow(
    'terminating connection',
  );
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(connections).toEqual({ opened: opened + 1, closed: closed + 1 });
});
