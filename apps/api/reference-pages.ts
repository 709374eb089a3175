import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { html } from '#platform/html';
import type { LimitedRouteConfig } from '#platform/http';
import { acceptsEncoding, EncodedDocument } from './encoded-document.ts';
import { PageDocument, pageRules } from './page-document.ts';

/** What `scripts/reference.mjs` has written, wherever this module runs. */
export const BUILT_REFERENCE = join(dirname(findPackageJSON(import.meta.url)!), 'dist/reference/');
/** In samples, in place of the base URL. */
const BASE_URL = '__BASE_URL__';
const TYPES: { readonly [extension: string]: string } = {
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
/** The page for whoever comes by an address that no page has. */
const NOT_FOUND = 'not-found';
const FILE: LimitedRouteConfig = { unlimited: 'It sends a file of the build. Nothing is stored.' };

/** Serves the reference: pages at `/docs`, each as Markdown with `.md` behind its address, and `/llms.txt`. It has none if it is not built. */
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
  const sendPage = async (name: string, reply: FastifyReply): Promise<FastifyReply> =>
    new PageDocument(await read(`${name}.html`, html`${baseUrl}`.text)).send(reply, pageRules(baseUrl));
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (name === NOT_FOUND || name === `${NOT_FOUND}.md`) return sendNotFound(reply);
    if (names.has(name) && extname(name) in TYPES) return (await textOf(name)).send(request, reply);
    return names.has(`${name}.html`) ? sendPage(name, reply.header('cache-control', 'public, no-cache')) : sendNotFound(reply);
  };
  const sendNotFound = async (reply: FastifyReply): Promise<FastifyReply> => {
    if (names.has(`${NOT_FOUND}.html`)) return sendPage(NOT_FOUND, reply.status(404));
    reply.callNotFound();
    return reply;
  };
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
