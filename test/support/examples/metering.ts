import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

const COUNT = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
const YEAR = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-12-31T00:00:00Z&interval=month';

export const metering: Examples = {
  'GET /v1/meters/': {
    request: ({ organization_id }) => ({ url: `/v1/meters/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/meters/': {
    request: (_fixtures, caller) => ({ url: '/v1/meters/', body: { ...caller, name: 'Calls', ...COUNT } }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/meters/{id}': {
    request: ({ meter_id }) => ({ url: `/v1/meters/${meter_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/meters/{id}': {
    request: ({ meter_id }) => ({ url: `/v1/meters/${meter_id}`, body: { name: 'Requests', metadata: { tier: 2 } } }),
    foreign: 'not found',
  },
  'GET /v1/meters/{id}/quantities': {
    request: ({ meter_id }) => ({ url: `/v1/meters/${meter_id}/quantities?${YEAR}&timezone=Europe/Vienna` }),
    foreign: 'not found',
  },
  'GET /v1/meters/{id}/thresholds': {
    request: ({ meter_id }) => ({ url: `/v1/meters/${meter_id}/thresholds` }),
    foreign: 'not found',
  },
  'PUT /v1/meters/{id}/thresholds': {
    request: ({ meter_id }) => ({ url: `/v1/meters/${meter_id}/thresholds`, body: { thresholds: [10, 100.5] } }),
    foreign: 'not found',
  },
  'GET /v1/events/': {
    request: ({ organization_id }) => ({ url: `/v1/events/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/events/names': {
    request: ({ organization_id }) => ({ url: `/v1/events/names?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/events/search': {
    request: ({ organization_id }) => ({ url: `/v1/events/search?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/events/{id}': {
    request: ({ event_id }) => ({ url: `/v1/events/${event_id}` }),
    foreign: 'not found',
  },
  'POST /v1/events/ingest': {
    request: ({ customer_id }, caller) => ({
      url: '/v1/events/ingest',
      body: { events: [{ ...caller, name: 'call', customer_id, external_id: randomUUID(), metadata: { ms: 12.5, ok: true } }] },
    }),
    foreign: 'invalid body.events.0.organization_id',
  },
  'POST /v1/events/{id}/void': {
    request: ({ event_id }) => ({ url: `/v1/events/${event_id}/void`, body: { reason: 'Sent twice.' } }),
    foreign: 'not found',
  },
  'POST /v1/events/{id}/unvoid': {
    request: ({ voided_event_id }) => ({ url: `/v1/events/${voided_event_id}/unvoid`, body: { reason: 'It was right.' } }),
    foreign: 'not found',
  },
  'POST /v1/events/void': {
    request: ({ event_id }, caller) => ({ url: '/v1/events/void', body: { ...caller, ids: [event_id], reason: 'Sent twice.' } }),
    foreign: 'invalid body.organization_id',
  },
  'POST /v1/events/unvoid': {
    request: ({ voided_event_id }, caller) => ({
      url: '/v1/events/unvoid',
      body: { ...caller, ids: [voided_event_id], reason: 'They were right.' },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/event-types/': {
    request: ({ organization_id }) => ({ url: `/v1/event-types/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/event-types/{id}': {
    request: ({ event_type_id }) => ({ url: `/v1/event-types/${event_type_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/event-types/{id}': {
    request: ({ event_type_id }) => ({ url: `/v1/event-types/${event_type_id}`, body: { label: 'A call' } }),
    foreign: 'not found',
  },
  'GET /v1/customer-meters/': {
    request: ({ organization_id }) => ({ url: `/v1/customer-meters/?organization_id=${organization_id}&sorting=balance` }),
    foreign: 'empty',
  },
  'POST /v1/customer-meters/': {
    request: ({ mergeable_customer_id: customer_id, meter_id }) => ({
      url: '/v1/customer-meters/',
      body: { customer_id, meter_id },
    }),
    foreign: 'invalid body.customer_id',
  },
  'GET /v1/customer-portal/meters/': {
    request: () => ({ url: '/v1/customer-portal/meters/?sorting=-balance' }),
  },
  'GET /v1/customer-portal/meters/{id}': {
    request: ({ own_meter_id, customer_meter_id }, { session }) => ({
      url: `/v1/customer-portal/meters/${session === 'customer_session' ? customer_meter_id : own_meter_id}`,
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-portal/meters/{id}/quantities': {
    request: ({ own_meter_id, customer_meter_id }, { session }) => ({
      url: `/v1/customer-portal/meters/${session === 'customer_session' ? customer_meter_id : own_meter_id}/quantities?${YEAR}&timezone=Europe/Vienna`,
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-portal/meters/{id}/credits': {
    request: ({ own_meter_id, customer_meter_id }, { session }) => ({
      url: `/v1/customer-portal/meters/${session === 'customer_session' ? customer_meter_id : own_meter_id}/credits`,
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-meters/{id}': {
    request: ({ customer_meter_id }) => ({ url: `/v1/customer-meters/${customer_meter_id}` }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/credits': {
    request: ({ customer_meter_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/credits`,
      body: { units: 100, reason: 'Our outage of last Tuesday.' },
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-meters/{id}/credits': {
    request: ({ customer_meter_id }) => ({ url: `/v1/customer-meters/${customer_meter_id}/credits` }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/debits': {
    request: ({ customer_meter_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/debits`,
      body: { units: 1, reason: 'Credited by mistake.' },
    }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/credits/{credit_id}/revoke': {
    request: ({ customer_meter_id, meter_credit_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/credits/${meter_credit_id}/revoke`,
      body: { reason: 'Credited by mistake.' },
    }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/reset': {
    request: ({ customer_meter_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/reset`,
      body: { reason: 'Our outage of last Tuesday.' },
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-meters/{id}/reservations': {
    request: ({ customer_meter_id }) => ({ url: `/v1/customer-meters/${customer_meter_id}/reservations` }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/reservations': {
    request: ({ customer_meter_id }) => ({ url: `/v1/customer-meters/${customer_meter_id}/reservations`, body: { units: 2 } }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/reservations/{reservation_id}/commit': {
    request: ({ customer_meter_id, meter_reservation_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/reservations/${meter_reservation_id}/commit`,
      body: { event: { name: 'call', external_id: randomUUID(), metadata: { ms: 12.5 } } },
    }),
    foreign: 'not found',
  },
  'POST /v1/customer-meters/{id}/reservations/{reservation_id}/release': {
    request: ({ customer_meter_id, meter_reservation_id }) => ({
      url: `/v1/customer-meters/${customer_meter_id}/reservations/${meter_reservation_id}/release`,
    }),
    foreign: 'not found',
  },
};
