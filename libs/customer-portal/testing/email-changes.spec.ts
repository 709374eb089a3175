import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmEmailChanges } from '../src/adapters/persistence/email-changes.repository.ts';
import { customerPortalTables } from '../src/index.ts';
import { emailChangesContract } from './email-changes.contract.ts';

emailChangesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(customerPortalTables);
  return {
    changes: new MikroOrmEmailChanges(orm.em),
    eventsOf: async (id) => {
      const query = 'select name from platform.outbox where aggregate_id = ? order by id';
      return (await orm.em.fork().execute<{ name: string }[]>(query, [id])).map(({ name }) => name);
    },
    close,
  };
});
