import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

const MAIL_TEXT = { subject: 'Your license key', body: 'Hello,\n\n{{key}}' };

export const organizations: Examples = {
  'GET /v1/organizations/': {
    request: ({ slug }) => ({ url: `/v1/organizations/?slug=${slug}` }),
    foreign: 'empty',
  },
  'POST /v1/organizations/': {
    request: () => ({ url: '/v1/organizations/', body: { name: 'Acme', slug: `acme-${randomUUID()}` } }),
    about: 'the user',
  },
  'GET /v1/organizations/{id}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/organizations/{id}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}`, body: { name: 'Acme & Sons' } }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/branding': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/branding` }),
    foreign: 'not found',
  },
  'POST /v1/organizations/{id}/sandboxes': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/sandboxes`,
      body: { name: 'Acme (sandbox)', slug: `acme-${randomUUID()}` },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/organizations/{id}/sandboxes/{sandbox_id}': {
    request: ({ organization_id, sandbox_id }) => ({ url: `/v1/organizations/${organization_id}/sandboxes/${sandbox_id}` }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/caught-mails': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/caught-mails` }),
    foreign: 'not found',
    // The organization of the fixtures is no sandbox, so its mails are sent.
    permitted: 'empty',
  },
  'GET /v1/organizations/{id}/mail-previews': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-previews` }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/mail-previews/{mail}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-previews/license_key?locale=de` }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/alerts': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/alerts` }),
    foreign: 'not found',
  },
  'PUT /v1/organizations/{id}/alerts/{kind}': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/alerts/disputes`,
      body: { is_enabled: true, roles: ['owner', 'admin'] },
    }),
    foreign: 'not found',
  },
  'POST /v1/organizations/{id}/alerts/{kind}/test': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/alerts/license_key_leaks/test` }),
    foreign: 'not found',
  },
  'DELETE /v1/organizations/{id}/alerts/{kind}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/alerts/disputes` }),
    foreign: 'not found',
  },
  'GET /v1/saved-views/': {
    request: ({ organization_id }) => ({ url: `/v1/saved-views/?organization_id=${organization_id}&list=license_keys` }),
    foreign: 'empty',
  },
  'POST /v1/saved-views/': {
    request: (_fixtures, caller) => ({
      url: '/v1/saved-views/',
      body: { ...caller, list: 'orders', name: `Large ${randomUUID()}`, filters: { sort: '-total_amount' } },
    }),
    foreign: 'invalid body.organization_id',
  },
  'PATCH /v1/saved-views/{id}': {
    request: ({ saved_view_id }) => ({ url: `/v1/saved-views/${saved_view_id}`, body: { filters: { expiry: 'month' } } }),
    foreign: 'not found',
    about: 'shared views',
  },
  'DELETE /v1/saved-views/{id}': {
    request: ({ saved_view_id }) => ({ url: `/v1/saved-views/${saved_view_id}` }),
    foreign: 'not found',
    about: 'shared views',
  },
  'GET /v1/organizations/{id}/mail-texts': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-texts` }),
    foreign: 'not found',
  },
  'POST /v1/organizations/{id}/mail-texts/preview': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/mail-texts/preview`,
      body: { mail: 'license_key', language: 'en', ...MAIL_TEXT },
    }),
    foreign: 'not found',
  },
  'PUT /v1/organizations/{id}/mail-texts/{mail}/{language}': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/mail-texts/license_key/en`,
      body: MAIL_TEXT,
    }),
    foreign: 'not found',
  },
  'DELETE /v1/organizations/{id}/mail-texts/{mail}/{language}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-texts/license_key/en` }),
    foreign: 'not found',
  },
  'PATCH /v1/organizations/{id}/branding': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/branding`,
      body: { accent_color: '#0F766E' },
    }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/test-clock': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/test-clock` }),
    foreign: 'not found',
  },
  'POST /v1/organizations/{id}/test-clock/advance': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/test-clock/advance`, body: { seconds: 1 } }),
    foreign: 'not found',
  },
};
