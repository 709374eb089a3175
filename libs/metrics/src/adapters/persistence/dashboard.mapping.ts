import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { auditedAs, entityClass } from '#platform/persistence';
import { Dashboard } from '../../domain/dashboard.ts';

export const DashboardMapping = defineEntity({
  class: entityClass(Dashboard),
  schema: 'metrics',
  tableName: 'dashboards',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    metrics: p.array<string>(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

auditedAs(Dashboard, DashboardMapping, { type: 'dashboard' });

export interface MetricsTables {
  'metrics.dashboards': InferKyselyTable<typeof DashboardMapping>;
}
