import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import { AuthChallenge, requestIn, unauthorized, withoutToken } from '#platform/http/composition';
import type { TokenKind } from '#engine/secrets';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

type AuthenticatedRequest = FastifyRequest & { caller?: Principal };

/** What Passport sees of a request: its header, and the credential sources of the application that received it. */
interface BearerRequest {
  readonly headers: Pick<FastifyRequest['headers'], 'authorization'>;
  readonly sources: CredentialSources;
  /** Passport adds who it is; false if the header has no token. */
  readonly user?: Principal | false;
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

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestIn<AuthenticatedRequest>(context);
    try {
      request.caller = this.authorize(await this.authenticate(request), context);
    } catch (refusal) {
      if (!(refusal instanceof AuthChallenge)) throw refusal;
      throw this.sources.withMetadata(refusal, this.acceptedKinds(context));
    }
    const { caller, requestContext } = request;
    requestContext.tenant = caller.tenant;
    if (requestContext.attribution) requestContext.attribution.actor = caller.actor;
    requestContext.organization = caller.onlyOrganization;
    const { sandboxes } = caller;
    if (sandboxes === 'all') context.switchToHttp().getResponse<FastifyReply>().header('x-sandbox', '1');
    if (sandboxes !== 'none') await request.server.sandboxes.takeTime(request);
    return true;
  }

  /**
   * Passport gets the header and nothing else of the request. So a token in the query or in the body does not count, and what Passport
   * keeps until the next full collection is small: it assigns functions to an object, which V8 allocates in the old generation.
   */
  private async authenticate(request: FastifyRequest): Promise<Principal> {
    const presented: BearerRequest = { headers: { authorization: request.headers.authorization }, sources: this.sources };
    await super.canActivate(new ExecutionContextHost([presented]));
    if (!presented.user) throw withoutToken(request);
    return presented.user;
  }

  /** `error` is what `BearerStrategy.validate` threw. It is not called without a token, which is no error of Passport. */
  override handleRequest<T>(error: unknown, principal: T): T {
    if (error) throw error;
    return principal;
  }
}

/** The authenticated caller: a `SellerPrincipal` under `@RequireScope`, a `PortalPrincipal` under `@RequireCustomer`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestIn<AuthenticatedRequest>(context).caller,
);
