import { randomUUID } from 'node:crypto';
import type { Examples } from './example.ts';

const SIGN_IN = '/v1/users/sign-in/single-sign-on';
const CONNECTION = '/v1/organizations/{id}/single-sign-on';
const connectionOf = (organizationId: string): string => `/v1/organizations/${organizationId}/single-sign-on`;

export const singleSignOn: Examples = {
  [`POST ${SIGN_IN}`]: { request: ({ newcomer_email: email }) => ({ url: SIGN_IN, body: { email } }) },
  [`POST ${SIGN_IN}/authenticate`]: {
    request: ({ single_sign_on, sign_in_cookie: cookie }) => ({
      url: `${SIGN_IN}/authenticate`,
      body: single_sign_on,
      headers: { cookie },
    }),
  },
  [`GET ${CONNECTION}`]: {
    request: ({ organization_id, openid_issuer: _seeded }) => ({ url: connectionOf(organization_id) }),
    foreign: 'not found',
  },
  [`PUT ${CONNECTION}`]: {
    request: ({ organization_id, openid_issuer, openid_secret }) => ({
      url: connectionOf(organization_id),
      body: { issuer: openid_issuer, client_id: 'another', client_secret: openid_secret },
    }),
    foreign: 'not found',
  },
  [`DELETE ${CONNECTION}`]: {
    request: ({ organization_id, openid_issuer: _seeded }) => ({ url: connectionOf(organization_id) }),
    foreign: 'not found',
  },
  [`GET ${CONNECTION}/domains`]: {
    request: ({ organization_id, email_domain_id: _seeded }) => ({ url: `${connectionOf(organization_id)}/domains` }),
    foreign: 'not found',
  },
  [`POST ${CONNECTION}/domains`]: {
    request: ({ organization_id }) => ({
      url: `${connectionOf(organization_id)}/domains`,
      body: { domain: `${randomUUID()}.example.com` },
    }),
    foreign: 'not found',
  },
  [`POST ${CONNECTION}/domains/{domain_id}/verify`]: {
    request: ({ organization_id, email_domain_id }) => ({
      url: `${connectionOf(organization_id)}/domains/${email_domain_id}/verify`,
    }),
    foreign: 'not found',
  },
  [`DELETE ${CONNECTION}/domains/{domain_id}`]: {
    request: ({ organization_id, email_domain_id }) => ({
      url: `${connectionOf(organization_id)}/domains/${email_domain_id}`,
    }),
    foreign: 'not found',
  },
};
