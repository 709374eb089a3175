import { MikroORM } from '@mikro-orm/postgresql';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { ormOptions } from './orm-options.ts';
import { pgPool } from './kysely.ts';

test('a pool recovers all connections that were lost in transactions', async () => {
  const database = await emptyDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [], { connections: 2 }));
  const pool = await pgPool(orm.em);
  const loseConnection = () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'));

  const outcomes = await Promise.allSettled([loseConnection(), loseConnection()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  await eventually(() => pool.totalCount === 0);
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close(true);
  await database.drop();
});
