import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

export const customers: Examples = {
  'GET /v1/customers/': {
    request: ({ organization_id }) => ({ url: `/v1/customers/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/customers/': {
    request: (_fixtures, caller) => ({
      url: '/v1/customers/',
      body: { ...caller, email: `${randomUUID()}@example.com`, name: 'Ada', billing_address: { country: 'AT', city: 'Linz' } },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/customers/figures': {
    request: ({ organization_id }) => ({
      url: `/v1/customers/figures?organization_id=${organization_id}&start_timestamp=2020-01-01T00:00:00Z&end_timestamp=2099-12-31T00:00:00Z`,
    }),
    foreign: 'empty',
  },
  'GET /v1/customers/export': {
    request: ({ organization_id }) => ({ url: `/v1/customers/export?organization_id=${organization_id}&format=ndjson` }),
    foreign: 'empty',
  },
  'GET /v1/customers/tags': {
    request: ({ organization_id }) => ({ url: `/v1/customers/tags?organization_id=${organization_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/customers/tagged': {
    request: ({ customer_id }) => ({ url: `/v1/customers/tagged?id=${customer_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/customers/{id}/tags': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/tags` }),
    foreign: 'not found',
  },
  'PUT /v1/customers/{id}/tags': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/tags`, body: { tags: ['vip'] } }),
    foreign: 'not found',
  },
  'GET /v1/customers/{id}': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}` }),
    foreign: 'not found',
  },
  'GET /v1/customers/{id}/export': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/export` }),
    foreign: 'not found',
  },
  'GET /v1/customers/{id}/state': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/state` }),
    foreign: 'not found',
  },
  'GET /v1/customers/{id}/timeline': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/timeline` }),
    foreign: 'not found',
  },
  'PATCH /v1/customers/{id}': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}`, body: { name: 'Grace', metadata: { plan: 'pro' } } }),
    foreign: 'not found',
  },
  'POST /v1/customers/{id}/merge': {
    request: ({ customer_id, mergeable_customer_id }) => ({
      url: `/v1/customers/${customer_id}/merge`,
      body: { customer_id: mergeable_customer_id },
    }),
    foreign: 'not found',
    about: 'deletion of customers',
  },
  'GET /v1/customers/{id}/aliases': {
    request: ({ surviving_customer_id }) => ({ url: `/v1/customers/${surviving_customer_id}/aliases` }),
    foreign: 'not found',
  },
  'DELETE /v1/customers/{id}/aliases/{merged_customer_id}': {
    request: ({ surviving_customer_id, merged_customer_id }) => ({
      url: `/v1/customers/${surviving_customer_id}/aliases/${merged_customer_id}`,
    }),
    foreign: 'not found',
    about: 'deletion of customers',
  },
  'DELETE /v1/customers/{id}': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}` }),
    foreign: 'not found',
    about: 'deletion of customers',
  },
  'POST /v1/customers/{id}/viewing-sessions': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/viewing-sessions`, body: {} }),
    foreign: 'not found',
  },
  'DELETE /v1/customers/{id}/sessions': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/sessions` }),
    foreign: 'not found',
  },
  'GET /v1/customers/external/{external_id}': {
    request: ({ external_id }) => ({ url: `/v1/customers/external/${external_id}` }),
    foreign: 'not found',
  },
  'GET /v1/customers/external/{external_id}/state': {
    request: ({ external_id }) => ({ url: `/v1/customers/external/${external_id}/state` }),
    foreign: 'not found',
  },
  'GET /v1/customers/{id}/payment-methods': {
    request: ({ customer_id }) => ({ url: `/v1/customers/${customer_id}/payment-methods` }),
    foreign: 'not found',
    permitted: 'empty',
  },
  'GET /v1/customers/external/{external_id}/payment-methods': {
    request: ({ external_id }) => ({ url: `/v1/customers/external/${external_id}/payment-methods` }),
    foreign: 'not found',
    permitted: 'empty',
  },
  'PATCH /v1/customers/external/{external_id}': {
    request: ({ external_id }) => ({ url: `/v1/customers/external/${external_id}`, body: { name: 'Grace' } }),
    foreign: 'not found',
  },
  'DELETE /v1/customers/external/{external_id}': {
    request: ({ external_id }) => ({ url: `/v1/customers/external/${external_id}` }),
    foreign: 'not found',
    about: 'deletion of customers',
  },
};
