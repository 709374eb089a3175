import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

const MIB = 1024 * 1024;

/** What an operation takes where it is not the usual 1 MiB. */
export const BodyLimit = (mebibytes: number): MethodDecorator => RouteConfig({ bodyLimit: mebibytes * MIB });

/** Routes from now on are held to the limits that their operations name. */
export function bodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as { readonly bodyLimit?: number };
    if (bodyLimit) route.bodyLimit = bodyLimit;
  });
}
