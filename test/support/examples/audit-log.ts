import type { Examples } from './example.ts';

export const auditLog: Examples = {
  'GET /v1/audit-log/': {
    request: ({ organization_id }) => ({ url: `/v1/audit-log/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/audit-log/export': {
    request: ({ organization_id }) => ({ url: `/v1/audit-log/export?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
};
