import type { Tables } from '#platform/persistence';
import { Migration20261124_0600_Dashboards } from '../migrations/migration-20261124-0600-dashboards.ts';
import { DashboardMapping } from './adapters/persistence/dashboard.mapping.ts';

export { MetricsModule } from './metrics.module.ts';

export const metricsTables: Tables = { entities: [DashboardMapping], migrations: [Migration20261124_0600_Dashboards] };
