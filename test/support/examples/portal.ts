import type { Examples } from './example.ts';

const KEYS = '/v1/customer-portal/license-keys';
const GRANTS = '/v1/customer-portal/benefit-grants';

/** `stranger`: what is said to another customer, `member`: to a member who leads nothing and has nothing of its own. */
export const portal: Examples = {
  'POST /v1/customer-sessions/': {
    request: ({ customer_id }) => ({ url: '/v1/customer-sessions/', body: { customer_id } }),
    foreign: 'invalid body.customer_id',
    finance: 'done',
  },
  'GET /v1/customer-portal/customer-session/introspect': {
    request: () => ({ url: '/v1/customer-portal/customer-session/introspect' }),
    member: 'done',
  },
  'GET /v1/customer-portal/customer-session/user': {
    request: () => ({ url: '/v1/customer-portal/customer-session/user' }),
    member: 'done',
  },
  'GET /v1/customer-portal/customers/me': {
    request: () => ({ url: '/v1/customer-portal/customers/me' }),
    member: 'done',
  },
  'PATCH /v1/customer-portal/customers/me': {
    request: () => ({
      url: '/v1/customer-portal/customers/me',
      body: { billing_name: 'Ada Inc.', billing_address: { country: 'US', state: 'NY' }, tax_id: '91-1144442' },
    }),
    member: 'for those who lead the team',
  },
  'GET /v1/customer-portal/customers/me/export': {
    request: () => ({ url: '/v1/customer-portal/customers/me/export' }),
    member: 'done',
  },
  'GET /v1/customer-portal/license-keys/': {
    request: ({ benefit_id }) => ({ url: `${KEYS}/?benefit_id=${benefit_id}` }),
    stranger: 'empty',
    member: 'empty',
  },
  'GET /v1/customer-portal/license-keys/{id}': {
    request: ({ license_key_id }) => ({ url: `${KEYS}/${license_key_id}` }),
    stranger: 'not found',
    member: 'not found',
  },
  'POST /v1/customer-portal/license-keys/{id}/rotate': {
    request: ({ license_key_id }) => ({ url: `${KEYS}/${license_key_id}/rotate`, body: { overlap_seconds: 60 } }),
    stranger: 'not found',
    member: 'not found',
  },
  'DELETE /v1/customer-portal/license-keys/{id}/activations/{activation_id}': {
    request: ({ license_key_id, activation_id }) => ({ url: `${KEYS}/${license_key_id}/activations/${activation_id}` }),
    stranger: 'not found',
    member: 'not found',
  },
  'GET /v1/customer-portal/benefit-grants/': {
    request: ({ benefit_id }) => ({ url: `${GRANTS}/?benefit_id=${benefit_id}` }),
    stranger: 'empty',
    member: 'empty',
  },
  'GET /v1/customer-portal/benefit-grants/{id}': {
    request: ({ benefit_grant_id }) => ({ url: `${GRANTS}/${benefit_grant_id}` }),
    stranger: 'not found',
    member: 'not found',
  },
  'GET /v1/customer-portal/organizations/{slug}': {
    request: ({ slug }) => ({ url: `/v1/customer-portal/organizations/${slug}` }),
    finance: 'done',
  },
};
