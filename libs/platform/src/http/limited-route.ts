import { extendRouteConfig } from './extend-route-config.ts';

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
