import { applyDecorators } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { extendRouteConfig } from './extend-route-config.ts';
import { LimitedRoute } from './limited-route.ts';

/** A request that was refused, by whatever: the parser of bodies, a limit, or the operation. */
interface Refusal {
  readonly status: number;
  readonly detail: string;
}

export interface RefusalResponse {
  readonly status: number;
  readonly body: object;
}

export interface OtherApiConfig {
  /** The body may be a form (`application/x-www-form-urlencoded`) as well as JSON. */
  readonly takesForms?: true;
  /** How that API says that a request is refused. Headers are as everywhere. */
  readonly refusedAs?: (refusal: Refusal, request: FastifyRequest) => RefusalResponse;
  /** How that API asks for credentials, instead of the bearer token of all others. */
  readonly challenge?: string;
}

/** The operation is one of another API: it takes forms, has a form of its own for refusals, and counts under this name if it has one. */
export const OtherApi = ({
  limit,
  ...config
}: Pick<OtherApiConfig, 'challenge'> &
  Required<Pick<OtherApiConfig, 'refusedAs'>> & { readonly limit?: string }): MethodDecorator =>
  applyDecorators(
    ...(limit === undefined ? [] : [LimitedRoute(limit)]),
    extendRouteConfig({ takesForms: true, ...config } satisfies OtherApiConfig),
  );
