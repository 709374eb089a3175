import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { kindOfToken } from '#platform/secrets';
import { bearerToken, invalidToken, unauthorized } from './credentials.ts';
import { errorView } from './error.views.ts';
import { openApi } from './open-api-schema.ts';
import { unescapedLength } from './unescaped-length.ts';

const MIB = 1024 * 1024;
/** Holds `conditions` and `meta` of 50 pairs each, with the longest keys and values, in characters of four bytes. */
const MAX_PUBLIC_BYTES = 256 * 1024;
/** Such a character takes three times the bytes if it is escaped: `\ud83d\ude00`. */
const MAX_ESCAPED_PUBLIC_BYTES = 3 * MAX_PUBLIC_BYTES;

interface BodyConfig {
  readonly bodyLimit?: number;
  readonly hasPublicBody?: boolean;
}

/**
 * The maximum size of the body, if it is not the default of 1 MiB. Bodies are parsed before guards run, so a larger one is
 * accepted only with a well-formed token; the guard of the operation authenticates it afterwards.
 */
export const BodyLimit = (mebibytes: number): MethodDecorator => RouteConfig({ bodyLimit: mebibytes * MIB });

/**
 * The body of an operation without credentials: at most 256 KiB, where an escape sequence counts as the character that it stands
 * for. A larger one is a 413 and is not parsed.
 */
export const PublicBody = (): MethodDecorator =>
  applyDecorators(
    RouteConfig({ hasPublicBody: true } satisfies BodyConfig),
    ApiResponse({
      status: 413,
      description: 'The body exceeds 256 KiB. An escape sequence counts as the character that it stands for.',
      schema: openApi(errorView('RequestBodyTooLarge').schema),
    }),
  );

export const isPublicBody = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as BodyConfig).hasPublicBody ?? false;

export const exceedsPublicLimit = (body: Buffer): boolean =>
  body.length > MAX_PUBLIC_BYTES && unescapedLength(body) > MAX_PUBLIC_BYTES;

export const bodyTooLarge = (): Error => Object.assign(new Error('Body too large'), { statusCode: 413 });

/** Applies `@BodyLimit` and `@PublicBody` to the routes added from now on. */
export function bodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit, hasPublicBody } = (route.config ?? {}) as BodyConfig;
    if (hasPublicBody) route.bodyLimit = MAX_ESCAPED_PUBLIC_BYTES;
    if (!bodyLimit) return;
    route.bodyLimit = bodyLimit;
    route.onRequest = [requireToken, ...[route.onRequest ?? []].flat()];
  });
}

const requireToken: onRequestHookHandler = (request, _reply, done) => {
  const token = bearerToken(request);
  if (token === undefined) done(unauthorized());
  else done(kindOfToken(token) === undefined ? invalidToken() : undefined);
};
