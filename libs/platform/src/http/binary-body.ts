import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Readable } from 'node:stream';
import { DescribeBodyLimit } from './body-limit.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { requestIn } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Content-Type` that a body that is parsed as bytes was sent with. */
    givenType: string;
  }
}

/** A stream of bytes. */
export type Bytes = AsyncIterable<Uint8Array>;

export interface BinaryConfig {
  /** The maximum size of the body in bytes. */
  readonly binary?: number;
}

const BINARY = 'application/octet-stream';

export const failure = (statusCode: 413 | 415): Error => Object.assign(new Error(), { statusCode });

/**
 * Yields at most `limit` bytes. The response may be sent before the body has arrived. Closing the connection then would lose the
 * response and pausing it would block the client, so the rest of the body is read and discarded.
 */
export async function* limited(stream: Readable, limit: number): Bytes {
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

/** Parses bodies as bytes, whatever their `Content-Type`, on those of the routes added from now on that have `@TakesBytes`. */
export function binaryBody(fastify: FastifyInstance): void {
  fastify.decorateRequest('givenType', '');
  const takeBytes: onRequestHookHandler = (request, _reply, done) => {
    request.givenType = request.headers['content-type'] ?? '';
    request.headers['content-type'] = BINARY;
    done();
  };
  fastify.addHook('onRoute', (route) => {
    if ((route.config as BinaryConfig | undefined)?.binary === undefined) return;
    route.onRequest = [takeBytes, ...[route.onRequest ?? []].flat()];
  });
  fastify.addContentTypeParser(BINARY, (request, payload, done) => {
    const limit = (request.routeOptions.config as BinaryConfig).binary;
    if (limit === undefined) return done(failure(415));
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(failure(413));
    done(null, limited(payload as unknown as Readable, limit));
  });
}

/** The operation accepts bytes instead of JSON, at most `limit`; more are a 413. */
export const TakesBytes = (limit: number): MethodDecorator =>
  applyDecorators(
    extendRouteConfig({ binary: limit } satisfies BinaryConfig),
    ApiConsumes(BINARY),
    ApiBody({ schema: { type: 'string', format: 'binary', maxLength: limit } }),
    DescribeBodyLimit(`The body exceeds ${limit / (1024 * 1024)} MiB.`),
  );

async function* noBytes(): Bytes {}

/** The body of a `@TakesBytes` operation. */
export const BodyBytes = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Bytes => (requestIn(context).body as Bytes | undefined) ?? noBytes(),
);
