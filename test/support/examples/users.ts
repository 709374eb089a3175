import { randomUUID } from 'node:crypto';
import { totpOf } from '../seed-user.ts';
import type { Examples } from './example.ts';

const SIGN_IN = '/v1/users/sign-in';
const ME = '/v1/users/me';
const PASSWORD = 'correct horse battery staple';

export const users: Examples = {
  [`POST ${SIGN_IN}/request`]: {
    request: () => ({ url: `${SIGN_IN}/request`, body: { email: 'anyone@example.com' } }),
  },
  [`POST ${SIGN_IN}/authenticate`]: {
    request: ({ user_email, user_code }) => ({ url: `${SIGN_IN}/authenticate`, body: { email: user_email, code: user_code } }),
  },
  [`POST ${SIGN_IN}/second-factor`]: {
    request: ({ second_factor_token, recovery_code }) => ({
      url: `${SIGN_IN}/second-factor`,
      body: { token: second_factor_token, recovery_code },
    }),
  },
  [`POST ${SIGN_IN}/passkey-options`]: { request: () => ({ url: `${SIGN_IN}/passkey-options` }) },
  'GET /v1/user-sessions/': { request: () => ({ url: '/v1/user-sessions/' }), permitted: 'empty' },
  'DELETE /v1/user-sessions/': { request: () => ({ url: '/v1/user-sessions/?authorizations=true' }) },
  'DELETE /v1/user-sessions/{id}': {
    request: ({ user_session_id }) => ({ url: `/v1/user-sessions/${user_session_id}` }),
    foreign: 'not found',
    permitted: 'not found',
  },
  [`GET ${ME}`]: { request: () => ({ url: ME }) },
  [`POST ${ME}/password`]: { request: () => ({ url: `${ME}/password`, body: { password: PASSWORD } }) },
  [`DELETE ${ME}/password`]: { request: ({ totp_secret: _seeded }) => ({ url: `${ME}/password` }) },
  [`POST ${ME}/second-factor`]: { request: () => ({ url: `${ME}/second-factor` }) },
  [`POST ${ME}/second-factor/confirm`]: {
    request: ({ totp_secret }) => ({ url: `${ME}/second-factor/confirm`, body: { code: totpOf(totp_secret) } }),
  },
  [`DELETE ${ME}/second-factor`]: {
    // The credentials of the user exist only if a fixture of them is read.
    request: ({ totp_secret: _seeded }) => ({ url: `${ME}/second-factor` }),
  },
  [`POST ${ME}/recovery-codes`]: {
    request: ({ totp_secret: _seeded }) => ({ url: `${ME}/recovery-codes` }),
  },
  [`GET ${ME}/passkeys`]: { request: ({ passkey_id: _seeded }) => ({ url: `${ME}/passkeys` }) },
  [`POST ${ME}/passkeys/options`]: { request: () => ({ url: `${ME}/passkeys/options` }) },
  [`POST ${ME}/passkeys`]: {
    request: ({ new_passkey }) => ({ url: `${ME}/passkeys`, body: { name: 'Laptop', credential: new_passkey } }),
  },
  [`DELETE ${ME}/passkeys/{id}`]: {
    request: ({ passkey_id }) => ({ url: `${ME}/passkeys/${passkey_id}` }),
    foreign: 'not found',
  },
  [`GET ${ME}/authorizations`]: {
    request: ({ authorization_id: _seeded }) => ({ url: `${ME}/authorizations` }),
    permitted: 'empty',
  },
  [`DELETE ${ME}/authorizations/{id}`]: {
    request: ({ authorization_id }) => ({ url: `${ME}/authorizations/${authorization_id}` }),
    foreign: 'not found',
    permitted: 'not found',
  },
  [`GET ${ME}/invitations`]: { request: () => ({ url: `${ME}/invitations` }), permitted: 'empty' },
  [`POST ${ME}/invitations/{id}/accept`]: {
    request: ({ own_invitation_id }) => ({ url: `${ME}/invitations/${own_invitation_id}/accept` }),
    foreign: 'not found',
    permitted: 'not found',
  },

  'GET /v1/organizations/{id}/members': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/members` }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'PATCH /v1/organizations/{id}/members/{user_id}': {
    request: ({ organization_id, colleague_id }) => ({
      url: `/v1/organizations/${organization_id}/members/${colleague_id}`,
      body: { role: 'finance' },
    }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'DELETE /v1/organizations/{id}/members/{user_id}': {
    request: ({ organization_id, colleague_id }) => ({ url: `/v1/organizations/${organization_id}/members/${colleague_id}` }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'DELETE /v1/organizations/{id}/members/{user_id}/credentials': {
    request: ({ organization_id, colleague_id }) => ({
      url: `/v1/organizations/${organization_id}/members/${colleague_id}/credentials`,
    }),
    foreign: 'not found',
    about: 'the ownership of the organization',
  },
  'POST /v1/organizations/{id}/owner': {
    request: ({ organization_id, colleague_id }) => ({
      url: `/v1/organizations/${organization_id}/owner`,
      body: { user_id: colleague_id },
    }),
    foreign: 'not found',
    about: 'the ownership of the organization',
  },
  'GET /v1/organizations/{id}/invitations': {
    request: ({ organization_id }) => ({ url: `/v1/organizations/${organization_id}/invitations` }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'POST /v1/organizations/{id}/invitations': {
    request: ({ organization_id }) => ({
      url: `/v1/organizations/${organization_id}/invitations`,
      body: { email: `${randomUUID()}@example.com`, role: 'member' },
    }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'POST /v1/organizations/{id}/invitations/{invitation_id}/resend': {
    request: ({ organization_id, invitation_id }) => ({
      url: `/v1/organizations/${organization_id}/invitations/${invitation_id}/resend`,
    }),
    foreign: 'not found',
    about: 'members of the organization',
  },
  'DELETE /v1/organizations/{id}/invitations/{invitation_id}': {
    request: ({ organization_id, invitation_id }) => ({
      url: `/v1/organizations/${organization_id}/invitations/${invitation_id}`,
    }),
    foreign: 'not found',
    about: 'members of the organization',
  },
};
