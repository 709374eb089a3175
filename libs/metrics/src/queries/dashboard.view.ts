import { defineField, describeResource, type Infer, list, nullable, object, text, timestamp, uuid4 } from '#platform/wire';

const { metadata: _metadata, ...texts } = describeResource('dashboard');

export const DashboardView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    name: text(),
    metrics: list(text()),
    organization_id: uuid4(),
  },
  'MetricDashboardSchema',
  {
    ...texts,
    name: { text: 'The name of the dashboard.', example: 'Revenue' },
    metrics: { text: 'The slugs of the metrics that it shows, in order.', example: ['revenue', 'orders'] },
  },
);
export type DashboardView = Infer<typeof DashboardView>;

const dashboards = list(DashboardView);
export const DashboardsView = defineField({ ...dashboards, schema: { $id: 'MetricDashboards', ...dashboards.schema } });
