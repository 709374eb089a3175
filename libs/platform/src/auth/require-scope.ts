import { applyDecorators, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ResourceNotFound, WallClock, NotPermitted } from '#kernel';
import { isRecentSignIn } from '#support/credentials';
import { insufficientScope, requestIn, RequireToken, wrongKind } from '#platform/http/composition';
import type { TokenKind } from '#engine/secrets';
import { uuid4 } from '#platform/wire';
import { BearerGuard } from './bearer-guard.ts';
import type { Principal } from './principal.ts';
import { SellerPrincipal, type SellerScheme } from './seller-principal.ts';
import { CredentialSources } from './credential-sources.ts';
import { isOfUser } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** The session is too old: somebody else may have found it open. */
export class FreshSignInRequired extends NotPermitted {
  constructor() {
    super('This needs a session that is at most 15 minutes old. Sign in again.');
  }
}

/** Which requests need the recent sign-in. Asked only about requests in older sessions. */
type RecentSignInCondition = (request: FastifyRequest) => boolean;

const RECENT_SIGN_IN = 'latchkey:recent-sign-in';

/**
 * Under `@RequireScope`: a session that makes the request must have been opened by a sign-in of the last 15 minutes. Access tokens may
 * make it at any time.
 */
export const RequireRecentSignIn = (when: RecentSignInCondition = () => true): MethodDecorator =>
  SetMetadata(RECENT_SIGN_IN, when);

/** How operations document the refusal. */
export const FRESH_SIGN_IN = ['FreshSignInRequired', 'The session is older than 15 minutes.'] as const;

interface Requirement {
  readonly scopes: readonly Scope[];
  readonly schemes: readonly SellerScheme[];
  /** Whether tokens of a blocked organization are accepted, as they are for all operations that only read. */
  readonly whileBlocked: boolean;
  /** Whether it is about the user and not about an organization: then credentials of a provider are refused. */
  readonly aboutUser: boolean;
}

const REQUIREMENT = 'latchkey:requirement';
/** The kind of token for each scheme. */
const TOKEN_OF = { oidc: 'at', pat: 'pat', oat: 'oat', user_session: 'us', mcp: 'mt' } as const;
const kindsOf = (schemes: readonly SellerScheme[]): TokenKind[] => schemes.map((scheme) => TOKEN_OF[scheme]);
const READS = new Set(['GET', 'HEAD']);
const organizationHeader = uuid4();

function narrowed(caller: SellerPrincipal, header: string | string[] | undefined): SellerPrincipal {
  if (header === undefined) return caller;
  const issues: [] = [];
  const organizationId = organizationHeader.read(header, issues);
  if (issues.length) throw new ResourceNotFound();
  return caller.narrowTo(organizationId);
}

/** Accepts tokens of users and organizations that have one of the scopes. */
@Injectable()
export class ScopeGuard extends BearerGuard {
  constructor(
    reflector: Reflector,
    sources: CredentialSources,
    private readonly clock: WallClock,
  ) {
    super(reflector, sources);
  }

  protected override acceptedKinds(context: ExecutionContext): TokenKind[] {
    return kindsOf(this.reflector.get<Requirement>(REQUIREMENT, context.getHandler()).schemes);
  }

  protected override authorize(caller: Principal, context: ExecutionContext): SellerPrincipal {
    const { scopes, schemes, whileBlocked, aboutUser } = this.reflector.get<Requirement>(REQUIREMENT, context.getHandler());
    if (!(caller instanceof SellerPrincipal) || !schemes.includes(caller.scheme)) throw wrongKind(kindsOf(schemes));
    if (!scopes.some((scope) => caller.scopes.includes(scope))) throw insufficientScope(scopes);
    if (aboutUser) caller.assertMayActForUser();
    const { method, headers } = requestIn(context);
    if (!whileBlocked && !READS.has(method)) caller.assertCanWrite();
    this.assertRecentSignIn(caller, context);
    return narrowed(caller, headers['polar-organization']);
  }

  private assertRecentSignIn({ authenticatedAt }: SellerPrincipal, context: ExecutionContext): void {
    const isNeeded = this.reflector.get<RecentSignInCondition | undefined>(RECENT_SIGN_IN, context.getHandler());
    if (!isNeeded || !authenticatedAt || isRecentSignIn(authenticatedAt, this.clock.now())) return;
    if (isNeeded(requestIn<FastifyRequest>(context))) throw new FreshSignInRequired();
  }
}

/** A user who signed in may do whatever a personal access token may. */
const withSessions = (schemes: readonly SellerScheme[]): readonly SellerScheme[] =>
  schemes.includes('pat') ? [...new Set([...schemes, 'user_session' as const])] : schemes;

/**
 * Requires a credential with at least one of the scopes: by default, an access token of an application (`oidc`), of a user (`pat`)
 * or of an organization (`oat`), or the session of a user. Sessions are accepted wherever personal access tokens are. What has scopes of the user alone is about the
 * user, unless the operation says otherwise.
 */
export function RequireScope(
  scope: Scope | readonly Scope[],
  {
    schemes: given = ['oidc', 'pat', 'oat'],
    whileBlocked = false,
    aboutUser,
  }: Partial<Pick<Requirement, 'schemes' | 'whileBlocked' | 'aboutUser'>> = {},
): MethodDecorator {
  const schemes = withSessions(given);
  const scopes = typeof scope === 'string' ? [scope] : scope;
  const requirement: Requirement = { scopes, schemes, whileBlocked, aboutUser: aboutUser ?? scopes.every(isOfUser) };
  return applyDecorators(
    SetMetadata(REQUIREMENT, requirement),
    UseGuards(ScopeGuard),
    RequireToken(kindsOf(schemes), scopes),
    ...schemes.map((scheme) => ApiSecurity(scheme, [...scopes])),
  );
}
