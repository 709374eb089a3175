import { compile } from '@fastify/proxy-addr';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Idempotency } from '#engine/idempotency';
import { JsonText } from '#support/json';
import { auditedOperations } from './attribution.ts';
import { bodyLimits, type KnownTokens, UNAUTHENTICATED_BODY_LIMIT, slowRefusals } from './body-limit.ts';
import { binaryBody } from './binary-body.ts';
import { withoutPort } from './clients.ts';
import { ErrorFilter } from './error.filter.ts';
import { FailureLimits } from './failure-limit.ts';
import { fileBodies } from './file-body.ts';
import { csvBody } from './csv-body.ts';
import { formBody } from './form-body.ts';
import { jsonBody } from './json-body.ts';
import { publicBodies } from './public-body.ts';
import { requestContexts } from './request-contexts.ts';
import type { SessionProxy } from './session-proxy.ts';
import { sandboxAnswers, Sandboxes } from './sandboxes.ts';
import { signedAnswers } from './signed-answers.ts';
import { servesVersions } from './versions.ts';
import { setDefaultHeaders, registerRequestDefaults, requestId, sendNotFound } from './default-headers.ts';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

/** The regular expression of a route such as `/v1/things/:id`; `*` matches anything. */
const toPattern = (url: string): RegExp => {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

/** Records the routes added from now on. Returns a function that lists the methods of a path; empty if there is no such path. */
export function allowedMethods(fastify: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    known.set(url, route);
    for (const each of [method].flat()) route.methods.add(each);
  });
  return (url) => {
    const path = pathOf(url);
    const routes = [...known.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  };
}

const ERRORS: { readonly [code: string]: readonly [status: number, error: string, detail: string] } = {
  HPE_HEADER_OVERFLOW: [431, 'RequestHeadersTooLarge', 'The address and headers of the request exceed the maximum allowed size'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'RequestTimeout', 'The request took too long to arrive'],
};

/** Responds to bytes that are not an HTTP request with a documented error, if the socket is still writable. */
function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, name, detail] = ERRORS[error.code ?? ''] ?? [400, 'BadRequest', 'Bad request'];
  const body = JSON.stringify({ error: name, detail });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: private, no-store',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Node accepts URLs of up to 16 KiB. Ids are validated by the operations, not by the router. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** Clients whose base URL ends with a slash ask for `//v1`. */
const MANY_SLASHES = /^\/+(?=\/(?:v1|\.well-known)\/)/;

interface ServerOptions {
  readonly sandbox: boolean;
  readonly tokens: KnownTokens;
  /** Where bodies that are files are written. */
  readonly fileFolder: string;
}

/**
 * Fastify with the limits of this API. Trusted proxies set the client address with X-Forwarded-For. Requests of pages get the bearer token
 * of their cookie from `sessions`.
 */
export function createAdapter(trustedProxies: readonly string[], sessions?: SessionProxy): FastifyAdapter {
  return new FastifyAdapter({
    rewriteUrl: (request: IncomingMessage) => {
      const url = sessions?.rewrite(request) ?? request.url ?? '/';
      return url.startsWith('//') ? url.replace(MANY_SLASHES, '') : url;
    },
    trustProxy: trustedProxies.length > 0 ? trustOf(trustedProxies) : false,
    bodyLimit: UNAUTHENTICATED_BODY_LIMIT,
    requestTimeout: 30_000,
    // Requests on open connections are served until the last one is closed: the pools are closed after that.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    genReqId: requestId,
    clientErrorHandler: respondToClientError,
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setDefaultHeaders(request, reply);
      void sendNotFound(reply);
    },
  });
}

/** Addresses may have a port, also those of proxies. */
function trustOf(proxies: readonly string[]): (address: string, hop: number) => boolean {
  const trusts = compile([...proxies]);
  return (address, hop) => trusts(withoutPort(address), hop);
}

/** Registers body parsers, default headers, routing errors and the error filter. Must be called before `init`. */
export function prepare(app: NestFastifyApplication, { sandbox, tokens, fileFolder }: ServerOptions): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.decorate('sandbox', sandbox);
  fastify.decorate('idempotency', app.get<Idempotency>(Idempotency));
  fastify.decorate('failureLimits', app.get<FailureLimits>(FailureLimits));
  fastify.setReplySerializer((body) => (body instanceof JsonText ? body.text : JSON.stringify(body)));
  servesVersions(fastify, app);
  auditedOperations(fastify);
  const errors = app.get<ErrorFilter>(ErrorFilter);
  requestContexts(fastify, (request, reply) => errors.respondLate(request, reply));
  slowRefusals(fastify);
  jsonBody(fastify);
  bodyLimits(fastify, tokens);
  publicBodies(fastify, app);
  signedAnswers(fastify, app);
  sandboxAnswers(fastify, app.get<Sandboxes>(Sandboxes));
  csvBody(fastify);
  formBody(fastify);
  binaryBody(fastify);
  fileBodies(fastify, fileFolder);
  registerRequestDefaults(fastify, allowedMethods(fastify));
  app.useGlobalFilters(errors);
  // Nest handles errors of other routes only once it is initialized; those that exist by then would have Fastify's own handler.
  fastify.addHook('onRoute', (route) => {
    route.errorHandler ??= (error, request, reply) => errors.respond(error, request, reply);
  });
}
