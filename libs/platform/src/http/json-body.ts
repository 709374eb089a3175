import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { type JsonLimits, jsonLimitsOf, parseJson, SMALL_JSON } from '#support/json';
import { runInContext } from '#engine/tenancy';
import { failure, limited } from './binary-body.ts';
import { type BodyConfig, isLarge, UNAUTHENTICATED_BODY_LIMIT } from './body-limit.ts';
import { readLargeJson, receiveJson } from './large-json.ts';
import { malformedJson } from './json-error.ts';
import { charsetOf } from './charset.ts';
import { isPublic } from './public-body.ts';
import { asksForSignature, noteBodyDigest, notingBodyDigest } from './signed-answers.ts';

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;
/** Stands for the type of a large body, which is not put together from its parts. */
const LARGE_JSON = 'application/x-large-body';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body is JSON that is not put together from its parts. */
    hasLargeJson: boolean;
  }
}

/** JSON is UTF-8. A body that says that it is not would be stored with other letters. */
const UTF8 = /^(utf-?8|us-ascii)$/i;
const isUtf8 = ({ headers: { 'content-type': type = '' } }: FastifyRequest): boolean =>
  !type.includes(';') || UTF8.test(charsetOf(type) ?? 'utf-8');

/** What the JSON of a request may consist of: in proportion to the limit of its size, and less of what anybody may send. */
const limitsFor = ({ routeOptions: { config, bodyLimit } }: FastifyRequest): JsonLimits =>
  (config as BodyConfig).tokenKinds === undefined ? SMALL_JSON : jsonLimitsOf(bodyLimit);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Buffer, limits: JsonLimits): unknown {
  if (body.length === 0) return undefined;
  let length = 0;
  try {
    const text = utf8.decode(body);
    ({ length } = text);
    return parseJson(text, limits, body);
  } catch (error) {
    throw malformedJson((error as Error).message, length);
  }
}

/** Bodies arrive in events of the connection, which belong to no work. */
const parseLarge = (request: FastifyRequest, chunks: Parameters<typeof receiveJson>[0]): Promise<unknown> =>
  runInContext(request.requestContext, async () => {
    const received = await receiveJson(chunks, limitsFor(request));
    await request.server.longBodies.takeToProcess(request, received);
    return readLargeJson(received);
  });

/** Parses JSON bodies. An empty body is valid with any content type; malformed JSON is a 422. */
export function jsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, content, done) => {
    const body = content as Buffer;
    try {
      if (!isUtf8(request)) throw failure(415);
      if (asksForSignature(request)) noteBodyDigest(request, body);
      if (body.length > UNAUTHENTICATED_BODY_LIMIT) return parseLarge(request, [body]);
      done(null, parse(body, limitsFor(request)));
    } catch (error) {
      done(error as Error, undefined);
    }
    return undefined;
  });
  largeBodies(fastify);
}

/** The size and the digest of a public body are those of the whole, which is at most 768 KiB. */
function largeBodies(fastify: FastifyInstance): void {
  fastify.decorateRequest('hasLargeJson', false);
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isLarge(request) && JSON_TYPE.test(request.headers['content-type'] ?? '') && isUtf8(request) && !isPublic(request)) {
      request.hasLargeJson = true;
      request.headers['content-type'] = LARGE_JSON;
    }
    done();
  });
  fastify.addContentTypeParser(LARGE_JSON, (request, payload, done) => {
    if (!request.hasLargeJson) return done(failure(415));
    const limit = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(failure(413));
    const chunks = limited(payload as unknown as Readable, limit);
    return parseLarge(request, asksForSignature(request) ? notingBodyDigest(request, chunks) : chunks);
  });
}
