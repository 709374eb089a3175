import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ResourceNotFound } from '#kernel';
import { type ApiVersion, FIRST_API_VERSION, isApiVersion } from '#support/api-versions';
import { html } from '#platform/html';
import type { LimitedRouteConfig } from '#platform/http';
import { documentTurns } from './document-turns.ts';
import { acceptsEncoding, EncodedDocument } from './encoded-document.ts';
import { PageDocument, pageRules } from './page-document.ts';

/** What `scripts/reference.mjs` has written, wherever this module runs. */
export const BUILT_REFERENCE = join(dirname(findPackageJSON(import.meta.url)!), 'dist/reference/');
/** In what is built, in place of the base URL. */
const BASE_URL = '__BASE_URL__';
const TYPES: { readonly [extension: string]: string } = {
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'text/yaml',
};
/** The page for whoever comes by an address that no page has. */
const NOT_FOUND = 'not-found';
const FILE: LimitedRouteConfig = { unlimited: 'It sends a file of the build. Nothing is stored.' };
const DOCUMENT: LimitedRouteConfig = { unlimited: 'A network gets one document at a time.' };

/** The name of the built file that has the OpenAPI document of a version. */
export const documentName = (version: ApiVersion, format: 'json' | 'yaml'): string =>
  `openapi${version === FIRST_API_VERSION ? '' : `-${version}`}.${format}`;

const isDocument = (name: string): boolean => /^openapi[-.]/.test(name);

/**
 * Serves what the build has written: the OpenAPI documents, the reference at `/docs`, each page as Markdown with `.md` behind its address, and
 * `/llms.txt`. It has none of them if they are not built.
 */
export function serveReference(fastify: FastifyInstance, baseUrl: string): void {
  const names = new Set(existsSync(BUILT_REFERENCE) ? readdirSync(BUILT_REFERENCE, { recursive: true, encoding: 'utf8' }) : []);
  const read = async (name: string, url: string): Promise<string> =>
    (await readFile(join(BUILT_REFERENCE, name), 'utf8')).replaceAll(BASE_URL, () => url);
  const texts = new Map<string, Promise<EncodedDocument>>();
  const textOf = (name: string): Promise<EncodedDocument> => {
    const known = texts.get(name);
    if (known) return known;
    const text = read(name, baseUrl).then((content) => EncodedDocument.of(TYPES[extname(name)]!, content));
    texts.set(name, text);
    return text;
  };
  const sendDocument = async (format: 'json' | 'yaml', request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { version = FIRST_API_VERSION } = request.query as { readonly version?: unknown };
    const name = isApiVersion(version) && documentName(version, format);
    if (name === false || !names.has(name)) throw new ResourceNotFound();
    return (await textOf(name)).send(request, reply);
  };
  const sendPage = async (name: string, reply: FastifyReply): Promise<FastifyReply> =>
    new PageDocument(await read(`${name}.html`, html`${baseUrl}`.text)).send(reply, pageRules(baseUrl));
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (name === NOT_FOUND || name === `${NOT_FOUND}.md`) return sendNotFound(reply);
    if (names.has(name) && !isDocument(name) && extname(name) in TYPES) return (await textOf(name)).send(request, reply);
    return names.has(`${name}.html`) ? sendPage(name, reply.header('cache-control', 'public, no-cache')) : sendNotFound(reply);
  };
  const sendNotFound = async (reply: FastifyReply): Promise<FastifyReply> => {
    if (names.has(`${NOT_FOUND}.html`)) return sendPage(NOT_FOUND, reply.status(404));
    reply.callNotFound();
    return reply;
  };
  const document = { config: DOCUMENT, onRequest: documentTurns() };
  fastify.get('/openapi.json', document, (request, reply) => sendDocument('json', request, reply));
  fastify.get('/openapi.yaml', document, (request, reply) => sendDocument('yaml', request, reply));
  const options = { config: FILE, onSend: compressPage };
  fastify.get('/llms.txt', { config: FILE }, (request, reply) => send('llms.txt', request, reply));
  fastify.get('/docs', options, (request, reply) => send('index', request, reply));
  fastify.get<{ Params: { '*': string } }>('/docs/*', options, (request, reply) => send(request.params['*'], request, reply));
}

/** Pages have a nonce of their own in every answer, so each is compressed when it is sent. */
const compressPage: onSendAsyncHookHandler = async (request, reply, payload) => {
  const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
  if (!isPage || !acceptsEncoding(request, 'gzip')) return payload;
  void reply.headers({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  return promisify(gzip)(payload);
};
