/** What an application says about itself when it is registered (RFC 7591). Values may have any type. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] as const;

const MAX_NAME = 256;
const MAX_URI = 2083;
const MAX_LIST = 10;
const MAX_BYTES = 16 * 1024;
const URIS = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'] as const;
/** The provider would fetch them, or they have no meaning for the ways in which clients authenticate here. */
const UNSUPPORTED = ['jwks', 'jwks_uri', 'sector_identifier_uri', 'initiate_login_uri', 'request_uris'] as const;

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value !== '' && value.length <= max;
const isPrivateIpv4 = (host: string): boolean => /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3})+$/.test(host);

/** Whether responses may be sent there: https; http on this machine or in a private network; for apps, a scheme with a dot. */
export function isRedirectUri(uri: unknown, applicationType: unknown): boolean {
  const url = isText(uri, MAX_URI) ? URL.parse(uri) : null;
  if (!url || url.hash !== '' || String(uri).includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return url.hostname === 'localhost' || url.hostname === '[::1]' || isPrivateIpv4(url.hostname);
  return applicationType === 'native' && /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol);
}

/** What is wrong with the metadata, or undefined. The provider checks what the standards demand; these are the rules of this service. */
export function problemOf(metadata: ClientMetadata): string | undefined {
  const { client_name: name, grant_types: grants, default_sub_type: subType } = metadata;
  const type = metadata['application_type'];
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES) return 'the metadata are too large';
  if (!isText(name, MAX_NAME)) return `client_name must be a text of 1 to ${MAX_NAME} characters`;
  for (const key of ['redirect_uris', 'post_logout_redirect_uris']) {
    const uris = metadata[key];
    if (uris === undefined) continue;
    if (!Array.isArray(uris) || uris.length > MAX_LIST) return `${key} must be a list of at most ${MAX_LIST} addresses`;
    if (uris.some((uri) => !isRedirectUri(uri, type))) {
      return `${key} must be https, or http on localhost or a private IPv4 address`;
    }
  }
  if (Array.isArray(grants) && grants.some((grant) => !GRANT_TYPES.includes(grant as never))) {
    return `grant_types must be of ${GRANT_TYPES.join(', ')}`;
  }
  if (subType !== undefined && subType !== 'user' && subType !== 'organization') {
    return 'default_sub_type must be user or organization';
  }
  const badUri = URIS.find((key) => metadata[key] !== undefined && !/^https?:\/\//i.test(String(metadata[key])));
  if (badUri) return `${badUri} must be an http or https address`;
  const longUri = URIS.find((key) => String(metadata[key] ?? '').length > MAX_URI);
  if (longUri) return `${longUri} must have at most ${MAX_URI} characters`;
  const unsupported = UNSUPPORTED.find((key) => metadata[key] !== undefined);
  return unsupported && `${unsupported} is not supported`;
}
