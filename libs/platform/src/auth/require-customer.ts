import { applyDecorators, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { type MemberRole, NotPermitted } from '#kernel';
import { unauthorized } from '#platform/http';
import { BearerGuard } from './bearer-guard.ts';
import type { Principal } from './bearer.ts';
import { CredentialSources } from './credential-sources.ts';
import { PortalPrincipal } from './portal-caller.ts';

type Scheme = 'customer_session' | 'member_session';
interface Requirement {
  readonly schemes: readonly Scheme[];
  readonly roles: readonly MemberRole[];
}

const REQUIREMENT = 'latchkey:customer-requirement';
const SCHEME_OF: Record<PortalPrincipal['kind'], Scheme> = { customer: 'customer_session', member: 'member_session' };
const EVERY_ROLE: readonly MemberRole[] = ['owner', 'billing_manager', 'member'];
const LEADING_ROLES: readonly MemberRole[] = ['owner', 'billing_manager'];

/** The one scope that a session has. */
const SCOPE = 'customer_portal:write';

/** Lets in sessions of customers and of their members; sellers' tokens are of the wrong kind here. */
@Injectable()
export class CustomerGuard extends BearerGuard {
  constructor(reflector: Reflector, sources: CredentialSources) {
    super(reflector, sources);
  }

  protected override authorize(caller: Principal, context: ExecutionContext): PortalPrincipal {
    const { schemes, roles } = this.reflector.get<Requirement>(REQUIREMENT, context.getHandler());
    if (!(caller instanceof PortalPrincipal) || !schemes.includes(SCHEME_OF[caller.kind])) throw unauthorized();
    if (caller.role && !roles.includes(caller.role)) {
      throw new NotPermitted('Only owners and billing managers of the team may do this.');
    }
    return caller;
  }
}

/**
 * A session of a customer or of one of its members. With `leading`, members have to be owners or billing managers; what a
 * customer may do, its own session always may.
 */
export function RequireCustomer({
  schemes = ['customer_session', 'member_session'],
  leading = false,
}: { schemes?: readonly Scheme[]; leading?: boolean } = {}): MethodDecorator {
  const roles = leading ? LEADING_ROLES : EVERY_ROLE;
  return applyDecorators(
    SetMetadata(REQUIREMENT, { schemes, roles } satisfies Requirement),
    UseGuards(CustomerGuard),
    ...schemes.map((scheme) => ApiSecurity(scheme, [SCOPE])),
  );
}
