import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { dashboardsContract } from '../../../testing/dashboards.contract.ts';
import { metricsTables } from '../../index.ts';
import { MikroOrmDashboards } from './dashboards.repository.ts';

dashboardsContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(metricsTables);
  return {
    dashboards: new MikroOrmDashboards(orm.em),
    close,
  };
});
