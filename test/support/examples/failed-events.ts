import type { Examples } from './example.ts';

export const failedEvents: Examples = {
  'GET /v1/failed-events/': {
    request: ({ organization_id }) => ({ url: `/v1/failed-events/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/failed-events/retry': {
    // With something to retry.
    request: ({ failed_event_id: _id }, caller) => ({ url: '/v1/failed-events/retry', body: { ...caller } }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/failed-events/{id}': {
    request: ({ failed_event_id }) => ({ url: `/v1/failed-events/${failed_event_id}` }),
    foreign: 'not found',
  },
  'POST /v1/failed-events/{id}/retry': {
    request: ({ failed_event_id }) => ({ url: `/v1/failed-events/${failed_event_id}/retry` }),
    foreign: 'not found',
  },
};
