import type { Examples } from './example.ts';

export const search: Examples = {
  'GET /v1/search': {
    request: ({ key }) => ({ url: `/v1/search?query=${encodeURIComponent(key)}` }),
    foreign: 'empty',
  },
};
