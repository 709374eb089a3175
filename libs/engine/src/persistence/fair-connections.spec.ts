import { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { runInContext, STATEMENT_MS, RequestContext, TenantOverloaded, WorkCancelled } from '#engine/tenancy';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { untilBlocked } from '../../../../test/support/until-blocked.ts';
import { isStatementTimeout } from './is-unavailable.ts';
import { pgPool } from './kysely.ts';
import { ormOptions } from './orm-options.ts';
import { readDb } from './reads/read-db.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => (database = await emptyDatabase()));
afterAll(() => database.drop());

interface Thing {
  readonly id: string;
}
const Things = new EntitySchema<Thing>({
  name: 'Thing',
  tableName: 'things',
  properties: { id: { type: 'string', primary: true } },
});

async function opened(connections: number) {
  const orm = await MikroORM.init(ormOptions(database.url, [{ entities: [Things], migrations: [] }], { connections }));
  const pool = await pgPool(orm.em);
  const ask = (tenant: string | null, text: string, statementMs: number = STATEMENT_MS.interactive) =>
    runInContext(new RequestContext({ tenant, statementMs }), () => pool.query(text));
  return { orm, pool, ask, [Symbol.asyncDispose]: () => orm.close(true) };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** A statement that runs until it is let go. */
async function blocking(pool: Opened['pool']) {
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  return async () => {
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
  };
}
const BLOCKED = 'select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)';

test('a tenant whose statements occupy its share leaves connections for others', async () => {
  await using service = await opened(5);
  const letGo = await blocking(service.pool);
  const slow = Array.from({ length: 20 }, () => service.ask('greedy', BLOCKED));
  await eventually(() => service.pool.totalCount === 3);

  expect((await service.ask('modest', 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect((await service.ask(null, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(service.pool.waitingCount).toBe(0);

  await letGo();
  expect(await Promise.all(slow)).toHaveLength(20);
});

describe('while an operator locks a table', () => {
  test.each([
    ['statements', (service: Opened, table: string) => service.pool.query(`select * from ${table}`)],
    [
      'reads',
      (service: Opened, table: string) => readDb<Record<string, object>>(service.orm.em).selectFrom(table).selectAll().execute(),
    ],
  ])('operations of the tenant on other tables go on: %s', async (_, read) => {
    await using service = await opened(10);
    await service.pool.query('create table if not exists locked (); create table if not exists free ()');
    const operator = await service.pool.connect();
    /** In the background, nothing gives up before the test has seen what it waits for. */
    const on = (table: string): Promise<unknown> =>
      runInContext(new RequestContext({ tenant: 'a', operation: `read ${table}`, isBackground: true }), () =>
        read(service, table),
      );
    await operator.query('begin; lock table locked in access exclusive mode');
    let ended = 0;
    const waiting = Array.from({ length: 100 }, () => on('locked').finally(() => ended++));
    await untilBlocked(service.pool, { count: 4 });

    await Promise.all([on('free'), on('free')]);
    expect(ended).toBe(0);
    await operator.query('rollback');
    operator.release();
    await Promise.all(waiting);
  });
});

test('statements that may take longer than usual have two connections of a tenant, and leave the others of it free', async () => {
  await using service = await opened(10);
  const letGo = await blocking(service.pool);
  const slow = Array.from({ length: 5 }, () => service.ask('greedy', BLOCKED, STATEMENT_MS.counting));
  await eventually(() => service.pool.totalCount === 3);
  for (const [tenant, ms] of [
    ['greedy', STATEMENT_MS.interactive],
    ['modest', STATEMENT_MS.counting],
  ] as const) {
    expect((await service.ask(tenant, 'select 1 as one', ms)).rows).toEqual([{ one: 1 }]);
  }
  await letGo();
  expect(await Promise.all(slow)).toHaveLength(5);
});

test('a transaction that asks for a second connection gets one although its tenant has its share', async () => {
  await using service = await opened(5);
  const nested = (tenant: string) =>
    runInContext(new RequestContext({ tenant }), () =>
      service.orm.em.fork().transactional(async (outer) => {
        await outer.execute('select 1');
        return (await service.pool.query<{ one: number }>('select 1 as one')).rows[0]!.one;
      }),
    );
  expect(await Promise.all(Array.from({ length: 20 }, () => nested('a')))).toEqual(Array.from({ length: 20 }, () => 1));
});

test.each([
  ['find', (service) => service.orm.em.fork().findOne(Things, 'a')],
  ['count', (service) => service.orm.em.fork().count(Things)],
  ['insert', (service) => service.orm.em.fork().insert(Things, { id: 'a' })],
  ['update', (service) => service.orm.em.fork().nativeUpdate(Things, 'a', { id: 'b' })],
  ['delete', (service) => service.orm.em.fork().nativeDelete(Things, 'a')],
  ['execute', (service) => service.orm.em.fork().execute('select 1')],
  ['transaction', (service) => service.orm.em.fork().transactional(() => Promise.resolve())],
  ['query builder', (service) => service.orm.em.fork().getKysely<{ things: Thing }>().selectFrom('things').selectAll().execute()],
] as [string, (service: Opened) => Promise<unknown>][])(
  'a refusal of the queue is the same for whoever asks: %s',
  async (_, statement) => {
    await using service = await opened(1);
    const letGo = await blocking(service.pool);
    const asked = (context: RequestContext) => runInContext(context, () => statement(service));
    const waiting = Array.from({ length: 1_000 }, () => service.ask('greedy', 'select 1'));
    const waits = Promise.withResolvers<() => void>();
    const onCancel = (cancel: () => void) => {
      waits.resolve(cancel);
      return () => undefined;
    };
    const [overloaded, cancelled] = await Promise.allSettled([
      asked(new RequestContext({ tenant: 'greedy' })),
      asked(new RequestContext({ tenant: 'modest', onCancel })),
      waits.promise.then((cancel) => cancel()),
    ]);
    await letGo();
    await Promise.allSettled(waiting);
    expect(overloaded).toMatchObject({ reason: expect.any(TenantOverloaded) });
    expect(cancelled).toMatchObject({ reason: expect.any(WorkCancelled) });
  },
);

test('a lost connection, a failed statement and a failed connect give their places back', async () => {
  await using service = await opened(2);
  const failing = ['select pg_terminate_backend(pg_backend_pid())', 'select 1/0', 'not SQL'];
  for (let time = 0; time < 3; time++) {
    for (const text of failing) await expect(service.ask('a', text)).rejects.toBeInstanceOf(Error);
  }
  const { options } = service.pool;
  const { port } = options;
  Object.assign(options, { port: 1 });
  for (let time = 0; time < 3; time++) await expect(service.ask('a', 'select 1')).rejects.toThrow('ECONNREFUSED');
  Object.assign(options, { port });
  expect((await service.ask('a', 'select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('each statement has the timeout of its work', async () => {
  await using service = await opened(1);
  const timeoutOf = async (tenant: string | null, ms?: number) =>
    (await service.ask(tenant, 'show statement_timeout', ms)).rows[0].statement_timeout;
  expect(await timeoutOf('a', STATEMENT_MS.interactive)).toBe('4s');
  expect(await timeoutOf('a', STATEMENT_MS.counting)).toBe('4500ms');
  expect((await service.pool.query('show statement_timeout')).rows[0].statement_timeout).toBe('30s');
  const error: unknown = await service.ask('a', 'select pg_sleep(60)', 100).catch((reason: unknown) => reason);
  expect(isStatementTimeout(error)).toBe(true);
  expect(await timeoutOf('b', STATEMENT_MS.interactive)).toBe('4s');
});

test('a statement of the service keeps a longer timeout, and replaces a shorter one', async () => {
  await using service = await opened(1);
  const timeoutOf = async (tenant: string | null, ms: number) =>
    (await service.ask(tenant, 'show statement_timeout', ms)).rows[0].statement_timeout;
  expect(await timeoutOf('a', STATEMENT_MS.counting)).toBe('4500ms');
  expect(await timeoutOf(null, STATEMENT_MS.interactive)).toBe('4500ms');
  expect(await timeoutOf('a', STATEMENT_MS.interactive)).toBe('4s');
  expect(await timeoutOf(null, STATEMENT_MS.counting)).toBe('4500ms');
});
