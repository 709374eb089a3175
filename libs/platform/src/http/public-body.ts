import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** Applies `@PublicBody` to the routes added from now on. */
export function publicBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if ((route.config as PublicBodyConfig | undefined)?.hasPublicBody) route.bodyLimit = MAX_ESCAPED_BYTES;
  });
}

/** Throws a 413 if the body of a `@PublicBody` operation is too large. */
export function assertPublicBodySize({ routeOptions }: FastifyRequest, body: Buffer): void {
  if (!(routeOptions.config as PublicBodyConfig).hasPublicBody || body.length <= UNAUTHENTICATED_BODY_LIMIT) return;
  if (unescapedLength(body) > UNAUTHENTICATED_BODY_LIMIT) throw Object.assign(new Error(), { statusCode: 413 });
}
