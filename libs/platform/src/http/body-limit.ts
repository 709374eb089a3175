import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { kindOfToken } from '#platform/secrets';
import { bearerToken, invalidToken, unauthorized } from './credentials.ts';

const MIB = 1024 * 1024;

/**
 * The maximum size of the body, if it is not the default of 1 MiB. Bodies are parsed before guards run, so a larger one is
 * accepted only with a well-formed token; the guard of the operation authenticates it afterwards.
 */
export const BodyLimit = (mebibytes: number): MethodDecorator => RouteConfig({ bodyLimit: mebibytes * MIB });

/** Applies `@BodyLimit` to the routes added from now on. */
export function bodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as { readonly bodyLimit?: number };
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
