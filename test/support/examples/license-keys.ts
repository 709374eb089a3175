import type { Examples } from './example.ts';
import type { Fixtures } from '../fixtures.ts';

const presented = ({ key, organization_id }: Fixtures) => ({ key, organization_id });

export const licenseKeys: Examples = {
  'GET /v1/license-keys/': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/?organization_id=${organization_id}` }),
    foreign: 'empty',
    finance: 'done',
  },
  'POST /v1/license-keys/': {
    request: ({ customer_id, benefit_id }) => ({ url: '/v1/license-keys/', body: { customer_id, benefit_id } }),
    foreign: 'invalid body.customer_id, body.benefit_id',
    finance: 'may not manage products',
  },
  'GET /v1/license-keys/{id}': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}` }),
    foreign: 'not found',
    finance: 'done',
  },
  'PATCH /v1/license-keys/{id}': {
    request: ({ license_key_id }) => ({
      url: `/v1/license-keys/${license_key_id}`,
      body: { limit_usage: 100, expires_at: null },
    }),
    foreign: 'not found',
    finance: 'may not manage products',
  },
  'POST /v1/license-keys/{id}/rotate': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/rotate`, body: { overlap_seconds: 60 } }),
    foreign: 'not found',
    finance: 'may not manage products',
  },
  'GET /v1/license-keys/{id}/activations/{activation_id}': {
    request: ({ license_key_id, activation_id }) => ({ url: `/v1/license-keys/${license_key_id}/activations/${activation_id}` }),
    foreign: 'not found',
    finance: 'done',
  },

  'POST /v1/license-keys/validate': {
    request: (things) => ({
      url: '/v1/license-keys/validate',
      body: { ...presented(things), activation_id: things.activation_id },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/license-keys/activate': {
    request: (things) => ({
      url: '/v1/license-keys/activate',
      body: { ...presented(things), label: 'desktop', meta: { os: 'linux' } },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/license-keys/deactivate': {
    request: (things) => ({
      url: '/v1/license-keys/deactivate',
      body: { ...presented(things), activation_id: things.activation_id },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-portal/license-keys/validate': {
    request: (things) => ({
      url: '/v1/customer-portal/license-keys/validate',
      body: { ...presented(things), increment_usage: 1 },
    }),
    finance: 'done',
  },
  'POST /v1/customer-portal/license-keys/activate': {
    request: (things) => ({
      url: '/v1/customer-portal/license-keys/activate',
      body: { ...presented(things), label: 'desktop', conditions: { major_version: 3 } },
    }),
    finance: 'done',
  },
  'POST /v1/customer-portal/license-keys/deactivate': {
    request: (things) => ({
      url: '/v1/customer-portal/license-keys/deactivate',
      body: { ...presented(things), activation_id: things.activation_id },
    }),
    finance: 'done',
  },
};
