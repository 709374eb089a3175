import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { seatPoolsContract } from '../../../testing/seat-pools.contract.ts';
import { seatsTables } from '../../index.ts';
import { PgSeatPools } from './seat-pools.repository.ts';

seatPoolsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [seatsTables]));
  return {
    pools: new PgSeatPools(orm.em),
    eventsOf: async (id) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await orm.em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
