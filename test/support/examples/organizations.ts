import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

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
  'GET /v1/organizations/{id}/mail-previews': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-previews` }),
    foreign: 'not found',
  },
  'GET /v1/organizations/{id}/mail-previews/{mail}': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/mail-previews/license_key?locale=de` }),
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
