import type { IncomingHttpHeaders } from 'node:http';
import { FIRST_API_VERSION } from '#support/api-versions';

/**
 * What a header does to a response that is stored under an idempotency key, or signed for a nonce. Where another value could make
 * another response, it is part of the digest of the request, so that a stored response is never the one to a request with another value.
 */
type RequestHeader = (
  | {
      /** How a request without the header is digested. `not at all`: as releases did that did not digest the header. */
      readonly digest: 'as null' | 'not at all';
      /** The value that means the same as no header. */
      readonly usual?: string;
    }
  | {
      /** Why another value makes no other response. */
      readonly because: string;
    }
) & {
  /** Scripts of other origins may send it. */
  readonly isForScripts?: true;
};

const CALLER = 'keys of requests belong to the credential of the caller';
const BODY = 'what was read of the body is part of the digest';
const PLACE = 'where a request comes from matters to limits, sessions and the audit log';
const GET_ONLY = 'only documents and files depend on it, which are read with GET';
const PROVIDER = 'signs the body of an operation that stores and signs no response';
const MCP = 'only `/mcp` depends on it, which stores and signs no responses';
const OPENID = 'only routes of the OpenID provider depend on it, which store and sign no responses';

/** Every header of a request that the service reads. */
export const REQUEST_HEADERS: { readonly [name: string]: RequestHeader } = {
  'polar-organization': { digest: 'as null', isForScripts: true },
  'github-public-key-identifier': { because: PROVIDER },
  'github-public-key-signature': { because: PROVIDER },
  'license-device': { digest: 'as null', isForScripts: true },
  'license-installation': { digest: 'not at all', isForScripts: true },
  'license-device-key': { digest: 'not at all', isForScripts: true },
  'license-deactivation': { digest: 'not at all', isForScripts: true },
  'license-claim-email': { digest: 'not at all', isForScripts: true },
  'license-nonce': { digest: 'not at all', isForScripts: true },
  'accept-signature': { digest: 'not at all', isForScripts: true },
  'license-dry-run': { because: 'the response to a dry run is neither stored nor signed', isForScripts: true },
  'idempotency-key': { because: 'it names the stored response', isForScripts: true },
  'mcp-protocol-version': { because: MCP, isForScripts: true },
  'polar-version': { digest: 'not at all', usual: FIRST_API_VERSION, isForScripts: true },
  'x-request-id': { because: 'it is repeated in a header that is neither stored nor signed', isForScripts: true },
  authorization: { because: CALLER, isForScripts: true },
  cookie: { because: CALLER },
  'sec-fetch-site': { because: CALLER },
  'content-type': { because: BODY, isForScripts: true },
  'content-length': { because: BODY },
  'transfer-encoding': { because: BODY },
  accept: { because: GET_ONLY },
  'accept-language': { because: 'only mails depend on it, which are no part of a response' },
  'user-agent': { because: PLACE },
  'x-forwarded-for': { because: PLACE },
  'x-forwarded-host': { because: OPENID },
  'x-forwarded-proto': { because: OPENID },
  'accept-encoding': { because: GET_ONLY },
  'if-match': { because: GET_ONLY },
  'if-modified-since': { because: GET_ONLY },
  'if-none-match': { because: GET_ONLY },
  'if-range': { because: GET_ONLY },
  'if-unmodified-since': { because: GET_ONLY },
  range: { because: GET_ONLY },
  origin: { because: MCP },
  'paddle-signature': { because: PROVIDER },
  'stripe-signature': { because: PROVIDER },
  'x-signature': { because: PROVIDER },
};

/** What scripts of other origins may send, as documented. */
export const ALLOWED_HEADERS = Object.keys(REQUEST_HEADERS)
  .filter((name) => REQUEST_HEADERS[name]!.isForScripts)
  .map(titled);

/** Headers are read in lower case, and documented in title case. */
export function titled(header: string): string {
  return header.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

const digested = (without: 'as null' | 'not at all') =>
  Object.entries(REQUEST_HEADERS).flatMap(([name, header]) =>
    'digest' in header && header.digest === without ? { name, usual: header.usual } : [],
  );
const [AS_NULL, IF_SENT] = [digested('as null'), digested('not at all')];

/** The part of the digest of a request that its headers are. */
export const digestedHeaders = (headers: IncomingHttpHeaders): unknown[] => [
  ...AS_NULL.map(({ name }) => headers[name] ?? null),
  ...IF_SENT.flatMap(({ name, usual }) =>
    headers[name] === undefined || headers[name] === usual ? [] : [[name, headers[name]]],
  ),
];
