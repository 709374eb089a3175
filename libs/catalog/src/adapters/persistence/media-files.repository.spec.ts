import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { mediaFilesContract } from '../../../testing/media-files.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmMediaFiles } from './media-files.repository.ts';

mediaFilesContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [catalogTables]));
  return {
    files: new MikroOrmMediaFiles(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
