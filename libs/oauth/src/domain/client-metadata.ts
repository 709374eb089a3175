import { SERVICE_NAME } from '#support/mails';

/** Characters that look like letters of the name, those of other alphabets in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺ4@',
  c: 'сςᴄꮯ¢',
  e: 'еєεɛᴇꭼ3€',
  h: 'һнћħηʜհꮋ',
  k: 'кқκᴋꮶ',
  l: 'iıіӏιłǀꮮ1|!',
  t: 'тτᴛꭲ7+',
  y: 'уүγυʏყꭹ¥',
};
const LETTERS = new Map(Object.entries(LOOKALIKES).flatMap(([letter, others]) => [...others].map((each) => [each, letter])));

/** The text as somebody reads it who pays no attention to marks, spaces and alphabets. */
const asRead = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((character) => LETTERS.get(character) ?? character)
    .join('')
    .replace(/[^a-z]/g, '');

/** What stands in parentheses behind the name of an application: clients of MCP put there what their user calls the server. */
const ADDITION = /(?<=\p{L}.*)\([^()]*\)\s*$/u;

/** Whether an application of this name could be taken for the service itself. */
export const resemblesServiceName = (name: string): boolean => asRead(name.replace(ADDITION, '')).includes(asRead(SERVICE_NAME));

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

/** No control or formatting characters, such as those that reverse the order of a line, and no lone surrogates. */
const LINE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]*$/u;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/** The characters of RFC 3986. */
const ADDRESS = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;
const HOST = /^([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/;
/** The scheme of an installed application. */
const OWN_SCHEME = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/;

const NORMAL_FORM = 'in its normal form and without credentials';

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value !== '' && value.length <= max;
const isPrivateIpv4 = (host: string): boolean => /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3})+$/.test(host);
const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/**
 * The address, if it has one meaning only: it is written as a browser writes it, so that no program takes another part of it for the host.
 * Null for all others, and for those with credentials.
 */
function addressOf(uri: unknown): URL | null {
  const url = isText(uri, MAX_URI) && ADDRESS.test(uri) ? URL.parse(uri) : null;
  if (!url || url.username !== '' || url.password !== '' || ![uri, `${String(uri)}/`].includes(url.href)) return null;
  return !isWeb(url) || HOST.test(url.hostname) ? url : null;
}

/** Whether responses may be sent there: https; http on this machine or in a private network; for apps, a scheme with a dot. */
export function isRedirectUri(uri: unknown, applicationType: unknown): boolean {
  const url = addressOf(uri);
  if (!url || url.href.includes('#')) return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return url.hostname === 'localhost' || url.hostname === '[::1]' || isPrivateIpv4(url.hostname);
  return applicationType === 'native' && OWN_SCHEME.test(url.protocol);
}

/** What a policy of a page calls the place to which this address leads: its origin; for an app, its scheme. Null where that has no name. */
export function policySourceOf(redirectUri: string): string | null {
  const url = URL.parse(redirectUri);
  if (url && isWeb(url) && HOST.test(url.hostname)) return url.origin;
  return url && OWN_SCHEME.test(url.protocol) ? url.protocol : null;
}

/** The texts of the metadata; undefined for what is neither a text, a number, a truth value, nor a list of those. */
const textsOf = (value: unknown): string[] | undefined => {
  const values = [value].flat();
  return values.some((each) => typeof each === 'object' && each !== null)
    ? undefined
    : values.filter((each) => typeof each === 'string');
};

/** What is wrong with the metadata, or undefined. The provider checks what the standards demand; these are the rules of this service. */
export function problemOf(metadata: ClientMetadata): string | undefined {
  const { client_name: name, grant_types: grants, default_sub_type: subType } = metadata;
  const type = metadata['application_type'];
  const unsupported = UNSUPPORTED.find((key) => metadata[key] !== undefined);
  if (unsupported) return `${unsupported} is not supported`;
  for (const [key, value] of Object.entries(metadata)) {
    const texts = textsOf(value);
    if (!texts) return `${key} must be a text or a list of texts`;
    if (!texts.every((each) => LINE.test(each))) return `${key} must not contain control or formatting characters`;
  }
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES) return 'the metadata are too large';
  if (!isText(name, MAX_NAME) || !VISIBLE.test(name)) return `client_name must be a text of 1 to ${MAX_NAME} characters`;
  if (resemblesServiceName(name)) return 'client_name must not contain the name of this service';
  for (const key of ['redirect_uris', 'post_logout_redirect_uris']) {
    const uris = metadata[key];
    if (uris === undefined) continue;
    if (!Array.isArray(uris) || uris.length > MAX_LIST) return `${key} must be a list of at most ${MAX_LIST} addresses`;
    if (uris.some((uri) => !isRedirectUri(uri, type))) {
      return `${key} must be https, or http on localhost or a private IPv4 address, ${NORMAL_FORM}`;
    }
  }
  if (Array.isArray(grants) && grants.some((grant) => !GRANT_TYPES.includes(grant as never))) {
    return `grant_types must be of ${GRANT_TYPES.join(', ')}`;
  }
  if (subType !== undefined && subType !== 'user' && subType !== 'organization') {
    return 'default_sub_type must be user or organization';
  }
  const badUri = URIS.find((key) => metadata[key] !== undefined && !isPageUri(metadata[key]));
  return badUri && `${badUri} must be an http or https address of at most ${MAX_URI} characters, ${NORMAL_FORM}`;
}

function isPageUri(uri: unknown): boolean {
  const url = addressOf(uri);
  return url !== null && isWeb(url);
}
