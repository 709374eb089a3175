import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** Bytes as they arrive, never all of them at once. */
export type Bytes = AsyncIterable<Uint8Array>;

interface BinaryConfig {
  /** The most bytes that the route takes. */
  readonly binary?: number;
}

const BINARY = 'application/octet-stream';

const failure = (statusCode: 413 | 415): Error => Object.assign(new Error(), { statusCode });

const limitOf = ({ routeOptions }: FastifyRequest): number | undefined => (routeOptions.config as BinaryConfig).binary;

/**
 * A client is answered while it is still sending. Leaving off early must neither cut its connection nor leave it stuck, so
 * the rest is let in and dropped, as Node does with bodies that nobody begins to read.
 */
async function* limited(stream: Readable, limit: number): Bytes {
  let size = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) throw failure(413);
      yield chunk;
    }
  } finally {
    stream.resume();
  }
}

/** Bodies that are bytes, whatever their sender calls them; on the routes that say so, and on no other. */
export function binaryBody(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404 && limitOf(request) !== undefined) request.headers['content-type'] = BINARY;
    done();
  });
  fastify.addContentTypeParser(BINARY, (request, payload, done) => {
    const limit = limitOf(request);
    if (limit === undefined) return done(failure(415));
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(failure(413));
    done(null, limited(payload as unknown as Readable, limit));
  });
}

/** The operation takes bytes instead of JSON, `limit` of them at the most: more are a 413. */
export const TakesBytes = (limit: number): MethodDecorator =>
  applyDecorators(
    RouteConfig({ binary: limit } satisfies BinaryConfig),
    ApiConsumes(BINARY),
    ApiBody({ schema: { type: 'string', format: 'binary', maxLength: limit } }),
  );

async function* nothing(): Bytes {}

/** The bytes of the body. */
export const BodyBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Bytes =>
    (context.switchToHttp().getRequest<FastifyRequest>().body as Bytes | undefined) ?? nothing(),
);
