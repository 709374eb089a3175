import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ResourceNotFound } from '#kernel';
import { type ApiVersion, FIRST_API_VERSION, isApiVersion } from '#support/api-versions';
import type { LimitedRouteConfig } from '#platform/http';
import { documentTurns } from './document-turns.ts';
import { EncodedDocument } from './encoded-document.ts';
import { describeApi } from './open-api.ts';
import { serveReference } from './reference-pages.ts';

const DOCUMENT: LimitedRouteConfig = { unlimited: 'A network gets one document at a time.' };

/**
 * Serves the reference at `/docs` and the document at `/openapi.json` and `/openapi.yaml`. The document of a version is described,
 * serialized and compressed once, on its first request: a server whose documentation nobody reads does not spend 30 MB of memory on it.
 */
export function serveApiDocs(app: NestFastifyApplication, baseUrl: string): void {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const documentOf = (version: ApiVersion) => describeApi(app, baseUrl, version);
  const json = once(async (version) =>
    EncodedDocument.of('application/json; charset=utf-8', JSON.stringify(documentOf(version))),
  );
  const yaml = once(async (version) => EncodedDocument.of('text/yaml', await yamlOf((await json(version)).text)));
  const options = { config: DOCUMENT, onRequest: documentTurns() };
  const send =
    (made: typeof json) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { version = FIRST_API_VERSION } = request.query as { readonly version?: unknown };
      if (isApiVersion(version)) return (await made(version)).send(request, reply);
      throw new ResourceNotFound();
    };
  fastify.get('/openapi.json', options, send(json));
  fastify.get('/openapi.yaml', options, send(yaml));
  serveReference(fastify, baseUrl);
}

/** To describe the document once more would take longer than to read it. */
async function yamlOf(json: string): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(JSON.parse(json), { noRefs: true });
}

function once<T>(make: (version: ApiVersion) => Promise<T>): (version: ApiVersion) => Promise<T> {
  const made = new Map<ApiVersion, Promise<T>>();
  return (version) => {
    const known = made.get(version) ?? make(version);
    made.set(version, known);
    return known;
  };
}
