import { applyDecorators, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { type MemberRole, NotPermitted } from '#kernel';
import { requestIn, RequireToken, wrongKind } from '#platform/http/composition';
import type { TokenKind } from '#engine/secrets';
import { BearerGuard } from './bearer-guard.ts';
import type { Principal } from './principal.ts';
import { CredentialSources } from './credential-sources.ts';
import { PortalPrincipal, type PortalViewer } from './portal-principal.ts';

type Scheme = 'customer_session' | 'member_session';
interface Requirement {
  readonly schemes: readonly Scheme[];
  readonly roles: readonly MemberRole[];
  /** Whether it is about sales, which not every role of a viewer sees. */
  readonly aboutSales: boolean;
  /** Whether it changes nothing but the session. */
  readonly readOnly: boolean;
}

/** Somebody of the seller looks at the portal, and may not act for the customer. */
class ReadOnlySession extends NotPermitted {
  constructor() {
    super(
      'The session is read-only: it shows what the customer sees. Only the customer, and who may act for it, can change this.',
    );
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

const REQUIREMENT = 'latchkey:customer-requirement';
/** The kind of token for each scheme. */
const TOKEN_OF = { customer_session: 'cst', member_session: 'mst' } as const;
const kindsOf = (schemes: readonly Scheme[]): TokenKind[] => schemes.map((scheme) => TOKEN_OF[scheme]);
const SCHEME_OF: Record<PortalPrincipal['kind'], Scheme> = { customer: 'customer_session', member: 'member_session' };
const READS = new Set(['GET', 'HEAD']);
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
    const { schemes, roles, aboutSales, readOnly } = this.reflector.get<Requirement>(REQUIREMENT, context.getHandler());
    if (!(caller instanceof PortalPrincipal) || !schemes.includes(SCHEME_OF[caller.kind])) {
      throw wrongKind(kindsOf(schemes));
    }
    if (caller.role && !roles.includes(caller.role)) {
      throw new NotPermitted('Only owners and billing managers of the team may do this.');
    }
    if (caller.viewer) assertMayView(caller.viewer, { aboutSales, readOnly: readOnly || READS.has(requestIn(context).method) });
    return caller;
  }
}

function assertMayView(
  { isReadOnly, seesSales }: PortalViewer,
  { aboutSales, readOnly }: Pick<Requirement, 'aboutSales' | 'readOnly'>,
): void {
  if (isReadOnly && !readOnly) throw new ReadOnlySession();
  if (aboutSales && !seesSales) throw new NotPermitted("You don't have permission to view sales");
}

/**
 * Requires a session of a customer or of one of its members. With `leading`, members must be owners or billing managers; the
 * customer's own session has no role and always passes. A session in which somebody of the seller looks at the portal makes only
 * requests that read, unless they are `readOnly`, and those that are `aboutSales` only if the role of the viewer sees sales.
 */
export function RequireCustomer({
  schemes = ['customer_session', 'member_session'],
  leading = false,
  aboutSales = false,
  readOnly = false,
}: { schemes?: readonly Scheme[]; leading?: boolean } & Partial<
  Pick<Requirement, 'aboutSales' | 'readOnly'>
> = {}): MethodDecorator {
  const roles = leading ? MANAGER_ROLES : EVERY_ROLE;
  return applyDecorators(
    SetMetadata(REQUIREMENT, { schemes, roles, aboutSales, readOnly } satisfies Requirement),
    UseGuards(CustomerGuard),
    RequireToken(kindsOf(schemes)),
    ...schemes.map((scheme) => ApiSecurity(scheme, [SCOPE])),
  );
}
