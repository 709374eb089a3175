import type { Examples } from './example.ts';

const MANAGED = { foreign: 'not found' } as const;

export const releases: Examples = {
  'GET /v1/releases/': {
    request: ({ organization_id, released_product_id }) => ({
      url: `/v1/releases/?organization_id=${organization_id}&product_id=${released_product_id}&status=draft&channel=stable`,
    }),
    foreign: 'empty',
  },
  'GET /v1/releases/downloads': {
    request: ({ published_release_id, license_key_id }) => ({
      url: `/v1/releases/downloads?release_id=${published_release_id}&license_key_id=${license_key_id}`,
    }),
    foreign: 'empty',
  },
  'POST /v1/releases/': {
    request: ({ released_product_id }) => ({
      url: '/v1/releases/',
      body: { product_id: released_product_id, version: '2.1.0-beta.1', channel: 'beta', notes: { en: 'Exports PDF.' } },
    }),
    foreign: 'invalid body.product_id',
  },
  'GET /v1/releases/{id}': { request: ({ release_id }) => ({ url: `/v1/releases/${release_id}` }), ...MANAGED },
  'PATCH /v1/releases/{id}': {
    request: ({ release_id }) => ({ url: `/v1/releases/${release_id}`, body: { rollout_percentage: 10 } }),
    ...MANAGED,
  },
  'DELETE /v1/releases/{id}': { request: ({ release_id }) => ({ url: `/v1/releases/${release_id}` }), ...MANAGED },
  'POST /v1/releases/{id}/publish': {
    request: ({ release_id }) => ({ url: `/v1/releases/${release_id}/publish`, body: { published_at: '2025-01-02T03:04:05Z' } }),
    ...MANAGED,
  },
  'POST /v1/releases/{id}/yank': {
    request: ({ published_release_id }) => ({
      url: `/v1/releases/${published_release_id}/yank`,
      body: { reason: 'Loses settings.' },
    }),
    ...MANAGED,
  },
  'GET /v1/artifacts/': {
    request: ({ release_id }) => ({ url: `/v1/artifacts/?release_id=${release_id}` }),
    foreign: 'empty',
  },
  'POST /v1/artifacts/': {
    request: ({ release_id, release_file_id }) => ({
      url: '/v1/artifacts/',
      body: { release_id, file_id: release_file_id, platform: 'linux', architecture: 'x64' },
    }),
    ...MANAGED,
  },
  'GET /v1/download-tokens/': {
    request: ({ license_key_id }) => ({ url: `/v1/download-tokens/?license_key_id=${license_key_id}` }),
    foreign: 'empty',
  },
  'POST /v1/download-tokens/': {
    request: ({ license_key_id, released_product_id }) => ({
      url: '/v1/download-tokens/',
      body: { license_key_id, product_id: released_product_id },
    }),
    foreign: 'invalid body.license_key_id',
    about: 'license_keys',
  },
  'DELETE /v1/download-tokens/{id}': {
    request: ({ download_token_id }) => ({ url: `/v1/download-tokens/${download_token_id}` }),
    ...MANAGED,
    about: 'license_keys',
  },
  'GET /v1/artifacts/{id}': { request: ({ artifact_id }) => ({ url: `/v1/artifacts/${artifact_id}` }), ...MANAGED },
  'DELETE /v1/artifacts/{id}': { request: ({ artifact_id }) => ({ url: `/v1/artifacts/${artifact_id}` }), ...MANAGED },
};
