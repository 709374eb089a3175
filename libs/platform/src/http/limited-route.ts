import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/** Adds to the Fastify configuration of a route. `RouteConfig` alone would replace what other decorators have set. */
export const extendRouteConfig =
  (config: object): MethodDecorator =>
  (target, key, descriptor) => {
    const others = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    (RouteConfig({ ...others, ...config }) as MethodDecorator)(target, key, descriptor);
  };

/** What a route without credentials says of itself: what limits it, or why nothing has to. */
export interface LimitedRouteConfig {
  /** What is counted: requests or failures. Beyond the quota the response is 429. */
  readonly limit?: string;
  readonly unlimited?: string;
}

/** The operation counts requests or failures under this name. */
export const LimitedRoute = (limit: string): MethodDecorator => extendRouteConfig({ limit } satisfies LimitedRouteConfig);

/** Nothing counts requests to the operation, although it needs no credentials, for this reason. */
export const Unlimited = (reason: string): MethodDecorator =>
  extendRouteConfig({ unlimited: reason } satisfies LimitedRouteConfig);
