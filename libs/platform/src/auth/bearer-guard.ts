import { type CanActivate, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { bearerToken, requestIn, unauthorized, withoutToken } from '#platform/http';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

type AuthenticatedRequest = FastifyRequest & { caller?: Principal };

/** Authenticates the bearer token; `authorize` decides whether its principal may call the operation. */
export abstract class BearerGuard implements CanActivate {
  constructor(
    protected readonly reflector: Reflector,
    protected readonly sources: CredentialSources,
  ) {}

  /** Returns the principal that the operation receives; throws `AuthChallenge` or a `DomainError` if it may not be called. */
  protected abstract authorize(principal: Principal, context: ExecutionContext): Principal;

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestIn<AuthenticatedRequest>(context);
    const caller = this.authorize(await this.authenticate(request), context);
    request.caller = caller;
    request.requestContext.tenant = caller.tenant;
    if (request.requestContext.attribution) request.requestContext.attribution.actor = caller.actor;
    request.requestContext.organization = caller.onlyOrganization;
    return true;
  }

  private async authenticate(request: FastifyRequest): Promise<Principal> {
    const token = bearerToken(request);
    if (!token) throw withoutToken(request);
    const principal = await this.sources.identify(token);
    if (!principal) throw unauthorized(await this.sources.problemOf(token));
    return principal;
  }
}

/** The authenticated caller: a `SellerPrincipal` under `@RequireScope`, a `PortalPrincipal` under `@RequireCustomer`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestIn<AuthenticatedRequest>(context).caller,
);
