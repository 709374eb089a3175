import { errorView, openApi } from '#platform/http';
import type { Field } from '#platform/wire';
import { OFFERED_SCOPES } from '../../domain/scopes.ts';
import { ClientConfigurationView, RegisteredClientView } from './client.view.ts';
import { ROUTES } from './routes.ts';
import {
  IntrospectionView,
  MAX_TEXT,
  OAuthErrorView,
  OneTokenRequest,
  RevocationView,
  TokenRequest,
  TokenView,
  UserInfoView,
} from './token.view.ts';

const AuthorizeParameters = {
  client_id: 'The ID of the client.',
  redirect_uri: 'Where the user is sent back to: one of the registered addresses, to the letter.',
  response_type: 'Always `code`.',
  scope: `The scopes that the client asks for, separated by spaces, of: ${OFFERED_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  code_challenge: 'The SHA-256 of the `code_verifier` in base64url (PKCE).',
  code_challenge_method: 'Always `S256`.',
  resource:
    'What the token is to be for (RFC 8707): the address of the service, or that of its tools for models, which ends with `/mcp`. By default the service.',
  state: 'Sent back unchanged.',
  nonce: 'A value that the ID token contains.',
  prompt: 'What to ask the user in any case: `login`, `consent`; or `none` to ask nothing.',
};
const REQUIRED = new Set(['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge', 'code_challenge_method']);

const parameter = (place: 'query' | 'path', name: string, description: string, required: boolean) => ({
  name,
  in: place,
  required,
  description,
  schema: { type: 'string', maxLength: MAX_TEXT },
});

const CLIENT_ID = parameter('path', 'client_id', 'The ID of the client.', true);

const body = (type: string, field: Field<unknown>) => ({
  required: true,
  content: { [type]: { schema: openApi(field.schema) } },
});
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const response = (description: string, field?: Field<unknown>) => ({
  description,
  ...(field ? { content: { [JSON_TYPE]: { schema: openApi(field.schema) } } } : {}),
});
const refused = (description: string) => response(description, OAuthErrorView);

const INVALID = refused('The request is not valid, or what it presents is used up, expired or revoked.');
const UNKNOWN_CLIENT = refused('The client is unknown, or its secret is wrong.');
const NO_TOKEN = refused('The token is missing, invalid or expired.');
const TOO_MANY = 'More requests than `RateLimit-Policy` allows. Further requests get this response for `Retry-After` seconds.';
/** Every response of the operation has the headers, not only this one. */
const COUNTED = { headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } } };
const LIMITED = { ...response(TOO_MANY, errorView('TooManyRequests')), ...COUNTED };

/** A client proves who it is; a public one only says so. */
const OF_CLIENT = [{ oauth_client: [] }, {}];
const OF_REGISTRATION = [{ oauth_registration: [] }];

const operation = (operationId: string, summary: string, description: string, more: object) => ({
  operationId,
  tags: ['oauth2'],
  summary,
  description,
  ...more,
});

/** The operations of the provider in the OpenAPI document, in the formats of the standards. */
export const OPENID_OPERATIONS = {
  '/v1/oauth2/authorize': {
    get: operation(
      'authorize',
      'Sign a user in',
      'The address that an application opens in the browser of a user, who signs in and decides on pages of the service, and is sent back with a code.',
      {
        security: [],
        parameters: Object.entries(AuthorizeParameters).map(([name, text]) => parameter('query', name, text, REQUIRED.has(name))),
        responses: {
          303: {
            description: 'To the pages where the user signs in and decides, or back to the application.',
            content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
          },
          400: {
            description: 'A page that says what is wrong: the client or the address is not registered.',
            content: { 'text/html': { schema: { type: 'string' } } },
          },
          429: LIMITED,
        },
      },
    ),
  },
  [ROUTES.token]: {
    post: operation(
      'requestToken',
      'Request tokens',
      'Gives tokens for an authorization code, a refresh token or a device code.',
      {
        security: OF_CLIENT,
        requestBody: body(FORM, TokenRequest),
        responses: { 200: response('Success', TokenView), 400: INVALID, 401: UNKNOWN_CLIENT, 429: LIMITED },
      },
    ),
  },
  [ROUTES.revocation]: {
    post: operation(
      'revokeToken',
      'Revoke a token',
      'Ends a token of the client. With a refresh token, everything that the user allowed ends.',
      {
        security: OF_CLIENT,
        requestBody: body(FORM, OneTokenRequest),
        responses: {
          200: response('Done, or there was no such token', RevocationView),
          400: INVALID,
          401: UNKNOWN_CLIENT,
          429: LIMITED,
        },
      },
    ),
  },
  [ROUTES.introspection]: {
    post: operation('introspectToken', 'Introspect a token', 'Says what a token of the client is.', {
      security: OF_CLIENT,
      requestBody: body(FORM, OneTokenRequest),
      responses: { 200: response('Success', IntrospectionView), 400: INVALID, 401: UNKNOWN_CLIENT, 429: LIMITED },
    }),
  },
  [ROUTES.userinfo]: {
    get: operation('userinfo', 'Get the user of a token', 'Says who the user is for whom the application acts.', {
      security: [{ oauth_token: [] }],
      responses: {
        200: response('Success', UserInfoView),
        400: INVALID,
        401: NO_TOKEN,
        403: refused('The token does not have the scope `openid`.'),
        429: LIMITED,
      },
    }),
  },
  [ROUTES.registration]: {
    post: operation(
      'registerClient',
      'Create a client',
      'Registers an application (RFC 7591). Anybody may; users decide what it gets.',
      {
        security: [],
        requestBody: body(JSON_TYPE, ClientConfigurationView),
        responses: {
          201: response('Success', RegisteredClientView),
          400: refused('The metadata are not accepted.'),
          429: LIMITED,
        },
      },
    ),
  },
  [`${ROUTES.registration}/{client_id}`]: {
    get: operation('getClient', 'Get a client', 'Returns what is registered, with the secret (RFC 7592).', {
      security: OF_REGISTRATION,
      parameters: [CLIENT_ID],
      responses: { 200: response('Success', RegisteredClientView), 400: INVALID, 401: NO_TOKEN, 429: LIMITED },
    }),
    put: operation('updateClient', 'Replace a client', 'Replaces what is registered (RFC 7592). What is left out is removed.', {
      security: OF_REGISTRATION,
      parameters: [CLIENT_ID],
      requestBody: body(JSON_TYPE, ClientConfigurationView),
      responses: {
        200: response('Success', RegisteredClientView),
        400: refused('The metadata are not accepted.'),
        401: NO_TOKEN,
        429: LIMITED,
      },
    }),
    delete: operation(
      'deleteClient',
      'Delete a client',
      'Deletes the client, with everything that users allowed it (RFC 7592).',
      {
        security: OF_REGISTRATION,
        parameters: [CLIENT_ID],
        responses: { 204: response('Done'), 400: INVALID, 401: NO_TOKEN, 429: LIMITED },
      },
    ),
  },
};
