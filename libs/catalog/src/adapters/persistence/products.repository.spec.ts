import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { productsContract } from '../../../testing/products.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmProducts } from './products.repository.ts';

productsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [catalogTables]));
  return {
    products: new MikroOrmProducts(orm.em),
    eventsOf: (id) => orm.em.fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
