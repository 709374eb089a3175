import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { DashboardMapping } from './adapters/persistence/dashboard.mapping.ts';
import { metricsData } from './adapters/persistence/organization-data.ts';

export { GetMetrics } from './queries/get-metrics.ts';
export { MetricsModule } from './metrics.module.ts';

export const metricsTables: Tables = {
  entities: [DashboardMapping],
  migrations: Object.values(migrations),
  ofOrganization: metricsData,
};
