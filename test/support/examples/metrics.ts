import type { Examples } from './example.ts';

const YEARS = 'start_date=2020-01-01&end_date=2029-06-30&interval=year&metrics=orders&metrics=costs';

const dashboard = { name: 'Money', metrics: ['revenue', 'orders'] };

export const metrics: Examples = {
  'GET /v1/metrics/': {
    request: ({ ordered_product_id }) => ({ url: `/v1/metrics/?${YEARS}&product_id=${ordered_product_id}` }),
    foreign: 'empty',
  },
  'GET /v1/metrics/export': {
    request: ({ organization_id }) => ({ url: `/v1/metrics/export?${YEARS}&organization_id=${organization_id}` }),
  },
  'GET /v1/metrics/limits': { request: () => ({ url: '/v1/metrics/limits' }) },
  'GET /v1/metrics/dashboards': {
    request: ({ organization_id }) => ({ url: `/v1/metrics/dashboards?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/metrics/dashboards': {
    request: (_fixtures, caller) => ({ url: '/v1/metrics/dashboards', body: { ...caller, ...dashboard } }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/metrics/dashboards/{id}': {
    request: ({ dashboard_id }) => ({ url: `/v1/metrics/dashboards/${dashboard_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/metrics/dashboards/{id}': {
    request: ({ dashboard_id }) => ({ url: `/v1/metrics/dashboards/${dashboard_id}`, body: { name: 'Costs' } }),
    foreign: 'not found',
  },
  'DELETE /v1/metrics/dashboards/{id}': {
    request: ({ dashboard_id }) => ({ url: `/v1/metrics/dashboards/${dashboard_id}` }),
    foreign: 'not found',
  },
};
