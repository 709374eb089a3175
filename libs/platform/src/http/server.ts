import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { ErrorFilter } from './error.filter.ts';
import { jsonBody } from './json-body.ts';

const MIB = 1024 * 1024;
const API_VERSION = '2026-04';
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'License-Device',
  'Polar-Organization',
  'Polar-Version',
  'X-Request-Id',
];
const RESPONSE_HEADERS = [
  'License-Code',
  'Polar-Version',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Sandbox',
];

interface ServerOptions {
  readonly sandbox: boolean;
}

const notFound = (reply: FastifyReply) => reply.status(404).send({ error: 'ResourceNotFound', detail: 'Not found' });

/** Fastify with this API's manners; routes come from the controllers. */
export function createAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: MIB,
    requestTimeout: 30_000,
    // Requests that still come in over open connections while the process stops are answered as always.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) => void notFound(reply),
  });
}

/** To be called before `init`: body parsing, headers of every answer, CORS, errors. */
export function prepare(app: NestFastifyApplication, { sandbox }: ServerOptions): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  jsonBody(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'polar-version': API_VERSION, 'cache-control': 'private, no-store' });
    if (sandbox) reply.header('x-sandbox', '1');
    const version = request.headers['polar-version'];
    if (version !== undefined && version !== API_VERSION) void notFound(reply);
    else done();
  });
  app.enableCors({
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
  });
  app.useGlobalFilters(app.get(ErrorFilter));
  answerWrongMethods(app, fastify);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every known path answers 405 and `Allow` to the methods it does not have. */
function answerWrongMethods(app: INestApplication, fastify: FastifyInstance): void {
  const known = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    known.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });
  const init = app.init.bind(app);
  app.init = async () => {
    await init();
    for (const [url, methods] of [...known]) {
      const missing = METHODS.filter((method) => !methods.has(method));
      if (!url.startsWith('/v1') || missing.length === 0) continue;
      const allow = [...methods].filter((method) => method !== 'HEAD').join(', ');
      fastify.route({
        method: missing,
        url,
        handler: (_request, reply) =>
          reply.status(405).header('allow', allow).send({ error: 'MethodNotAllowed', detail: 'Method not allowed' }),
      });
    }
    return app;
  };
}
