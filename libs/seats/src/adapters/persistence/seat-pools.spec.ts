import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { seatPoolsContract } from '../../../testing/seat-pools.contract.ts';
import { seatsTables } from '../../index.ts';
import { PgSeatPools } from './seat-pools.repository.ts';

seatPoolsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(seatsTables);
  return {
    pools: new PgSeatPools(orm.em),
    eventsOf: async (id) => {
      const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await orm.em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
    },
    close,
  };
});
