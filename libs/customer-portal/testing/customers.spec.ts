import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmCustomers } from '../src/adapters/persistence/customers.repository.ts';
import { customerPortalTables } from '../src/index.ts';
import { customersContract } from './customers.contract.ts';

customersContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(customerPortalTables);
  return {
    customers: new MikroOrmCustomers(orm.em),
    eventsOf: (id) => orm.em.execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]),
    close,
  };
});
