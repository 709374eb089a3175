import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { LimitedRouteConfig } from '#platform/http';
import { documentTurns } from './document-turns.ts';
import { EncodedDocument } from './encoded-document.ts';
import { describeApi } from './open-api.ts';

const PAGES = '/docs';
const NONCE_BYTES = 18;
const DOCUMENT: LimitedRouteConfig = { unlimited: 'A network gets one document at a time.' };

/**
 * Serves Swagger UI at `/docs` and the document at `/openapi.json` and `/openapi.yaml`. Each is described, serialized and compressed
 * once, on its first request: a server whose documentation nobody reads does not spend 30 MB of memory on it.
 */
export function serveApiDocs(app: NestFastifyApplication, baseUrl: string): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const json = once(() => EncodedDocument.of('application/json; charset=utf-8', JSON.stringify(describeApi(app, baseUrl))));
  const yaml = once(async () => EncodedDocument.of('text/yaml', await yamlOf(describeApi(app, baseUrl))));
  fastify.addHook('onRoute', (route) => {
    if (route.url !== PAGES && !route.url.startsWith(`${PAGES}/`)) return;
    Object.assign(route, {
      onSend: [restrictPage(baseUrl), allowRevalidation, ...[route.onSend ?? []].flat()],
    });
  });
  const onRequest = documentTurns();
  fastify.get('/openapi.json', { config: DOCUMENT, onRequest }, async (request, reply) => (await json()).send(request, reply));
  fastify.get('/openapi.yaml', { config: DOCUMENT, onRequest }, async (request, reply) => (await yaml()).send(request, reply));
  serveSwaggerUi(app);
}

/** The pages load the document by its URL and do not contain it. Tokens are kept in memory only, and nothing is sent elsewhere. */
function serveSwaggerUi(app: NestFastifyApplication): void {
  SwaggerModule.setup(PAGES, app, () => ({}) as OpenAPIObject, {
    raw: false,
    swaggerUrl: '../openapi.json',
    customSiteTitle: 'Latchkey API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: {
      persistAuthorization: false,
      validatorUrl: 'none',
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
    },
  });
}

async function yamlOf(document: OpenAPIObject): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(document, { skipInvalid: true, noRefs: true });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * Swagger UI needs inline styles, and images as data. Its scripts are allowed by a nonce, because files of sellers are on the same origin.
 * Requests that it makes go to the base URL of the API.
 */
function restrictPage(baseUrl: string): onSendHookHandler<unknown> {
  return (_request, reply, payload, done) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      `connect-src 'self' ${new URL(baseUrl).origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
    void reply.header('content-security-policy', policy);
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
    done(null, isPage ? payload.replaceAll('<script ', `<script nonce="${nonce}" `) : payload);
  };
}

/** Pages have no secrets, so browsers may store them. Errors keep the default of every response. */
const allowRevalidation: onSendHookHandler = (_request, reply, _payload, done) => {
  if (reply.statusCode < 400) reply.header('cache-control', 'public, no-cache');
  done();
};
