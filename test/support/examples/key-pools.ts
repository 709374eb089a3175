import type { Examples } from './example.ts';

const MANAGED = { foreign: 'not found' } as const;
const READ = { foreign: 'not found' } as const;

const BATCHES = '/v1/license-key-batches';

const BULK = '/v1/bulk/license-keys';
const MORE_DEVICES = { type: 'add_activations', count: 1 } as const;

const CLIENTS = '/v1/sign-in-clients';

/** Pools, bulk changes, batches of keys that nobody has bought yet, and applications in which customers sign in. */
export const keyPools: Examples = {
  'GET /v1/bulk/license-keys/': {
    request: ({ organization_id }) => ({ url: `${BULK}/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/bulk/license-keys/': {
    request: ({ license_key_id }, caller) => ({
      url: `${BULK}/`,
      body: { action: MORE_DEVICES, ids: [license_key_id], organization_id: caller.organization_id },
    }),
    foreign: 'invalid body.organization_id',
  },
  'POST /v1/bulk/license-keys/preview': {
    request: ({ license_key_id }, caller) => ({
      url: `${BULK}/preview`,
      body: { action: MORE_DEVICES, ids: [license_key_id], organization_id: caller.organization_id },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/bulk/license-keys/{id}': { request: ({ bulk_change_id }) => ({ url: `${BULK}/${bulk_change_id}` }), ...READ },
  'GET /v1/bulk/license-keys/{id}/entries': {
    request: ({ bulk_change_id }) => ({ url: `${BULK}/${bulk_change_id}/entries` }),
    ...READ,
  },
  'POST /v1/bulk/license-keys/{id}/cancel': {
    request: ({ bulk_change_id }) => ({ url: `${BULK}/${bulk_change_id}/cancel` }),
    ...MANAGED,
  },
  'POST /v1/bulk/license-keys/{id}/undo': {
    request: ({ bulk_change_id }) => ({ url: `${BULK}/${bulk_change_id}/undo` }),
    ...MANAGED,
  },
  'GET /v1/license-key-batches/': {
    request: ({ organization_id }) => ({ url: `${BATCHES}/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/license-key-batches/': {
    request: ({ benefit_id }, caller) => ({ url: `${BATCHES}/`, body: { name: 'Cards', benefit_id, size: 2, ...caller } }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/license-key-batches/{id}': { request: ({ batch_id }) => ({ url: `${BATCHES}/${batch_id}` }), ...READ },
  'PATCH /v1/license-key-batches/{id}': {
    request: ({ batch_id }) => ({ url: `${BATCHES}/${batch_id}`, body: { name: 'Cards', claim_until: '2040-01-01T00:00:00Z' } }),
    ...MANAGED,
  },
  'GET /v1/license-key-batches/{id}/export': { request: ({ batch_id }) => ({ url: `${BATCHES}/${batch_id}/export` }), ...READ },
  'GET /v1/sign-in-clients/': {
    request: ({ organization_id }) => ({ url: `${CLIENTS}/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/sign-in-clients/': {
    request: ({ benefit_id }, caller) => ({
      url: `${CLIENTS}/`,
      body: { name: 'Atlas', benefit_ids: [benefit_id], organization_id: caller.organization_id },
    }),
    foreign: 'invalid body.organization_id',
  },
  'DELETE /v1/sign-in-clients/{id}': {
    request: ({ sign_in_client_id }) => ({ url: `${CLIENTS}/${sign_in_client_id}` }),
    ...MANAGED,
    about: 'products',
  },
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
