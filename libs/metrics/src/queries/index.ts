export { GetDashboardHandler } from './get-dashboard.ts';
export { GetMetricsHandler } from './get-metrics.ts';
export { ListDashboardsHandler } from './list-dashboards.ts';
