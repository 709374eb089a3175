import type { Examples } from './example.ts';

export const benefits: Examples = {
  'GET /v1/benefits/': {
    request: ({ organization_id }) => ({ url: `/v1/benefits/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/benefits/': {
    request: (_fixtures, caller) => ({
      url: '/v1/benefits/',
      body: {
        ...caller,
        type: 'license_keys',
        description: 'Pro license',
        properties: { expires: { ttl: 1, timeframe: 'year' } },
      },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/benefits/{id}': {
    request: ({ benefit_id }) => ({ url: `/v1/benefits/${benefit_id}` }),
    foreign: 'not found',
  },
  'GET /v1/benefits/{id}/files': {
    request: ({ download_benefit_id }) => ({ url: `/v1/benefits/${download_benefit_id}/files` }),
    foreign: 'not found',
  },
  'PATCH /v1/benefits/{id}': {
    request: ({ benefit_id }) => ({
      url: `/v1/benefits/${benefit_id}`,
      body: { type: 'license_keys', description: 'Team license' },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/benefits/{id}': {
    request: ({ benefit_id }) => ({ url: `/v1/benefits/${benefit_id}` }),
    foreign: 'not found',
  },
};
