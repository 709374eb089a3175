import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const metricsData: readonly OrganizationRows[] = ['metrics.dashboards'];
