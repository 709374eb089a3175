import type { Examples } from './example.ts';

const ENDPOINT = { url: 'https://example.com/webhooks', name: 'Production', format: 'raw', events: ['order.paid'] };
const DAY = { start_timestamp: '2026-11-01T00:00:00Z', end_timestamp: '2026-11-02T00:00:00Z' };

export const webhooks: Examples = {
  'GET /v1/webhooks/endpoints': {
    request: ({ organization_id }) => ({ url: `/v1/webhooks/endpoints?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/webhooks/endpoints': {
    request: (_fixtures, caller) => ({ url: '/v1/webhooks/endpoints', body: { ...ENDPOINT, ...caller } }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/webhooks/endpoints/{id}': {
    request: ({ webhook_endpoint_id }) => ({ url: `/v1/webhooks/endpoints/${webhook_endpoint_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/webhooks/endpoints/{id}': {
    request: ({ webhook_endpoint_id }) => ({
      url: `/v1/webhooks/endpoints/${webhook_endpoint_id}`,
      body: { name: 'Staging', events: ['order.paid', 'order.refunded'] },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/webhooks/endpoints/{id}': {
    request: ({ webhook_endpoint_id }) => ({ url: `/v1/webhooks/endpoints/${webhook_endpoint_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/webhooks/endpoints/{id}/secret': {
    request: ({ webhook_endpoint_id }) => ({
      url: `/v1/webhooks/endpoints/${webhook_endpoint_id}/secret`,
      body: { overlap_seconds: 86_400 },
    }),
    foreign: 'not found',
  },
  'POST /v1/webhooks/endpoints/{id}/test': {
    request: ({ webhook_endpoint_id }) => ({ url: `/v1/webhooks/endpoints/${webhook_endpoint_id}/test` }),
    foreign: 'not found',
  },
  'POST /v1/webhooks/endpoints/{id}/recover': {
    request: ({ webhook_endpoint_id }) => ({
      url: `/v1/webhooks/endpoints/${webhook_endpoint_id}/recover`,
      body: { since: DAY.start_timestamp },
    }),
    foreign: 'not found',
  },
  'POST /v1/webhooks/endpoints/{id}/redeliver': {
    request: ({ webhook_endpoint_id }) => ({
      url: `/v1/webhooks/endpoints/${webhook_endpoint_id}/redeliver`,
      body: { ...DAY, only_failed: true },
    }),
    foreign: 'not found',
  },
  'GET /v1/webhooks/deliveries': {
    request: ({ webhook_endpoint_id }) => ({ url: `/v1/webhooks/deliveries?endpoint_id=${webhook_endpoint_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/webhooks/events': {
    request: ({ organization_id }) => ({ url: `/v1/webhooks/events?organization_id=${organization_id}&after=0` }),
    foreign: 'not found',
  },
  'POST /v1/webhooks/events/{id}/redeliver': {
    request: ({ webhook_event_id }) => ({ url: `/v1/webhooks/events/${webhook_event_id}/redeliver` }),
    foreign: 'not found',
  },
};
