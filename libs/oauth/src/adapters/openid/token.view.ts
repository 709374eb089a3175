import { boolean, integer, list, literal, object, oneOf, optional, text } from '#platform/wire';
import { GRANT_TYPES } from '../../domain/client-metadata.ts';

export const MAX_TEXT = 2_083;

const SUB =
  'Who the user is: their ID, or that of an organization, a colon and their ID if the provider of this organization says who they are.';
const ORGANIZATION =
  'The ID of the organization whose provider says who the user is. Only for its own applications is this somebody whom they know. Missing for users who proved it to this service.';

/** Since 1970. */
const seconds = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

export const OAuthErrorView = object(
  { error: text(), error_description: optional(text()), scope: optional(text()) },
  'OAuthError',
  {
    error: { text: 'The name of the error, as the standards define it.', example: 'invalid_grant' },
    error_description: 'What is wrong, for developers.',
    scope: 'The scope that is required or not accepted.',
  },
);

export const TokenRequest = object(
  {
    grant_type: oneOf(GRANT_TYPES),
    code: optional(text({ max: MAX_TEXT })),
    redirect_uri: optional(text({ max: MAX_TEXT })),
    code_verifier: optional(text({ max: MAX_TEXT })),
    refresh_token: optional(text({ max: MAX_TEXT })),
    device_code: optional(text({ max: MAX_TEXT })),
    scope: optional(text({ max: MAX_TEXT })),
    resource: optional(text({ max: MAX_TEXT })),
    client_id: optional(text({ max: MAX_TEXT })),
    client_secret: optional(text({ max: MAX_TEXT })),
  },
  'OAuthTokenRequest',
  {
    grant_type: 'What the token is asked for with.',
    code: 'The authorization code.',
    redirect_uri: 'The address to which the code was sent. Required with a code.',
    code_verifier: 'The secret of PKCE (RFC 7636). Required with a code.',
    refresh_token: 'The refresh token. It works once: the response has the next one.',
    device_code: 'The code of the device (RFC 8628).',
    scope: 'Fewer scopes than before, separated by spaces. With a refresh token only.',
    resource: 'What the token is for (RFC 8707), as in the authorization. By default what the user allowed.',
    client_id: 'The ID of the client, unless it is in the `Authorization` header.',
    client_secret: 'The secret of the client, unless it is in the `Authorization` header. Public clients have none.',
  },
);

export const TokenView = object(
  {
    access_token: text(),
    token_type: literal('Bearer'),
    expires_in: integer(),
    refresh_token: optional(text()),
    scope: text(),
    id_token: optional(text()),
  },
  'OAuthToken',
  {
    access_token: {
      text: 'Accepted wherever the API accepts the scheme `oidc`; one for the tools for models begins with `latchkey_mt_` and is accepted only there.',
      example: 'latchkey_at_…',
    },
    token_type: 'How it is sent in the `Authorization` header.',
    expires_in: 'For how many seconds the access token is valid.',
    refresh_token: { text: 'Gets the next tokens, once.', example: 'latchkey_rt_…' },
    scope: { text: 'The scopes of the access token, separated by spaces.', example: 'openid license_keys:read' },
    id_token: 'Says who signed in, as a JWT. With the scope `openid`.',
  },
);

export const OneTokenRequest = object(
  {
    token: text({ max: MAX_TEXT }),
    token_type_hint: optional(oneOf(['access_token', 'refresh_token'])),
    client_id: optional(text({ max: MAX_TEXT })),
    client_secret: optional(text({ max: MAX_TEXT })),
  },
  'OAuthOneToken',
  {
    token: 'An access token or a refresh token of the client.',
    token_type_hint: 'What it is, if the client knows.',
    client_id: 'The ID of the client, unless it is in the `Authorization` header.',
    client_secret: 'The secret of the client, unless it is in the `Authorization` header. Public clients have none.',
  },
);

export const IntrospectionView = object(
  {
    active: boolean(),
    client_id: optional(text()),
    token_type: optional(oneOf(['access_token', 'refresh_token'])),
    scope: optional(text()),
    sub_type: optional(oneOf(['user', 'organization'])),
    sub: optional(text()),
    organization: optional(text()),
    organizations: optional(list(text())),
    aud: optional(text()),
    iss: optional(text()),
    exp: optional(seconds()),
    iat: optional(seconds()),
    jti: optional(text()),
  },
  'OAuthIntrospection',
  {
    active: 'Whether the token is valid, and belongs to the client that asks. If not, there are no other fields.',
    client_id: 'The ID of the client.',
    token_type: 'The kind of token.',
    scope: 'The scopes, separated by spaces.',
    sub_type: 'Whether the client acts in exactly one organization.',
    sub: SUB,
    organization: ORGANIZATION,
    organizations: 'The IDs of the organizations that it is limited to. Empty for all organizations of the user.',
    aud: 'Who accepts the token: the issuer, or the resource that it was issued for.',
    iss: 'The issuer.',
    exp: 'When it expires, in seconds since 1970.',
    iat: 'When it was issued, in seconds since 1970.',
    jti: 'The token.',
  },
);

export const UserInfoView = object(
  {
    sub: text(),
    organization: optional(text()),
    name: optional(text()),
    email: optional(text()),
    email_verified: optional(boolean()),
  },
  'OAuthUserInfo',
  {
    sub: SUB,
    organization: ORGANIZATION,
    name: 'The name of the user: the e-mail address. With the scope `profile`.',
    email: { text: 'The e-mail address. With the scope `email`.', example: 'ada@example.com' },
    email_verified:
      'Whether this service has verified the address: not that of a user whom the provider of an organization recognized. With the scope `email`.',
  },
);

export const RevocationView = object({}, 'OAuthRevocation');
