import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { bearerToken, unauthorized } from '#platform/http';
import type { BearerRequest } from './bearer.strategy.ts';
import type { Principal } from './bearer.ts';
import type { CredentialSources } from './credential-sources.ts';

/** Authenticates the bearer token. What its bearer may do is asked by `admit`. */
export abstract class BearerGuard extends AuthGuard('bearer') {
  constructor(
    protected readonly reflector: Reflector,
    private readonly sources: CredentialSources,
  ) {
    super();
  }

  /** Throws a challenge or a refusal, or answers with whom the operation gets to see. */
  protected abstract authorize(bearer: Principal, context: ExecutionContext): Principal;

  /** What passport gets to see: the header in the one form that it reads well, and nothing else of the request. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const token = bearerToken(context.switchToHttp().getRequest<FastifyRequest>());
    return { headers: token ? { authorization: `Bearer ${token}` } : {}, sources: this.sources };
  }

  override handleRequest<T>(error: unknown, bearer: Principal | false, challenge: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!bearer) throw unauthorized(typeof challenge === 'string' ? challenge : undefined);
    const caller = this.authorize(bearer, context);
    context.switchToHttp().getRequest<FastifyRequest & { caller?: Principal }>().caller = caller;
    return caller as T;
  }
}

/** The authenticated caller: a `Caller` under `@RequireScope`, a `PortalPrincipal` under `@RequireCustomer`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest & { caller?: Principal }>().caller,
);
