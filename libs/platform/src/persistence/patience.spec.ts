import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { ormOptions } from './orm-options.ts';
import { isDatabaseUnavailable } from './is-unavailable.ts';
import { pgPool } from './pool-of.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let watcher: pg.Client;
beforeAll(async () => {
  database = await emptyDatabase();
  watcher = new pg.Client(database.url);
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await database.drop();
});

async function opened(options: Parameters<typeof ormOptions>[2]) {
  const orm = await MikroORM.init(ormOptions(database.url, [], options));
  return { pool: await pgPool(orm.em), orm, [Symbol.asyncDispose]: () => orm.close(true) };
}

const timeoutOf = async (connection: Pick<pg.Pool, 'query'>): Promise<string> =>
  (await connection.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]!.statement_timeout;

test('a statement has half a minute', async () => {
  await using processes = await opened({});
  expect(await timeoutOf(processes.pool)).toBe('30s');
});

test('migrations have all the time that they need', async () => {
  await using migrations = await opened({ patienceMs: 0 });
  expect(await timeoutOf(migrations.pool)).toBe('0');
});

test('what takes longer ends in the database as well, as an outage, and its connection is kept', async () => {
  await using impatient = await opened({ patienceMs: 200, connections: 1 });
  const { pool, orm } = impatient;
  const {
    rows: [before],
  } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const search = orm.em.fork().execute('select pg_sleep(60)');
  const error: unknown = await search.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect([isDatabaseUnavailable(error), (error as { code?: string }).code]).toEqual([true, '57014']);
  await eventually(async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'`,
    );
    return rowCount === 0;
  });
  expect((await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows).toEqual([before]);
});

test('a transaction can be in more of a hurry than others', async () => {
  await using processes = await opened({ connections: 1 });
  const inHurry = await processes.orm.em.fork().transactional(async (em) => {
    await em.execute(`set local statement_timeout = '1s'`);
    return em.execute('show statement_timeout');
  });
  expect(inHurry).toEqual([{ statement_timeout: '1s' }]);
  expect(await timeoutOf(processes.pool)).toBe('30s');
});
