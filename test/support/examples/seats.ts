import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

const SEATS = '/v1/customer-seats';

export const seats: Examples = {
  'GET /v1/customer-seats': {
    request: ({ seat_subscription_id }) => ({ url: `${SEATS}?subscription_id=${seat_subscription_id}` }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-seats': {
    request: ({ seat_subscription_id }) => ({
      url: SEATS,
      body: { subscription_id: seat_subscription_id, email: `${randomUUID()}@acme.example`, metadata: { team: ['core'] } },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'DELETE /v1/customer-seats/{seat_id}': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}` }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-seats/{seat_id}/resend': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}/resend` }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-seats/{seat_id}/invitation': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}/invitation` }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-seats/bulk': {
    request: ({ seat_subscription_id }) => ({
      url: `${SEATS}/bulk`,
      body: { subscription_id: seat_subscription_id, seats: [{ email: `${randomUUID()}@acme.example`, name: 'Ada' }] },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'POST /v1/customer-seats/release-expired': {
    request: ({ seat_subscription_id }) => ({
      url: `${SEATS}/release-expired`,
      body: { subscription_id: seat_subscription_id },
    }),
    foreign: 'not found',
    finance: 'done',
  },
  'GET /v1/customer-seats/claim/{invitation_token}': {
    request: ({ invitation_token }) => ({ url: `${SEATS}/claim/${invitation_token}` }),
    finance: 'done',
  },
  'POST /v1/customer-seats/claim': {
    request: ({ invitation_token }) => ({ url: `${SEATS}/claim`, body: { invitation_token } }),
    finance: 'done',
  },
};
