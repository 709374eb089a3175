import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { Turns } from '#platform/tenancy';
import { UNAUTHENTICATED_BODY_LIMIT } from './body-limit.ts';
import { errorView } from './error.views.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { openApi } from './open-api-schema.ts';
import { unescapedLength } from './unescaped-length.ts';

/** A character of four bytes takes three times as many if it is escaped: `\ud83d\ude00`. */
const MAX_ESCAPED_BYTES = 3 * UNAUTHENTICATED_BODY_LIMIT;

interface PublicBodyConfig {
  readonly hasPublicBody?: boolean;
}

/**
 * The body of an operation without credentials: at most 256 KiB, where an escape sequence counts as the character that it stands
 * for, so that `conditions` and `meta` with the longest keys and values fit in any encoding. A larger one is a 413 and is not parsed.
 */
export const PublicBody = (): MethodDecorator =>
  applyDecorators(
    extendRouteConfig({ hasPublicBody: true } satisfies PublicBodyConfig),
    ApiResponse({
      status: 413,
      description: 'The body exceeds 256 KiB. An escape sequence counts as the character that it stands for.',
      schema: openApi(errorView('RequestBodyTooLarge').schema),
    }),
  );

/** Ordinary bodies, even with a few pairs of `conditions` and `meta`, have a few hundred bytes to a few kilobytes. */
const LONG_BYTES = 16 * 1024;
/** Between two long bodies for one organization, while others are active. Storing one takes several milliseconds. */
const REST_MS = 50;

/**
 * Applies `@PublicBody` to the routes added from now on. Long bodies for one organization are processed one at a time, and rest while
 * others are active: anybody can send them.
 */
export function publicBodies(fastify: FastifyInstance): void {
  const longBodies = new Turns({ places: 16, reserved: 0, maxPerTenant: 1, maxWaiting: 500, maxWaitMs: 5_000, restMs: REST_MS });
  const takeTurn: preHandlerAsyncHookHandler = async ({ work, headers }, reply) => {
    if (work.bytes <= LONG_BYTES && headers['transfer-encoding'] === undefined) return;
    await longBodies.takeUntilClosed(work, reply.raw);
  };
  fastify.addHook('onRoute', (route) => {
    if (!(route.config as PublicBodyConfig | undefined)?.hasPublicBody) return;
    route.bodyLimit = MAX_ESCAPED_BYTES;
    route.preHandler = [takeTurn, ...[route.preHandler ?? []].flat()];
  });
}

/** Throws a 413 if the body of a `@PublicBody` operation is too large. */
export function assertPublicBodySize(request: FastifyRequest, body: Buffer): void {
  if (body.length <= UNAUTHENTICATED_BODY_LIMIT || !isPublic(request)) return;
  if (unescapedLength(body) > UNAUTHENTICATED_BODY_LIMIT) throw Object.assign(new Error(), { statusCode: 413 });
}

/** Fastify builds `routeOptions` anew whenever it is read. */
export const isPublic = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as PublicBodyConfig).hasPublicBody ?? false;
