import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { dashboardsContract } from '../../../testing/dashboards.contract.ts';
import { metricsTables } from '../../index.ts';
import { MikroOrmDashboards } from './dashboards.repository.ts';

dashboardsContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [metricsTables]));
  return {
    dashboards: new MikroOrmDashboards(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
