import { dashboardsContract } from './dashboards.contract.ts';
import { InMemoryDashboards } from './in-memory-dashboards.ts';

dashboardsContract('memory', async () => ({ dashboards: new InMemoryDashboards(), close: async () => undefined }));
