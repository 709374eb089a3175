import {
  boolean,
  defineField,
  describeFields,
  type Field,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  optional,
  text,
} from '#platform/wire';
import { GRANT_TYPES } from '../../domain/client-metadata.ts';

const MAX_URI = 2_083;
const MAX_NAME = 256;
const MAX_LIST = 10;
const uri = () => optional(text({ max: MAX_URI }));

const CONFIGURATION = describeFields(
  {
    client_name: text({ max: MAX_NAME }),
    redirect_uris: list(text({ max: MAX_URI }), { max: MAX_LIST }),
    post_logout_redirect_uris: optional(list(text({ max: MAX_URI }), { max: MAX_LIST })),
    token_endpoint_auth_method: optional(oneOf(['client_secret_basic', 'client_secret_post', 'none'])),
    application_type: optional(oneOf(['web', 'native'])),
    grant_types: optional(list(oneOf(GRANT_TYPES), { max: MAX_LIST })),
    response_types: optional(list(oneOf(['code']), { max: 1 })),
    scope: optional(text({ max: MAX_URI })),
    default_sub_type: optional(oneOf(['user', 'organization'])),
    client_uri: uri(),
    logo_uri: uri(),
    policy_uri: uri(),
    tos_uri: uri(),
  },
  {
    client_name: {
      text: 'What users are asked about: the name of the application. Without control and formatting characters, and not like the name of this service.',
      example: 'Acme Reports',
    },
    redirect_uris: {
      text: 'Where users are sent back to. As a browser writes the address, without credentials.',
      example: ['https://app.example/callback'],
    },
    post_logout_redirect_uris: 'Where users are sent after signing out.',
    token_endpoint_auth_method: 'How the client proves who it is. `none` for applications that cannot keep a secret.',
    application_type: '`native` for installed applications, which may have a scheme of their own.',
    grant_types: 'How it gets tokens. By default, with codes and refresh tokens.',
    response_types: 'Always `code`.',
    scope: 'The scopes that it may ask for, separated by spaces. By default, all.',
    default_sub_type: '`organization` for an application that acts in exactly one organization.',
    client_uri: 'The page of the application.',
    logo_uri: 'The logo of the application. It is not shown.',
    policy_uri: 'The privacy policy of the application.',
    tos_uri: 'The terms of the application.',
  },
);

/** Clients may have further metadata, of which the provider knows some. */
function open<F extends Fields>(fields: F, name: string): Field<unknown> {
  const { schema, read } = object(fields, name);
  return defineField({ schema: { ...schema, additionalProperties: true }, read });
}

export const ClientConfigurationView = object(CONFIGURATION, 'OAuthClientConfiguration');

export const RegisteredClientView = open(
  {
    ...CONFIGURATION,
    ...describeFields(
      {
        client_id: text(),
        client_id_issued_at: optional(integer({ ge: 0, le: Number.MAX_SAFE_INTEGER })),
        client_secret: optional(text()),
        client_secret_expires_at: optional(integer()),
        registration_access_token: text(),
        registration_client_uri: text(),
        require_auth_time: optional(boolean()),
      },
      {
        client_id: { text: 'The ID of the client.', example: 'latchkey_ci_…' },
        client_id_issued_at: 'When it was registered, in seconds since 1970.',
        client_secret: { text: 'The secret, unless the client is public.', example: 'latchkey_cs_…' },
        client_secret_expires_at: 'Always 0: the secret does not expire.',
        registration_access_token: {
          text: 'Lets the application read, replace and delete the client.',
          example: 'latchkey_crt_…',
        },
        registration_client_uri: 'The address of the client.',
        require_auth_time: 'Whether ID tokens say when the user signed in.',
      },
    ),
  },
  'OAuthClient',
);
