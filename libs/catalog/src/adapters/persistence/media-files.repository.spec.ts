import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { mediaFilesContract } from '../../../testing/media-files.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmMediaFiles } from './media-files.repository.ts';

mediaFilesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(catalogTables);
  return {
    files: new MikroOrmMediaFiles(orm.em),
    close,
  };
});
