import type { Examples } from './example.ts';
import type { Fixtures } from '../fixtures.ts';

const one = ({ team_id, member_id }: Fixtures) => `/v1/customers/${team_id}/members/${member_id}`;
const external = ({ team_external_id }: Fixtures) => `/v1/customers/external/${team_external_id}/members`;
const oneExternal = (fixtures: Fixtures) => `${external(fixtures)}/${fixtures.member_external_id}`;
const newcomer = { email: 'newcomer@example.com', name: 'Grace', external_id: 'newcomer', role: 'billing_manager' };
const read = { foreign: 'not found' } as const;
const write = { foreign: 'not found' } as const;

export const members: Examples = {
  'GET /v1/mails/': {
    request: ({ customer_id }) => ({ url: `/v1/mails/?customer_id=${customer_id}` }),
    foreign: 'empty',
    // No worker runs in the tests of the API, so nothing is mailed.
    permitted: 'empty',
  },
  'GET /v1/members/': {
    request: ({ team_id }) => ({ url: `/v1/members/?customer_id=${team_id}&role=member` }),
    foreign: 'empty',
  },
  'GET /v1/customers/{id}/members': {
    request: ({ team_id }) => ({ url: `/v1/customers/${team_id}/members?sorting=created_at` }),
    ...read,
  },
  'POST /v1/customers/{id}/members': {
    request: ({ team_id }) => ({ url: `/v1/customers/${team_id}/members`, body: newcomer }),
    ...write,
  },
  'GET /v1/customers/{id}/members/{member_id}': { request: (fixtures) => ({ url: one(fixtures) }), ...read },
  'PATCH /v1/customers/{id}/members/{member_id}': {
    request: (fixtures) => ({ url: one(fixtures), body: { role: 'owner', email: 'other@example.com' } }),
    ...write,
  },
  'DELETE /v1/customers/{id}/members/{member_id}': { request: (fixtures) => ({ url: one(fixtures) }), ...write },
  'GET /v1/customers/external/{external_id}/members': { request: (fixtures) => ({ url: external(fixtures) }), ...read },
  'POST /v1/customers/external/{external_id}/members': {
    request: (fixtures) => ({ url: external(fixtures), body: newcomer }),
    ...write,
  },
  'GET /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (fixtures) => ({ url: oneExternal(fixtures) }),
    ...read,
  },
  'PATCH /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (fixtures) => ({ url: oneExternal(fixtures), body: { name: 'Grace' } }),
    ...write,
  },
  'DELETE /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (fixtures) => ({ url: oneExternal(fixtures) }),
    ...write,
  },
};
