import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmCustomers } from '../src/adapters/persistence/customers.repository.ts';
import { MikroOrmTeams } from '../src/adapters/persistence/teams.repository.ts';
import { customerPortalTables } from '../src/index.ts';
import { aCustomer } from './customer.builder.ts';
import { teamsContract } from './teams.contract.ts';

teamsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(customerPortalTables);
  return {
    teams: new MikroOrmTeams(orm.em),
    customer: async () => {
      const customer = aCustomer().team().newUnsaved();
      await new MikroOrmCustomers(orm.em).add(customer);
      return customer.id;
    },
    eventsOf: async (id) => {
      const rows: { name: string }[] = await orm.em.execute(
        'select name from platform.outbox where aggregate_id = ? order by id',
        [id],
      );
      return rows.map(({ name }) => name);
    },
    close,
  };
});
