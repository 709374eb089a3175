import type { CustomerAccess, MemberRole } from '#kernel';
import type { Actor } from '#engine/tenancy';
import type { SellerPrincipal } from './seller-principal.ts';

/** Somebody who works for the seller, and sees in a session of the customer what the customer sees. */
export interface PortalViewer {
  readonly type: 'user' | 'organization';
  readonly id: string;
  /** Whether the session changes nothing. */
  readonly isReadOnly: boolean;
  /** Whether the role of the viewer sees sales. */
  readonly seesSales: boolean;
}

/** A customer, or a member of its team, with a portal session. */
export class PortalPrincipal {
  constructor(
    readonly sessionId: string,
    /** What the session may see. Every query of the portal is limited to it. */
    readonly access: CustomerAccess,
    /** Null in a session of the customer or member itself. */
    readonly viewer: PortalViewer | null = null,
    /** Whether the organization is a sandbox of another one. */
    readonly isInSandbox = false,
  ) {}

  get sandboxes(): SellerPrincipal['sandboxes'] {
    return this.isInSandbox ? 'all' : 'none';
  }

  /** Whose idempotency keys it uses: those of different sessions are independent. */
  get credential(): string {
    return `session/${this.sessionId}`;
  }

  /** Who makes the changes of the session. */
  get actor(): Actor {
    const { customerId, organizationId, viewer } = this;
    return {
      ...(viewer ? { type: viewer.type, id: viewer.id } : { type: this.kind, id: this.memberId ?? customerId }),
      credentialId: this.sessionId,
      customerId,
      organizations: [organizationId],
    };
  }

  get kind(): 'customer' | 'member' {
    return this.access.member ? 'member' : 'customer';
  }

  get organizationId(): string {
    return this.access.organizationId;
  }

  /** On whose account requests of the session are. */
  get tenant(): string {
    return this.access.organizationId;
  }

  get onlyOrganization(): string {
    return this.access.organizationId;
  }

  get customerId(): string {
    return this.access.customerId;
  }

  /** Null for the customer itself. */
  get memberId(): string | null {
    return this.access.member?.id ?? null;
  }

  /** Null for the customer itself. */
  get role(): MemberRole | null {
    return this.access.member?.role ?? null;
  }
}
