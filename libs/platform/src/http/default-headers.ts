import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FIRST_API_VERSION } from '#support/api-versions';
import { ALLOWED_HEADERS } from './request-headers.ts';
import { useVersion } from './versions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly sandbox: boolean;
  }
}

const REQUEST_ID_PATTERN = /^[\w.:-]{1,128}$/;

const RESPONSE_HEADERS = [
  'Content-Digest',
  'ETag',
  'Idempotency-Replayed',
  'License-Code',
  'License-Ignored-Fields',
  'License-Included-Version',
  'License-Manage-Url',
  'License-Operation',
  'License-Request-Digest',
  'License-Retry-At',
  'License-Standing',
  'Link',
  'Polar-Version',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Signature',
  'Signature-Input',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Sandbox',
];
const PREFLIGHT_SECONDS = 600;

const DEFAULT_HEADERS = {
  'polar-version': FIRST_API_VERSION,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': RESPONSE_HEADERS.join(', '),
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
  'access-control-max-age': PREFLIGHT_SECONDS,
};

/**
 * Pages, also those of the API reference and of the OpenID provider, and the API below their addresses, which no other origin may use. A
 * name with an encoded character may be one of them.
 */
const OF_PAGES = /^\/(?:(?:(?:console|portal|docs|oauth2|single-sign-on|v1\/oauth2\/authorize)(?:[/?]|$))|[^/?]*%|(?:\?|$))/;

/** The request id that the client sent, if it is safe to log; otherwise a new one. */
export const requestId = ({ headers: { 'x-request-id': given } }: Pick<IncomingMessage, 'headers'>): string =>
  typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID();

/** Sets the headers that every response has. */
export function setDefaultHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(DEFAULT_HEADERS).header('x-request-id', request.id);
  if (!OF_PAGES.test(request.originalUrl)) reply.headers(CORS_HEADERS);
  if (request.server.sandbox) reply.header('x-sandbox', '1');
}

export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.status(404).send({ error: 'ResourceNotFound', detail: 'Not found' });

/**
 * Runs before any route: default headers, API version, CORS (any origin, no credentials; not for pages), and the errors for paths and
 * methods that do not exist, which take precedence over all other errors.
 */
export function registerRequestDefaults(fastify: FastifyInstance, allowedAt: (path: string) => readonly string[]): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    setDefaultHeaders(request, reply);
    const version = request.headers['polar-version'];
    if (request.method === 'OPTIONS') sendOptions(request, reply);
    else if (version !== undefined && version !== FIRST_API_VERSION && !useVersion(version, request, reply))
      void sendNotFound(reply);
    else if (request.is404) sendRoutingError(request, reply);
    else done();
  });

  function sendOptions({ originalUrl }: FastifyRequest, reply: FastifyReply): void {
    if (!OF_PAGES.test(originalUrl)) reply.headers(PREFLIGHT_HEADERS);
    void reply.status(204).send();
  }

  function sendRoutingError(request: FastifyRequest, reply: FastifyReply): void {
    const allowed = allowedAt(request.url);
    if (allowed.length === 0) return void sendNotFound(reply);
    const body = { error: 'MethodNotAllowed', detail: 'Method not allowed' };
    void reply.status(405).header('allow', allowed.join(', ')).send(body);
  }
}
