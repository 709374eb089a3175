import { CONNECTOR_SECRET, stripeEvent, stripeSignature } from '../connectors/stripe-events.ts';
import type { Examples } from './example.ts';

const EVENT = JSON.stringify(
  stripeEvent('customer.created', new Date(), { id: 'cus_1', object: 'customer', email: 'a@example.com' }),
);

export const connectors: Examples = {
  'GET /v1/connectors/': {
    request: ({ organization_id }) => ({ url: `/v1/connectors/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/connectors/': {
    request: (_fixtures, { organization_id }) => ({
      url: '/v1/connectors/',
      body: { provider: 'stripe', secret: CONNECTOR_SECRET, name: 'Production', ...(organization_id ? { organization_id } : {}) },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/connectors/{id}': {
    request: ({ connector_id }) => ({ url: `/v1/connectors/${connector_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/connectors/{id}': {
    request: ({ connector_id }) => ({ url: `/v1/connectors/${connector_id}`, body: { name: 'Staging' } }),
    foreign: 'not found',
  },
  'DELETE /v1/connectors/{id}': {
    request: ({ connector_id }) => ({ url: `/v1/connectors/${connector_id}` }),
    foreign: 'not found',
  },
  'GET /v1/connectors/{id}/prices': {
    request: ({ connector_id }) => ({ url: `/v1/connectors/${connector_id}/prices` }),
    foreign: 'not found',
  },
  'POST /v1/connectors/{id}/prices': {
    request: ({ connector_id, product_id }) => ({
      url: `/v1/connectors/${connector_id}/prices`,
      body: { external_id: 'price_3', product_id },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/connectors/{id}/prices/{external_id}': {
    request: ({ connector_id, connector_price_id }) => ({ url: `/v1/connectors/${connector_id}/prices/${connector_price_id}` }),
    foreign: 'not found',
  },
  'GET /v1/connectors/{id}/events': {
    request: ({ connector_id }) => ({ url: `/v1/connectors/${connector_id}/events` }),
    foreign: 'not found',
  },
  'GET /v1/connectors/{id}/events/{event_id}': {
    request: ({ connector_id, connector_event_id }) => ({ url: `/v1/connectors/${connector_id}/events/${connector_event_id}` }),
    foreign: 'not found',
  },
  'POST /v1/connectors/{id}/events/{event_id}/retry': {
    request: ({ connector_id, connector_event_id }) => ({
      url: `/v1/connectors/${connector_id}/events/${connector_event_id}/retry`,
    }),
    foreign: 'not found',
  },
  'POST /v1/connectors/{id}/webhook': {
    request: ({ connector_id }) => ({
      url: `/v1/connectors/${connector_id}/webhook`,
      body: EVENT,
      headers: { 'stripe-signature': stripeSignature(EVENT, CONNECTOR_SECRET) },
    }),
  },
  'GET /v1/undelivered-purchases/': {
    request: ({ organization_id }) => ({ url: `/v1/undelivered-purchases/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/undelivered-purchases/{id}': {
    request: ({ undelivered_purchase_id }) => ({ url: `/v1/undelivered-purchases/${undelivered_purchase_id}` }),
    foreign: 'not found',
  },
  'POST /v1/undelivered-purchases/{id}/map-price': {
    request: ({ undelivered_purchase_id, delivered_product_id: product_id }) => ({
      url: `/v1/undelivered-purchases/${undelivered_purchase_id}/map-price`,
      body: { product_id },
    }),
    foreign: 'not found',
  },
  'POST /v1/undelivered-purchases/{id}/deliver': {
    request: ({ undelivered_purchase_id, delivered_product_id: product_id }) => ({
      url: `/v1/undelivered-purchases/${undelivered_purchase_id}/deliver`,
      body: { product_id },
    }),
    foreign: 'not found',
  },
  'POST /v1/undelivered-purchases/{id}/ignore-price': {
    request: ({ undelivered_purchase_id }) => ({ url: `/v1/undelivered-purchases/${undelivered_purchase_id}/ignore-price` }),
    foreign: 'not found',
  },
  'POST /v1/undelivered-purchases/{id}/follow-email': {
    request: ({ changed_email_id }) => ({ url: `/v1/undelivered-purchases/${changed_email_id}/follow-email` }),
    foreign: 'not found',
  },
  'POST /v1/undelivered-purchases/{id}/dismiss': {
    request: ({ undelivered_purchase_id }) => ({
      url: `/v1/undelivered-purchases/${undelivered_purchase_id}/dismiss`,
      body: { reason: 'Refunded at the provider' },
    }),
    foreign: 'not found',
  },
};
