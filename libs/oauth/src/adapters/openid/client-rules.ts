import { type Configuration, errors } from 'oidc-provider';
import { CLI_CLIENT_ID, CLI_CLIENT_NAME } from '../../contract/index.ts';
import { problemOf } from '../../domain/client-metadata.ts';

/** It has no secret and no address to be redirected to. */
export const CLI_CLIENT = {
  client_id: CLI_CLIENT_ID,
  client_name: CLI_CLIENT_NAME,
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  redirect_uris: [],
};

/** Metadata that the provider does not know itself; every registration, and every change of one, passes the rules of this service. */
export const CLIENT_RULES: Configuration['extraClientMetadata'] = {
  properties: ['default_sub_type', 'jwks_uri', 'jwks', 'sector_identifier_uri', 'initiate_login_uri', 'request_uris'],
  validator: (ctx, key, _value, metadata) => {
    // Without a request, it is the client of the command line, or one that was registered under the rules of that time.
    if (!ctx || key !== 'default_sub_type') return;
    const problem = problemOf(Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)));
    if (problem) throw new errors.InvalidClientMetadata(problem);
  },
};
