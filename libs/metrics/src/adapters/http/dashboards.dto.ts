import { defineRequest, repeatable } from '#platform/http';
import { describeFields, describeInput, list, nullable, object, oneOf, optional, text, uuid4, withDefault } from '#platform/wire';
import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';

const texts = describeInput('dashboard');
const path = describeFields({ id: uuid4() }, texts.path);

const name = text({ min: 1, max: 255 });
const metrics = list(oneOf(METRIC_SLUGS), { max: METRIC_SLUGS.length });
const DETAILS = {
  name: { text: 'The name of the dashboard.', example: 'Revenue' },
  metrics: { text: 'The slugs of the metrics that it shows, in order.', example: ['revenue', 'orders'] },
};

export const ListDashboardsRequest = defineRequest({
  query: describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
});

export const CreateDashboardRequest = defineRequest({
  body: object(
    { name, metrics: withDefault(metrics, () => []), organization_id: optional(nullable(uuid4())) },
    'MetricDashboardCreate',
    { ...DETAILS, organization_id: texts.body.organization_id },
  ),
});

export const OneDashboardRequest = defineRequest({ path });

export const UpdateDashboardRequest = defineRequest({
  path,
  body: object({ name: optional(nullable(name)), metrics: optional(nullable(metrics)) }, 'MetricDashboardUpdate', DETAILS),
});
