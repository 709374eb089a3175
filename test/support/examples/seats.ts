import { randomUUID } from 'node:crypto';
import type { SessionKind } from '../seed-portal.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Examples } from './example.ts';

const SEATS = '/v1/customer-seats';
const PORTAL = '/v1/customer-portal/seats';

/** Seats of the team for a session of its member, of the individual customer otherwise. */
const own = (fixtures: Fixtures, session?: SessionKind) =>
  session === 'member_session'
    ? { subscription_id: fixtures.team_seat_subscription_id, seat_id: fixtures.team_seat_id }
    : { subscription_id: fixtures.seat_subscription_id, seat_id: fixtures.seat_id };

export const seats: Examples = {
  'GET /v1/customer-seats': {
    request: ({ seat_subscription_id }) => ({ url: `${SEATS}?subscription_id=${seat_subscription_id}` }),
    foreign: 'not found',
  },
  'GET /v1/seat-pools/': {
    request: ({ organization_id }) => ({ url: `/v1/seat-pools/?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'POST /v1/customer-seats': {
    request: ({ seat_subscription_id }) => ({
      url: SEATS,
      body: { subscription_id: seat_subscription_id, email: `${randomUUID()}@acme.example`, metadata: { team: ['core'] } },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/customer-seats/{seat_id}': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}` }),
    foreign: 'not found',
  },
  'POST /v1/customer-seats/{seat_id}/reassign': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}/reassign`, body: { email: `${randomUUID()}@acme.example` } }),
    foreign: 'not found',
  },
  'POST /v1/customer-seats/{seat_id}/resend': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}/resend` }),
    foreign: 'not found',
  },
  'POST /v1/customer-seats/{seat_id}/invitation': {
    request: ({ seat_id }) => ({ url: `${SEATS}/${seat_id}/invitation` }),
    foreign: 'not found',
    about: 'acting for customers',
  },
  'POST /v1/customer-seats/bulk': {
    request: ({ seat_subscription_id }) => ({
      url: `${SEATS}/bulk`,
      body: { subscription_id: seat_subscription_id, seats: [{ email: `${randomUUID()}@acme.example`, name: 'Ada' }] },
    }),
    foreign: 'not found',
  },
  'POST /v1/customer-seats/release-expired': {
    request: ({ seat_subscription_id }) => ({
      url: `${SEATS}/release-expired`,
      body: { subscription_id: seat_subscription_id },
    }),
    foreign: 'not found',
  },
  'GET /v1/customer-seats/claim/{invitation_token}': {
    request: ({ invitation_token }) => ({ url: `${SEATS}/claim/${invitation_token}` }),
  },
  'POST /v1/customer-seats/claim': {
    request: ({ invitation_token }) => ({ url: `${SEATS}/claim`, body: { invitation_token } }),
  },
  [`GET ${PORTAL}`]: {
    request: (fixtures, { session }) => ({ url: `${PORTAL}?subscription_id=${own(fixtures, session).subscription_id}` }),
    foreign: 'not found',
  },
  [`GET ${PORTAL}/subscriptions`]: {
    request: () => ({ url: `${PORTAL}/subscriptions` }),
  },
  [`POST ${PORTAL}`]: {
    request: (fixtures, { session }) => ({
      url: PORTAL,
      body: {
        subscription_id: own(fixtures, session).subscription_id,
        email: `${randomUUID()}@acme.example`,
        immediate_claim: true,
      },
    }),
    foreign: 'not found',
  },
  [`DELETE ${PORTAL}/{seat_id}`]: {
    request: (fixtures, { session }) => ({ url: `${PORTAL}/${own(fixtures, session).seat_id}` }),
    foreign: 'not found',
  },
  [`POST ${PORTAL}/{seat_id}/resend`]: {
    request: (fixtures, { session }) => ({ url: `${PORTAL}/${own(fixtures, session).seat_id}/resend` }),
    foreign: 'not found',
  },
};
