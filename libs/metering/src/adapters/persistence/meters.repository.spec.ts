import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { metersContract } from '../../../testing/meters.contract.ts';
import { meteringTables } from '../../index.ts';
import { MikroOrmMeters } from './meters.repository.ts';

metersContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(meteringTables);
  return {
    meters: new MikroOrmMeters(orm.em),
    close,
  };
});
