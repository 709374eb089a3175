import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { metersContract } from '../../../testing/meters.contract.ts';
import { meteringTables } from '../../index.ts';
import { MikroOrmMeters } from './meters.repository.ts';

metersContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [meteringTables]));
  return {
    meters: new MikroOrmMeters(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
