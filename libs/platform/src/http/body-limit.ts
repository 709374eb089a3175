import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { kindOfToken } from '#platform/secrets';
import { bearerToken, invalidToken, unauthorized } from './credentials.ts';

const MIB = 1024 * 1024;

/**
 * What an operation takes where it is not the usual 1 MiB. Bodies are parsed before anybody asks for a credential, so more than
 * that is taken only where something is borne that could be one; whether it is, the operation's own guard says later.
 */
export const BodyLimit = (mebibytes: number): MethodDecorator => RouteConfig({ bodyLimit: mebibytes * MIB });

/** Routes from now on are held to the limits that their operations name. */
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
