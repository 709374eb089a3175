import { Access, ValidationFailed, ResourceNotFound } from '#kernel';
import { type PermissionArea, mayManage, maySee, type Role, verbFor } from './permissions.ts';
import type { Scope } from './scopes.ts';

interface Membership {
  readonly organizationId: string;
  readonly role: Role;
}

interface Identity {
  /** Whose credential it is: an organization's own token, or a user's. */
  readonly kind: 'organization' | 'user';
  /** The organization's or the user's id. */
  readonly id: string;
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly memberships: readonly Membership[];
  /** True once the credential was narrowed to one organization by `Polar-Organization`. */
  readonly narrowed?: boolean;
}

/** Who is calling, and how far the credential reaches. */
export class SellerPrincipal {
  constructor(private readonly identity: Identity) {}

  get kind(): Identity['kind'] {
    return this.identity.kind;
  }

  get id(): string {
    return this.identity.id;
  }

  get scopes(): readonly Scope[] {
    return this.identity.scopes;
  }

  get narrowed(): boolean {
    return this.identity.narrowed ?? false;
  }

  /** Every organization that the caller belongs to, whatever the role. */
  get organizations(): string[] {
    return this.identity.memberships.map(({ organizationId }) => organizationId);
  }

  access(area: PermissionArea): Access {
    const where = (allowed: (role: Role, area: PermissionArea) => boolean): string[] =>
      this.identity.memberships.filter(({ role }) => allowed(role, area)).map(({ organizationId }) => organizationId);
    return new Access(where(maySee), where(mayManage), area, verbFor(area));
  }

  /** The same caller, held to one organization. Unknown and foreign ones do not exist for it. */
  narrowTo(organizationId: string): SellerPrincipal {
    const memberships = this.identity.memberships.filter((membership) => membership.organizationId === organizationId);
    if (memberships.length === 0) throw new ResourceNotFound();
    return new SellerPrincipal({ ...this.identity, memberships, narrowed: true });
  }

  /**
   * The organization in which something is created: a token of an organization must not name one, a user's must, unless it
   * was narrowed to one.
   */
  organizationFor(given: string | null | undefined, area: PermissionArea): string {
    const organizationId = this.resolveOrganization(given ?? undefined);
    this.access(area).assertCanManage(organizationId);
    return organizationId;
  }

  private resolveOrganization(given: string | undefined): string {
    const at = ['organizationId'];
    const [first] = this.organizations;
    if (this.kind === 'organization') {
      if (given === undefined) return first!;
      const message = 'Setting organization_id is disallowed when using an organization token.';
      throw ValidationFailed.at(at, message, given, 'organization_token');
    }
    if (given === undefined) {
      if (this.narrowed) return first!;
      throw ValidationFailed.at(at, 'organization_id is required.', null, 'missing');
    }
    if (!this.organizations.includes(given)) throw ValidationFailed.at(at, 'Organization not found.', given);
    return given;
  }
}
