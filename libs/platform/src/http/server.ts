import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedMethods } from './allowed-methods.ts';
import { bodyLimits } from './body-limit.ts';
import { binaryBody } from './binary-body.ts';
import { answerClientError } from './client-error.ts';
import { ErrorFilter } from './error.filter.ts';
import { csvBody } from './csv-body.ts';
import { jsonBody } from './json-body.ts';
import { setDefaultHeaders, registerRequestDefaults, requestId, sendNotFound } from './default-headers.ts';

const MIB = 1024 * 1024;
/** Node takes addresses of up to 16 KiB; what an id looks like is not for the router to say. */
const LONGEST_PARAMETER = 16 * 1024;

interface ServerOptions {
  readonly sandbox: boolean;
}

/** Fastify with this API's manners; routes come from the controllers. Proxies that are trusted say for whom they ask. */
export function createAdapter(trustedProxies: readonly string[]): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: MIB,
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestId(request.headers['x-request-id']),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setDefaultHeaders(request, reply);
      void sendNotFound(reply);
    },
  });
}

/** To be called before `init`: body parsing, headers of every answer, paths and methods that do not exist, errors. */
export function prepare(app: NestFastifyApplication, { sandbox }: ServerOptions): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.decorate('sandbox', sandbox);
  jsonBody(fastify);
  bodyLimits(fastify);
  csvBody(fastify);
  binaryBody(fastify);
  registerRequestDefaults(fastify, allowedMethods(fastify));
  app.useGlobalFilters(app.get(ErrorFilter));
}
