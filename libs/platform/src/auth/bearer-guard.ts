import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import { AuthChallenge, requestIn, unauthorized, withoutToken } from '#platform/http';
import type { TokenKind } from '#platform/secrets';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

type AuthenticatedRequest = FastifyRequest & { caller?: Principal };

/** What Passport sees of a request: its headers, and the credential sources of the application that received it. */
interface BearerRequest extends Pick<FastifyRequest, 'headers'> {
  readonly sources: CredentialSources;
}

/** Passport has one strategy for the process, which may run several applications, so the sources come with each request. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ passReqToCallback: true });
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

  /** The kinds of tokens that the operation accepts. */
  protected abstract acceptedKinds(context: ExecutionContext): readonly TokenKind[];

  /** Returns the principal that the operation receives; throws `AuthChallenge` or a `DomainError` if it may not be called. */
  protected abstract authorize(principal: Principal, context: ExecutionContext): Principal;

  /** A token in the query or in the body does not count, so Passport sees neither. */
  override getRequest(context: ExecutionContext): BearerRequest {
    return { headers: requestIn(context).headers, sources: this.sources };
  }

  /** `error` is what `BearerStrategy.validate` threw; without a token in the header it is not called. */
  override handleRequest<T>(error: unknown, principal: Principal | false, _info: unknown, context: ExecutionContext): T {
    const request = requestIn<AuthenticatedRequest>(context);
    try {
      if (error) throw error;
      if (!principal) throw withoutToken(request);
      request.caller = this.authorize(principal, context);
    } catch (refusal) {
      if (!(refusal instanceof AuthChallenge)) throw refusal;
      throw this.sources.withMetadata(refusal, this.acceptedKinds(context));
    }
    const { caller, requestContext } = request;
    requestContext.tenant = caller.tenant;
    if (requestContext.attribution) requestContext.attribution.actor = caller.actor;
    requestContext.organization = caller.onlyOrganization;
    return caller as T;
  }
}

/** The authenticated caller: a `SellerPrincipal` under `@RequireScope`, a `PortalPrincipal` under `@RequireCustomer`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestIn<AuthenticatedRequest>(context).caller,
);
