import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { ormOptions } from './orm-options.ts';
import { isDatabaseUnavailable } from './is-unavailable.ts';
import { pgPool } from './kysely.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let observer: pg.Client;
beforeAll(async () => {
  database = await emptyDatabase();
  observer = new pg.Client(database.url);
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await database.drop();
});

async function opened(options: Parameters<typeof ormOptions>[2]) {
  const orm = await MikroORM.init(ormOptions(database.url, [], options));
  return { pool: await pgPool(orm.em), orm, [Symbol.asyncDispose]: () => orm.close(true) };
}

const timeoutOf = async (connection: Pick<pg.Pool, 'query'>): Promise<string> =>
  (await connection.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]!.statement_timeout;

test('a statement times out after 30 seconds', async () => {
  await using processes = await opened({});
  expect(await timeoutOf(processes.pool)).toBe('30s');
});

test('migrations have no timeout', async () => {
  await using migrations = await opened({ statementTimeoutMs: 0 });
  expect(await timeoutOf(migrations.pool)).toBe('0');
});

test('a timeout cancels the statement in the database, counts as unavailable, and keeps the connection', async () => {
  await using client = await opened({ connections: 1 });
  const { pool, orm } = client;
  await pool.query(`set statement_timeout = '200ms'`);
  const connections = { opened: 0, closed: 0 };
  pool.on('connect', () => (connections.opened += 1)).on('remove', () => (connections.closed += 1));
  const slowQuery = orm.em.fork().execute('select pg_sleep(60)');
  const error: unknown = await slowQuery.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect([isDatabaseUnavailable(error), (error as { code?: string }).code]).toEqual([true, '57014']);
  await eventually(async () => {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'`,
    );
    return rowCount === 0;
  });
  expect({ connections, idle: pool.idleCount }).toEqual({ connections: { opened: 0, closed: 0 }, idle: 1 });
});

test('a transaction can set a shorter timeout', async () => {
  await using processes = await opened({ connections: 1 });
  const shortened = await processes.orm.em.fork().transactional(async (em) => {
    await em.execute(`set local statement_timeout = '1s'`);
    return em.execute('show statement_timeout');
  });
  expect(shortened).toEqual([{ statement_timeout: '1s' }]);
  expect(await timeoutOf(processes.pool)).toBe('30s');
});
