import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmCustomers } from '../src/adapters/persistence/customers.repository.ts';
import { PgStateChanges } from '../src/adapters/persistence/state-changes.repository.ts';
import { customerPortalTables } from '../src/index.ts';
import { stateChangesContract } from './state-changes.contract.ts';

stateChangesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(customerPortalTables);
  return {
    changes: new PgStateChanges(orm.em),
    add: (customer) => new MikroOrmCustomers(orm.em).add(customer),
    published: async (id) => {
      const rows = await orm.em.execute<{ external_id: string | null }[]>(
        `select payload ->> 'external_id' as external_id from platform.outbox
         where aggregate_id = ? and name = 'customer.state_changed' order by id`,
        [id],
      );
      return rows.map(({ external_id }) => external_id);
    },
    close,
  };
});
