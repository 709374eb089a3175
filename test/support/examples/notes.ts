import type { Examples } from './example.ts';

const MANAGED = { foreign: 'not found' } as const;

export const notes: Examples = {
  'GET /v1/notes/': {
    request: ({ organization_id, customer_id }) => ({
      url: `/v1/notes/?organization_id=${organization_id}&customer_id=${customer_id}`,
    }),
    foreign: 'empty',
  },
  'POST /v1/notes/': {
    request: ({ license_key_id }) => ({
      url: '/v1/notes/',
      body: { license_key_id, text: 'Has a second laptop.', is_pinned: true },
    }),
    foreign: 'invalid body.license_key_id',
  },
  'GET /v1/notes/{id}': { request: ({ note_id }) => ({ url: `/v1/notes/${note_id}` }), ...MANAGED },
  'PATCH /v1/notes/{id}': {
    request: ({ note_id }) => ({ url: `/v1/notes/${note_id}`, body: { is_pinned: true } }),
    ...MANAGED,
  },
  'DELETE /v1/notes/{id}': {
    request: ({ note_id }) => ({ url: `/v1/notes/${note_id}` }),
    ...MANAGED,
    about: 'deletion of notes',
  },
};
