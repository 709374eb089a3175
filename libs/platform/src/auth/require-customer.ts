import { applyDecorators, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { type MemberRole, NotPermitted } from '#kernel';
import { RequireToken, wrongKind } from '#platform/http';
import type { TokenKind } from '#platform/secrets';
import { BearerGuard } from './bearer-guard.ts';
import type { Principal } from './principal.ts';
import { CredentialSources } from './credential-sources.ts';
import { PortalPrincipal } from './portal-principal.ts';

type Scheme = 'customer_session' | 'member_session';
interface Requirement {
  readonly schemes: readonly Scheme[];
  readonly roles: readonly MemberRole[];
}

const REQUIREMENT = 'latchkey:customer-requirement';
/** The kind of token for each scheme. */
const TOKEN_OF = { customer_session: 'cst', member_session: 'mst' } as const;
const kindsOf = (schemes: readonly Scheme[]): TokenKind[] => schemes.map((scheme) => TOKEN_OF[scheme]);
const SCHEME_OF: Record<PortalPrincipal['kind'], Scheme> = { customer: 'customer_session', member: 'member_session' };
const EVERY_ROLE: readonly MemberRole[] = ['owner', 'billing_manager', 'member'];
const MANAGER_ROLES: readonly MemberRole[] = ['owner', 'billing_manager'];

/** The only scope of a session. */
const SCOPE = 'customer_portal:write';

/** Accepts sessions of customers and members; tokens of sellers get a 401. */
@Injectable()
export class CustomerGuard extends BearerGuard {
  constructor(reflector: Reflector, sources: CredentialSources) {
    super(reflector, sources);
  }

  protected override acceptedKinds(context: ExecutionContext): TokenKind[] {
    return kindsOf(this.reflector.get<Requirement>(REQUIREMENT, context.getHandler()).schemes);
  }

  protected override authorize(caller: Principal, context: ExecutionContext): PortalPrincipal {
    const { schemes, roles } = this.reflector.get<Requirement>(REQUIREMENT, context.getHandler());
    if (!(caller instanceof PortalPrincipal) || !schemes.includes(SCHEME_OF[caller.kind])) {
      throw wrongKind(kindsOf(schemes));
    }
    if (caller.role && !roles.includes(caller.role)) {
      throw new NotPermitted('Only owners and billing managers of the team may do this.');
    }
    return caller;
  }
}

/**
 * Requires a session of a customer or of one of its members. With `leading`, members must be owners or billing managers; the
 * customer's own session has no role and always passes.
 */
export function RequireCustomer({
  schemes = ['customer_session', 'member_session'],
  leading = false,
}: { schemes?: readonly Scheme[]; leading?: boolean } = {}): MethodDecorator {
  const roles = leading ? MANAGER_ROLES : EVERY_ROLE;
  return applyDecorators(
    SetMetadata(REQUIREMENT, { schemes, roles } satisfies Requirement),
    UseGuards(CustomerGuard),
    RequireToken(kindsOf(schemes)),
    ...schemes.map((scheme) => ApiSecurity(scheme, [SCOPE])),
  );
}
