import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { productsContract } from '../../../testing/products.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmProducts } from './products.repository.ts';

productsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(catalogTables);
  return {
    products: new MikroOrmProducts(orm.em),
    eventsOf: (id) => orm.em.fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close,
  };
});
