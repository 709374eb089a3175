import { compile } from '@fastify/proxy-addr';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Idempotency } from '#engine/idempotency';
import { JsonText } from '#support/json';
import { auditedOperations } from './attribution.ts';
import { allowedMethods } from './allowed-methods.ts';
import { bodyLimits, type KnownTokens, UNAUTHENTICATED_BODY_LIMIT } from './body-limit.ts';
import { binaryBody } from './binary-body.ts';
import { respondToClientError } from './client-error.ts';
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
import { signedAnswers } from './signed-answers.ts';
import { slowRefusals } from './slow-refusals.ts';
import { servesVersions } from './versions.ts';
import { setDefaultHeaders, registerRequestDefaults, requestId, sendNotFound } from './default-headers.ts';

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
