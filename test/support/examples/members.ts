import type { Examples } from './example.ts';
import type { Fixtures } from '../fixtures.ts';

const one = ({ team_id, member_id }: Fixtures) => `/v1/customers/${team_id}/members/${member_id}`;
const external = ({ team_external_id }: Fixtures) => `/v1/customers/external/${team_external_id}/members`;
const oneExternal = (things: Fixtures) => `${external(things)}/${things.member_external_id}`;
const newcomer = { email: 'newcomer@example.com', name: 'Grace', external_id: 'newcomer', role: 'billing_manager' };
const reading = { foreign: 'not found', finance: 'done' } as const;
const writing = { foreign: 'not found', finance: 'may not manage customers' } as const;

export const members: Examples = {
  'GET /v1/members/': {
    request: ({ team_id }) => ({ url: `/v1/members/?customer_id=${team_id}&role=member` }),
    foreign: 'empty',
    finance: 'done',
  },
  'GET /v1/customers/{id}/members': {
    request: ({ team_id }) => ({ url: `/v1/customers/${team_id}/members?sorting=created_at` }),
    ...reading,
  },
  'POST /v1/customers/{id}/members': {
    request: ({ team_id }) => ({ url: `/v1/customers/${team_id}/members`, body: newcomer }),
    ...writing,
  },
  'GET /v1/customers/{id}/members/{member_id}': { request: (things) => ({ url: one(things) }), ...reading },
  'PATCH /v1/customers/{id}/members/{member_id}': {
    request: (things) => ({ url: one(things), body: { role: 'owner', email: 'other@example.com' } }),
    ...writing,
  },
  'DELETE /v1/customers/{id}/members/{member_id}': { request: (things) => ({ url: one(things) }), ...writing },
  'GET /v1/customers/external/{external_id}/members': { request: (things) => ({ url: external(things) }), ...reading },
  'POST /v1/customers/external/{external_id}/members': {
    request: (things) => ({ url: external(things), body: newcomer }),
    ...writing,
  },
  'GET /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (things) => ({ url: oneExternal(things) }),
    ...reading,
  },
  'PATCH /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (things) => ({ url: oneExternal(things), body: { name: 'Grace' } }),
    ...writing,
  },
  'DELETE /v1/customers/external/{external_id}/members/{member_external_id}': {
    request: (things) => ({ url: oneExternal(things) }),
    ...writing,
  },
};
