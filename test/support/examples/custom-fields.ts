import type { Examples } from './example.ts';

export const customFields: Examples = {
  'GET /v1/custom-fields/': {
    request: ({ organization_id }) => ({ url: `/v1/custom-fields/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/custom-fields/': {
    request: (_fixtures, caller) => ({
      url: '/v1/custom-fields/',
      body: { ...caller, type: 'text', slug: 'company-size', name: 'Company size', properties: { max_length: 20 } },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/custom-fields/{id}': {
    request: ({ custom_field_id }) => ({ url: `/v1/custom-fields/${custom_field_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/custom-fields/{id}': {
    request: ({ custom_field_id }) => ({
      url: `/v1/custom-fields/${custom_field_id}`,
      body: { type: 'select', name: 'Your country' },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/custom-fields/{id}': {
    request: ({ custom_field_id }) => ({ url: `/v1/custom-fields/${custom_field_id}` }),
    foreign: 'not found',
  },
};
