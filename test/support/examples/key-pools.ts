import type { Examples } from './example.ts';

const MANAGED = { foreign: 'not found' } as const;
const READ = { foreign: 'not found' } as const;

export const keyPools: Examples = {
  'GET /v1/license-key-pools/': {
    request: ({ organization_id }) => ({ url: `/v1/license-key-pools/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/license-key-pools/': {
    request: ({ poolless_benefit_id }, caller) => ({
      url: '/v1/license-key-pools/',
      body: { name: 'Batch 8', benefit_id: poolless_benefit_id, ...caller },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/license-key-pools/{id}': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}` }),
    ...READ,
  },
  'PATCH /v1/license-key-pools/{id}': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}`, body: { low_threshold: 100 } }),
    ...MANAGED,
  },
  'DELETE /v1/license-key-pools/{id}': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}` }),
    ...MANAGED,
    about: 'products',
  },
  'GET /v1/license-key-pools/{id}/entries': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}/entries?status=available` }),
    ...READ,
  },
  'POST /v1/license-key-pools/{id}/entries': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}/entries`, body: { entries: ['PUBLISHER-0000002'] } }),
    ...MANAGED,
  },
  'DELETE /v1/license-key-pools/{id}/entries/{entry_id}': {
    request: ({ pool_id, pool_entry_id }) => ({ url: `/v1/license-key-pools/${pool_id}/entries/${pool_entry_id}` }),
    ...MANAGED,
    about: 'products',
  },
  'GET /v1/license-key-pools/{id}/waiting-grants': {
    request: ({ pool_id }) => ({ url: `/v1/license-key-pools/${pool_id}/waiting-grants` }),
    foreign: 'not found',
    permitted: 'empty',
  },
};
