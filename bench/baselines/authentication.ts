import { type ExecutionContext, Injectable } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { CredentialSources, SellerPrincipal } from '#platform/auth';
import { AuthModule, BearerGuard, type Principal } from '#platform/auth/composition';
import { bearerToken } from '#platform/http';
import { requestIn, unauthorized, withoutToken } from '#platform/http/composition';
import { newToken, type TokenKind } from '#engine/secrets';

const KIND: TokenKind = 'oat';
const OWNER = new SellerPrincipal({
  kind: 'organization',
  id: 'acme',
  tokenId: 'token',
  tokenExpiresAt: null,
  scopes: [],
  authorizedAt: new Date(0),
  memberships: [
    { organizationId: 'acme', role: 'owner', blocked: false, ssoEnforced: false, credentialsEndedAt: null, isSandbox: false },
  ],
});

@Injectable()
class WithPassport extends BearerGuard {
  protected override acceptedKinds(): readonly TokenKind[] {
    return [KIND];
  }

  protected override authorize(principal: Principal): Principal {
    return principal;
  }
}

/** What the guard would do if it read the header itself. */
async function withoutPassport(context: ExecutionContext, sources: CredentialSources): Promise<boolean> {
  const request = requestIn(context) as ReturnType<typeof requestIn> & { caller?: Principal };
  const token = bearerToken(request);
  if (!token) throw withoutToken(request);
  const caller = await sources.identify(token);
  if (!caller) throw unauthorized(await sources.problemOf(token));
  request.caller = caller;
  request.requestContext.tenant = caller.tenant;
  if (request.requestContext.attribution) request.requestContext.attribution.actor = caller.actor;
  request.requestContext.organization = caller.onlyOrganization;
  return true;
}

/** Authenticates one request in either way. Who owns the token is known at once. */
export async function authentications(): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const app = await NestFactory.createApplicationContext(AuthModule, { logger: false });
  const sources = app.get(CredentialSources);
  sources.register(KIND, { identify: async () => OWNER, problems: undefined as never });
  const headers = { authorization: `Bearer ${newToken(KIND)}` };
  const received = (): ExecutionContext => {
    const request = { headers, requestContext: { tenant: null, organization: null } };
    return { getArgByIndex: () => request } as unknown as ExecutionContext;
  };
  const guard = new WithPassport(new Reflector(), sources);
  return {
    'AuthGuard of Passport': () => guard.canActivate(received()),
    'without Passport': () => withoutPassport(received(), sources),
  };
}
