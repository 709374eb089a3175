import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { LimitedRouteConfig } from '#platform/http';
import { documentTurns } from './document-turns.ts';
import { EncodedDocument } from './encoded-document.ts';
import { describeApi } from './open-api.ts';
import { serveReference } from './reference-pages.ts';

const DOCUMENT: LimitedRouteConfig = { unlimited: 'A network gets one document at a time.' };

/**
 * Serves the reference at `/docs` and the document at `/openapi.json` and `/openapi.yaml`. The document is described, serialized and
 * compressed once, on its first request: a server whose documentation nobody reads does not spend 30 MB of memory on it.
 */
export function serveApiDocs(app: NestFastifyApplication, baseUrl: string): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const json = once(() => EncodedDocument.of('application/json; charset=utf-8', JSON.stringify(describeApi(app, baseUrl))));
  const yaml = once(async () => EncodedDocument.of('text/yaml', await yamlOf(describeApi(app, baseUrl))));
  const onRequest = documentTurns();
  fastify.get('/openapi.json', { config: DOCUMENT, onRequest }, async (request, reply) => (await json()).send(request, reply));
  fastify.get('/openapi.yaml', { config: DOCUMENT, onRequest }, async (request, reply) => (await yaml()).send(request, reply));
  serveReference(fastify, baseUrl);
}

async function yamlOf(document: OpenAPIObject): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(document, { skipInvalid: true, noRefs: true });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
