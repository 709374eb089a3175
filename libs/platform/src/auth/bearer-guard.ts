import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { bearerToken, requestIn, unauthorized } from '#platform/http';
import type { BearerRequest } from './bearer.strategy.ts';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

/** Authenticates the bearer token; `authorize` decides whether its principal may call the operation. */
export abstract class BearerGuard extends AuthGuard('bearer') {
  constructor(
    protected readonly reflector: Reflector,
    protected readonly sources: CredentialSources,
  ) {
    super();
  }

  /** Returns the principal that the operation receives; throws `AuthChallenge` or a `DomainError` if it may not be called. */
  protected abstract authorize(principal: Principal, context: ExecutionContext): Principal;

  /** Passport gets the Authorization header in a normalized form, and nothing else of the request. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const token = bearerToken(requestIn(context));
    return { headers: token ? { authorization: `Bearer ${token}` } : {}, sources: this.sources };
  }

  override handleRequest<T>(error: unknown, principal: Principal | false, challenge: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!principal) throw unauthorized(typeof challenge === 'string' ? challenge : undefined);
    const caller = this.authorize(principal, context);
    const request = requestIn<FastifyRequest & { caller?: Principal }>(context);
    request.caller = caller;
    request.requestContext.tenant = caller.tenant;
    if (request.requestContext.attribution) request.requestContext.attribution.actor = caller.actor;
    request.requestContext.organization = caller.onlyOrganization;
    return caller as T;
  }
}

/** The authenticated caller: a `SellerPrincipal` under `@RequireScope`, a `PortalPrincipal` under `@RequireCustomer`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestIn<FastifyRequest & { caller?: Principal }>(context).caller,
);
