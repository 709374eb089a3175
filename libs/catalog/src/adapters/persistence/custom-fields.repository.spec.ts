import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { customFieldsContract } from '../../../testing/custom-fields.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmCustomFields } from './custom-fields.repository.ts';

customFieldsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [catalogTables]));
  return {
    customFields: new MikroOrmCustomFields(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
