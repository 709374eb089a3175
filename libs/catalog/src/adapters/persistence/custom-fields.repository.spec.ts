import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { customFieldsContract } from '../../../testing/custom-fields.contract.ts';
import { catalogTables } from '../../index.ts';
import { MikroOrmCustomFields } from './custom-fields.repository.ts';

customFieldsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(catalogTables);
  return {
    customFields: new MikroOrmCustomFields(orm.em),
    close,
  };
});
