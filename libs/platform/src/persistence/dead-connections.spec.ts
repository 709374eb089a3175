import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { ormOptions } from './orm-options.ts';

test('a connection that dies before BEGIN takes no place in the pool, and closing waits for nobody', async () => {
  const database = await emptyDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [], { connections: 1 }));
  const killer = new pg.Client(database.url);
  await killer.connect();
  try {
    const [{ pid }] = await orm.em.fork().execute<[{ pid: number }]>('select pg_backend_pid() as pid');
    const connection = orm.em.getConnection();
    const begun = connection.transactional(async () => undefined);
    const ended = killer.query('select pg_terminate_backend($1)', [pid]);
    await Promise.allSettled([begun, ended]);
    const dying = connection.transactional((transaction) =>
      connection.execute('select pg_terminate_backend(pg_backend_pid())', [], 'all', transaction),
    );
    await expect(dying).rejects.toThrow('terminat');
    await expect(orm.em.fork().execute('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  } finally {
    await orm.close(true);
    await killer.end();
    await database.drop();
  }
});
