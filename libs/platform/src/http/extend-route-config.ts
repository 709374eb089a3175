import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/** Adds to the Fastify configuration of a route. `RouteConfig` alone would replace what other decorators have set. */
export const extendRouteConfig =
  (config: object): MethodDecorator =>
  (target, key, descriptor) => {
    const others = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    (RouteConfig({ ...others, ...config }) as MethodDecorator)(target, key, descriptor);
  };
