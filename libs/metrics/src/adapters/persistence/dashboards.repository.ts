import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction } from '#engine/persistence';
import { Dashboard } from '../../domain/dashboard.ts';
import { Dashboards, type WhichDashboard } from '../../domain/dashboards.ts';
import { DashboardMapping, dashboardRows } from './dashboard.mapping.ts';

const where = ({ id, organizations }: WhichDashboard) => ({ id, organizationId: { $in: [...organizations] } });

@Injectable()
export class MikroOrmDashboards extends Dashboards {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(dashboard: Dashboard): Promise<void> {
    const { organizationId } = dashboard;
    return inTransaction(this.em, 'new Dashboard', async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`dashboards/${organizationId}`]);
      Dashboard.assertFits(await transaction.count(DashboardMapping, { organizationId }));
      await dashboardRows.insert(transaction, [dashboard]);
    });
  }

  change<T>(which: WhichDashboard, by: (dashboard: Dashboard) => Sync<T>): Promise<T> {
    return changeOne(this.em, dashboardRows, where(which), by);
  }

  remove(which: WhichDashboard, check: (dashboard: Dashboard) => void): Promise<void> {
    return inTransaction(this.em, 'removed Dashboard', async (transaction) => {
      const locked = await dashboardRows.lock(transaction, where(which));
      const [found] = locked.all;
      if (!found) throw new ResourceNotFound();
      check(found);
      await locked.remove();
    });
  }
}
