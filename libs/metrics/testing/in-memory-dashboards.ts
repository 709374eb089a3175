import { ResourceNotFound, type Sync } from '#kernel';
import { Dashboard } from '../src/domain/dashboard.ts';
import { Dashboards, type WhichDashboard } from '../src/domain/dashboards.ts';

/** Dashboards in a map, for tests of handlers. */
export class InMemoryDashboards extends Dashboards {
  private readonly dashboards = new Map<string, Dashboard>();

  async add(dashboard: Dashboard): Promise<void> {
    const others = [...this.dashboards.values()].filter(({ organizationId }) => organizationId === dashboard.organizationId);
    Dashboard.assertFits(others.length);
    this.dashboards.set(dashboard.id, dashboard);
  }

  async change<T>(which: WhichDashboard, by: (dashboard: Dashboard) => Sync<T>): Promise<T> {
    return by(this.find(which)) as T;
  }

  async remove(which: WhichDashboard, check: (dashboard: Dashboard) => void): Promise<void> {
    check(this.find(which));
    this.dashboards.delete(which.id);
  }

  private find({ id, organizations }: WhichDashboard): Dashboard {
    const dashboard = this.dashboards.get(id);
    if (!dashboard || !organizations.includes(dashboard.organizationId)) throw new ResourceNotFound();
    return dashboard;
  }
}
