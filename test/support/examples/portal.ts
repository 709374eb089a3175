import type { Examples } from './example.ts';

const SESSION = '/v1/customer-portal/customer-session';
const TEAM = '/v1/customer-portal/members';

export const portal: Examples = {
  'POST /v1/customer-sessions/': {
    request: ({ customer_id }) => ({
      url: '/v1/customer-sessions/',
      body: { customer_id, return_url: 'https://shop.example.com/back' },
    }),
    foreign: 'invalid body.customer_id',
    finance: 'done',
  },
  [`GET ${SESSION}/introspect`]: { request: () => ({ url: `${SESSION}/introspect` }), finance: 'done' },
  [`GET ${SESSION}/user`]: { request: () => ({ url: `${SESSION}/user` }), finance: 'done' },
  [`POST ${SESSION}/request`]: {
    request: ({ organization_id, customer_id }) => ({
      url: `${SESSION}/request`,
      body: { email: 'anyone@example.com', organization_id, customer_id },
    }),
    finance: 'done',
  },
  [`POST ${SESSION}/authenticate`]: {
    request: ({ sign_in_code }) => ({ url: `${SESSION}/authenticate`, body: { code: sign_in_code } }),
    finance: 'done',
  },
  [`GET ${TEAM}`]: { request: () => ({ url: `${TEAM}?limit=5` }), finance: 'done' },
  [`POST ${TEAM}`]: {
    request: () => ({ url: TEAM, body: { email: 'newcomer@example.com', name: 'Grace', role: 'billing_manager' } }),
    finance: 'done',
  },
  [`PATCH ${TEAM}/{id}`]: {
    request: ({ member_id }) => ({ url: `${TEAM}/${member_id}`, body: { name: 'Grace', role: 'owner' } }),
    foreign: 'not found',
    finance: 'done',
  },
  [`DELETE ${TEAM}/{id}`]: {
    request: ({ member_id }) => ({ url: `${TEAM}/${member_id}` }),
    foreign: 'not found',
    finance: 'done',
  },
};
