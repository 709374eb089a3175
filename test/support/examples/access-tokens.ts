import type { Examples } from './example.ts';

const terms = { comment: 'A token', scopes: [] };

export const accessTokens: Examples = {
  'GET /v1/organization-access-tokens/': {
    request: ({ organization_id }) => ({ url: `/v1/organization-access-tokens/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/organization-access-tokens/': {
    request: (_fixtures, caller) => ({
      url: '/v1/organization-access-tokens/',
      body: { ...terms, ...caller, expires_in: 'P30D' },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}`, body: terms }),
    foreign: 'not found',
  },
  'DELETE /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}` }),
    foreign: 'not found',
  },

  'GET /v1/personal-access-tokens/': {
    request: () => ({ url: '/v1/personal-access-tokens/' }),
  },
  'POST /v1/personal-access-tokens/': {
    request: () => ({ url: '/v1/personal-access-tokens/', body: { ...terms, expires_in: null } }),
  },
  'GET /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}` }),
    foreign: 'not found',
    permitted: 'not found',
  },
  'PATCH /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}`, body: terms }),
    foreign: 'not found',
    permitted: 'not found',
  },
  'DELETE /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}` }),
    foreign: 'not found',
    permitted: 'not found',
  },
};
