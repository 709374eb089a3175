import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import { bearerToken, REALM, requestIn, unauthorized, withoutToken } from '#platform/http';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

/** The request as passport sees it: the header, and the credential sources of the application that received it. */
interface BearerRequest {
  readonly headers: { readonly authorization?: string };
  readonly sources: CredentialSources;
}

/** Passport is a singleton of the process, which may run several applications, so the sources come with each request. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ realm: REALM, passReqToCallback: true });
  }

  async validate({ sources }: BearerRequest, token: string): Promise<Principal> {
    const principal = await sources.identify(token);
    if (!principal) throw unauthorized(await sources.problemOf(token));
    return principal;
  }
}

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

  override handleRequest<T>(error: unknown, principal: Principal | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!principal) throw withoutToken(requestIn(context));
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
