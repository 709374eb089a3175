import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { MikroOrmCustomers } from '../src/adapters/persistence/customers.repository.ts';
import { customerPortalTables } from '../src/index.ts';
import { customersContract } from './customers.contract.ts';

customersContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [customerPortalTables]));
  return {
    customers: new MikroOrmCustomers(orm.em),
    eventsOf: (id) => orm.em.execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
