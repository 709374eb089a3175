import { announcement, completionOf, pathOf, PIXEL } from '../seed-file.ts';
import type { Examples } from './example.ts';

export const files: Examples = {
  'GET /v1/files/': {
    request: ({ organization_id, file_id }) => ({ url: `/v1/files/?organization_id=${organization_id}&ids=${file_id}` }),
    foreign: 'empty',
  },
  'POST /v1/files/': {
    request: (_fixtures, caller) => ({ url: '/v1/files/', body: announcement(PIXEL, caller) }),
    foreign: 'invalid body.organization_id',
  },
  'PUT /v1/files/{id}/parts/{n}': {
    request: ({ file }) => ({ url: pathOf(file.upload.parts[0]!.url), body: PIXEL }),
  },
  'POST /v1/files/{id}/uploaded': {
    request: ({ file }) => ({ url: `/v1/files/${file.id}/uploaded`, body: completionOf(file) }),
    foreign: 'not found',
  },
  'PATCH /v1/files/{id}': {
    request: ({ file_id }) => ({ url: `/v1/files/${file_id}`, body: { name: 'other.png' } }),
    foreign: 'not found',
  },
  'DELETE /v1/files/{id}': {
    request: ({ file_id }) => ({ url: `/v1/files/${file_id}` }),
    foreign: 'not found',
  },
};
