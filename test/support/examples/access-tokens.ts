import type { Examples } from './example.ts';

const terms = { comment: 'A token', scopes: [] };

export const accessTokens: Examples = {
  'GET /v1/organization-access-tokens/': {
    request: ({ organization_id }) => ({ url: `/v1/organization-access-tokens/?organization_id=${organization_id}` }),
    foreign: 'empty',
    finance: 'empty',
  },
  'POST /v1/organization-access-tokens/': {
    request: (_fixtures, caller) => ({
      url: '/v1/organization-access-tokens/',
      body: { ...terms, ...caller, expires_in: 'P30D' },
    }),
    foreign: 'invalid body.organization_id',
    finance: 'may not manage organization access tokens',
  },
  'GET /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}` }),
    foreign: 'not found',
    finance: 'not found',
  },
  'PATCH /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}`, body: terms }),
    foreign: 'not found',
    finance: 'not found',
  },
  'DELETE /v1/organization-access-tokens/{id}': {
    request: ({ organization_token_id }) => ({ url: `/v1/organization-access-tokens/${organization_token_id}` }),
    foreign: 'not found',
    finance: 'not found',
  },

  'GET /v1/personal-access-tokens/': {
    request: () => ({ url: '/v1/personal-access-tokens/' }),
    finance: 'done',
  },
  'POST /v1/personal-access-tokens/': {
    request: () => ({ url: '/v1/personal-access-tokens/', body: { ...terms, expires_in: null } }),
    finance: 'done',
  },
  'GET /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}` }),
    foreign: 'not found',
    finance: 'not found',
  },
  'PATCH /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}`, body: terms }),
    foreign: 'not found',
    finance: 'not found',
  },
  'DELETE /v1/personal-access-tokens/{id}': {
    request: ({ personal_token_id }) => ({ url: `/v1/personal-access-tokens/${personal_token_id}` }),
    foreign: 'not found',
    finance: 'not found',
  },
};
