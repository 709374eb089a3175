import type { FastifyRequest } from 'fastify';
import { extendRouteConfig } from './extend-route-config.ts';

/** A request that was refused, by whatever: the parser of bodies, a limit, or the operation. */
export interface Refusal {
  readonly status: number;
  /** The code of the error or its name. */
  readonly code: string;
  readonly detail: string;
}

export interface RefusalResponse {
  readonly status: number;
  readonly body: object;
}

/** How an operation of another API says that a request is refused. */
export type RefusalForm = (refusal: Refusal, request: FastifyRequest) => RefusalResponse;

export interface RefusalFormConfig {
  readonly refusedAs?: RefusalForm;
}

/** The operation is one of another API, which has a form of its own for refusals. Headers are as everywhere. */
export const RefusedAs = (refusedAs: RefusalForm): MethodDecorator =>
  extendRouteConfig({ refusedAs } satisfies RefusalFormConfig);
