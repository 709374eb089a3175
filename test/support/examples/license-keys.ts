import type { Examples } from './example.ts';
import type { Fixtures } from '../fixtures.ts';
import { deactivationFile, requestFile } from '../offline-files.ts';

const keyParams = ({ key, organization_id }: Fixtures) => ({ key, organization_id });

const USES_RANGE = 'start_timestamp=2026-11-01T00:00:00Z&end_timestamp=2026-11-08T00:00:00Z&interval=day';

export const licenseKeys: Examples = {
  'GET /v1/license-keys/': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/license-keys/': {
    request: ({ customer_id, benefit_id }) => ({ url: '/v1/license-keys/', body: { customer_id, benefit_id } }),
    foreign: 'invalid body.customer_id, body.benefit_id',
  },
  'GET /v1/license-keys/search': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/search?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/license-keys/export': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/export?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/license-keys/figures': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/figures?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/license-keys/activity': {
    request: () => ({
      url: '/v1/license-keys/activity?start_timestamp=2026-11-01T00:00:00Z&end_timestamp=2026-11-08T00:00:00Z&interval=day',
    }),
  },
  'GET /v1/license-keys/tags': {
    request: ({ organization_id }) => ({ url: `/v1/license-keys/tags?organization_id=${organization_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/license-keys/{id}/tags': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/tags` }),
    foreign: 'not found',
  },
  'PUT /v1/license-keys/{id}/tags': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/tags`, body: { tags: ['vip'] } }),
    foreign: 'not found',
  },
  'GET /v1/license-keys/uses': {
    request: () => ({ url: `/v1/license-keys/uses?kind=refusals&group_by=code&${USES_RANGE}` }),
  },
  'GET /v1/license-keys/uses/export': {
    request: () => ({ url: `/v1/license-keys/uses/export?kind=validations&group_by=version&${USES_RANGE}` }),
  },
  'GET /v1/license-keys/{id}': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}` }),
    foreign: 'not found',
  },
  'GET /v1/license-keys/{id}/timeline': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/timeline` }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/send': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/send` }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/report-leak': {
    request: ({ license_key_id }) => ({
      url: `/v1/license-keys/${license_key_id}/report-leak`,
      body: { url: 'https://example.com/forum/42' },
    }),
    foreign: 'not found',
  },
  'PATCH /v1/license-keys/{id}': {
    request: ({ license_key_id }) => ({
      url: `/v1/license-keys/${license_key_id}`,
      body: { limit_usage: 100, expires_at: null },
    }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/rotate': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/rotate`, body: { overlap_seconds: 60 } }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/offline-activation': {
    request: ({ license_key_id, organization_id }) => ({
      url: `/v1/license-keys/${license_key_id}/offline-activation`,
      body: { request: requestFile(organization_id) },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/license-keys/{id}/offline-deactivation': {
    request: ({ license_key_id, organization_id, filed_activation_id: activation_id, filed_lease_id: lease_id }) => ({
      url: `/v1/license-keys/${license_key_id}/offline-deactivation`,
      body: { deactivation: deactivationFile({ organization_id, license_key_id, activation_id, lease_id }) },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/license-keys/{id}/transfer': {
    request: ({ license_key_id, mergeable_customer_id }) => ({
      url: `/v1/license-keys/${license_key_id}/transfer`,
      body: { customer_id: mergeable_customer_id },
    }),
    foreign: 'not found',
  },
  'GET /v1/license-keys/{id}/activations/{activation_id}': {
    request: ({ license_key_id, activation_id }) => ({ url: `/v1/license-keys/${license_key_id}/activations/${activation_id}` }),
    foreign: 'not found',
  },
  'DELETE /v1/license-keys/{id}/activations/{activation_id}': {
    request: ({ license_key_id, activation_id }) => ({ url: `/v1/license-keys/${license_key_id}/activations/${activation_id}` }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/held-places/{activation_id}/end': {
    request: ({ license_key_id, held_activation_id }) => ({
      url: `/v1/license-keys/${license_key_id}/held-places/${held_activation_id}/end`,
      body: { reason: 'The notebook was stolen.' },
    }),
    foreign: 'not found',
  },

  'GET /v1/license-keys/{id}/entitlements': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/entitlements` }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/entitlements': {
    request: ({ license_key_id, flag_benefit_id }) => ({
      url: `/v1/license-keys/${license_key_id}/entitlements`,
      body: { benefit_id: flag_benefit_id, values: { pages: 500 }, reason: 'Promised by support' },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/license-keys/{id}/entitlements/{entitlement_id}': {
    request: ({ license_key_id, entitlement_id }) => ({
      url: `/v1/license-keys/${license_key_id}/entitlements/${entitlement_id}`,
    }),
    foreign: 'not found',
  },
  'POST /v1/license-keys/{id}/attached-grants': {
    request: ({ license_key_id, add_on_grant_id }) => ({
      url: `/v1/license-keys/${license_key_id}/attached-grants`,
      body: { benefit_grant_id: add_on_grant_id },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/license-keys/{id}/trial': {
    request: ({ trial_license_key_id }) => ({ url: `/v1/license-keys/${trial_license_key_id}/trial` }),
    foreign: 'not found',
  },

  'POST /v1/license-keys/validate': {
    request: (fixtures) => ({
      url: '/v1/license-keys/validate',
      body: { ...keyParams(fixtures), activation_id: fixtures.activation_id },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/license-keys/explain': {
    request: ({ license_key_id, activation_id }) => ({
      url: '/v1/license-keys/explain',
      body: { operation: 'validate', id: license_key_id, activation_id },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/license-keys/activate': {
    request: (fixtures) => ({
      url: '/v1/license-keys/activate',
      body: { ...keyParams(fixtures), label: 'desktop', meta: { os: 'linux' } },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/license-keys/deactivate': {
    request: (fixtures) => ({
      url: '/v1/license-keys/deactivate',
      body: { ...keyParams(fixtures), activation_id: fixtures.activation_id },
    }),
    foreign: 'not found',
    about: 'membership',
  },
  'POST /v1/customer-portal/license-keys/validate': {
    request: (fixtures) => ({
      url: '/v1/customer-portal/license-keys/validate',
      body: { ...keyParams(fixtures), increment_usage: 1 },
    }),
  },
  'POST /v1/customer-portal/license-keys/activate': {
    request: (fixtures) => ({
      url: '/v1/customer-portal/license-keys/activate',
      body: { ...keyParams(fixtures), label: 'desktop', conditions: { major_version: 3 } },
    }),
  },
  'GET /v1/license-keys/{id}/increments': {
    request: ({ counting_license_key_id: id }) => ({ url: `/v1/license-keys/${id}/increments` }),
    foreign: 'not found',
  },
  'GET /v1/license-keys/{id}/increments/export': {
    request: ({ counting_license_key_id: id }) => ({ url: `/v1/license-keys/${id}/increments/export` }),
    foreign: 'not found',
  },
  'GET /v1/license-keys/{id}/reservations': {
    request: ({ license_key_id }) => ({ url: `/v1/license-keys/${license_key_id}/reservations` }),
    foreign: 'not found',
  },
  'POST /v1/customer-portal/license-keys/reservations': {
    request: ({ key, organization_id }) => ({
      url: '/v1/customer-portal/license-keys/reservations',
      body: { key, organization_id, units: 2 },
    }),
  },
  'POST /v1/customer-portal/license-keys/reservations/{id}/commit': {
    request: ({ key, organization_id, reservation_id }) => ({
      url: `/v1/customer-portal/license-keys/reservations/${reservation_id}/commit`,
      body: { key, organization_id },
    }),
  },
  'POST /v1/customer-portal/license-keys/reservations/{id}/release': {
    request: ({ key, organization_id, reservation_id }) => ({
      url: `/v1/customer-portal/license-keys/reservations/${reservation_id}/release`,
      body: { key, organization_id },
    }),
  },
  'POST /v1/customer-portal/license-keys/heartbeat': {
    request: ({ floating_key, organization_id, floating_activation_id }) => ({
      url: '/v1/customer-portal/license-keys/heartbeat',
      body: { key: floating_key, organization_id, activation_id: floating_activation_id },
    }),
  },
  'POST /v1/customer-portal/license-keys/lease': {
    request: (fixtures) => ({
      url: '/v1/customer-portal/license-keys/lease',
      body: { ...keyParams(fixtures), activation_id: fixtures.activation_id, nonce: 'p4Xk0o6b' },
    }),
  },
  'POST /v1/customer-portal/license-keys/trial': {
    request: ({ organization_id, trial_benefit_id: benefit_id }) => ({
      url: '/v1/customer-portal/license-keys/trial',
      body: { organization_id, benefit_id, device: { components: { machine_id: '9f86d081884c7d65', mac: '00:00:5e:00:53:01' } } },
      headers: { 'license-device': 'laptop' },
    }),
  },
  'GET /.well-known/latchkey/{organization_id}/jwks.json': {
    request: ({ leasing_organization_id: id }) => ({ url: `/.well-known/latchkey/${id}/jwks.json` }),
  },
  'GET /.well-known/latchkey/{organization_id}/status-lists/{list}': {
    request: ({ leasing_organization_id: id }) => ({ url: `/.well-known/latchkey/${id}/status-lists/0` }),
  },
  'POST /v1/customer-portal/license-keys/deactivate': {
    request: (fixtures) => ({
      url: '/v1/customer-portal/license-keys/deactivate',
      body: { ...keyParams(fixtures), activation_id: fixtures.activation_id },
    }),
  },
};
