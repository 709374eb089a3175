import { ValidationFailed, type FieldError, fieldError } from '#kernel';

/** Port: which hosts the URL of an endpoint may have. Host names are resolved and checked again for each request. */
export abstract class EndpointHosts {
  /** Whether the operator allows the host, with any protocol and any address. `port` is empty for the default port. */
  abstract isAllowed(host: string, port: string): boolean;

  /** Whether the host may be on the public internet: neither a name of this machine nor the literal of another address. */
  abstract isPublic(host: string): boolean;
}

const MAX_LENGTH = 2083;
const PRIVATE = 'Webhook URLs cannot point to localhost or private IP addresses.';

/** The host of a URL without the dot that ends a fully qualified name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

/** The problem of a URL that no endpoint may have. */
function problemOf(url: URL | null, hosts: EndpointHosts): [type: string, message: string] | undefined {
  if (!url || hostOf(url) === '') return ['url_parsing', 'Input should be a valid URL'];
  if (url.username !== '' || url.password !== '') return ['value_error', 'Webhook URLs cannot contain credentials.'];
  const isAllowed = hosts.isAllowed(hostOf(url), url.port);
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) {
    return ['url_scheme', "URL scheme should be 'https'"];
  }
  return isAllowed || hosts.isPublic(hostOf(url)) ? undefined : ['value_error', PRIVATE];
}

/** The URL in its normal form, with an IDN host in Punycode; or the errors of the field. */
export function readEndpointUrl(text: string, hosts: EndpointHosts): { readonly url: string; readonly errors: FieldError[] } {
  const url = URL.parse(text.trim());
  const problem = problemOf(url, hosts);
  if (problem) return { url: text, errors: [fieldError(['url'], problem[1], text, problem[0])] };
  url!.hash = '';
  if (url!.href.length <= MAX_LENGTH) return { url: url!.href, errors: [] };
  const message = `String should have at most ${MAX_LENGTH} characters`;
  return { url: text, errors: [fieldError(['url'], message, text, 'string_too_long')] };
}

/** Throws `ValidationFailed` if no endpoint may have the URL. */
export function endpointUrl(text: string, hosts: EndpointHosts): string {
  const { url, errors } = readEndpointUrl(text, hosts);
  ValidationFailed.throwIfAny(errors);
  return url;
}
