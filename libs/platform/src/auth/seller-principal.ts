import { Access, OrganizationBlocked, ValidationFailed, ResourceNotFound } from '#kernel';
import { type Actor, quotaOf } from '#platform/tenancy';
import { type PermissionArea, mayManage, maySee, type Role, verbFor } from './permissions.ts';
import type { Scope } from './scopes.ts';

interface Membership {
  readonly organizationId: string;
  readonly role: Role;
  /** Whether the organization is blocked: its data can be read, but not changed. */
  readonly blocked: boolean;
}

interface Identity {
  /** The owner of the token: an organization or a user. */
  readonly kind: 'organization' | 'user';
  /** The id of the organization or user. */
  readonly id: string;
  readonly tokenId: string;
  /** The application that acts for the user; undefined for tokens that users and organizations made themselves. */
  readonly clientId?: string;
  /** When the token expires; null if it does not. */
  readonly tokenExpiresAt: Date | null;
  readonly scopes: readonly Scope[];
  readonly memberships: readonly Membership[];
  /** Of a user who signed in; without it, the credential is an access token. */
  readonly session?: {
    readonly authenticatedAt: Date;
    /** The organization through whose provider the user signed in, if that is how. */
    readonly providerOrganizationId: string | null;
  };
  /** True if the header `Polar-Organization` limits the request to one organization. */
  readonly narrowed?: boolean;
}

/** How callers of seller operations authenticate, as the OpenAPI document names it. */
export type SellerScheme = 'oidc' | 'oat' | 'pat' | 'user_session';

/** The caller of a seller operation, with its scopes and its roles in organizations. */
export class SellerPrincipal {
  constructor(private readonly identity: Identity) {}

  get kind(): Identity['kind'] {
    return this.identity.kind;
  }

  get scheme(): SellerScheme {
    if (this.kind === 'organization') return 'oat';
    if (this.identity.clientId !== undefined) return 'oidc';
    return this.identity.session ? 'user_session' : 'pat';
  }

  /** When the user of the session signed in; null for an access token. */
  get authenticatedAt(): Date | null {
    return this.identity.session?.authenticatedAt ?? null;
  }

  /** The organization through whose provider the user of the session signed in; null for all others. */
  get providerOrganizationId(): string | null {
    return this.identity.session?.providerOrganizationId ?? null;
  }

  /** The access token or the session. */
  get credentialId(): string {
    return this.identity.tokenId;
  }

  get memberships(): readonly Membership[] {
    return this.identity.memberships;
  }

  get id(): string {
    return this.identity.id;
  }

  /** Whose idempotency keys it uses: those of different tokens are independent. */
  get credential(): string {
    return `token/${this.identity.tokenId}`;
  }

  /** Who makes the changes of the caller. */
  get actor(): Actor {
    const { kind, id, tokenId } = this.identity;
    return { type: kind, id, credentialId: tokenId, customerId: null, organizations: this.organizations };
  }

  get tokenExpiresAt(): Date | null {
    return this.identity.tokenExpiresAt;
  }

  get scopes(): readonly Scope[] {
    return this.identity.scopes;
  }

  get narrowed(): boolean {
    return this.identity.narrowed ?? false;
  }

  /** On whose account requests of the caller are: the organization that they can only mean, or that all are counted with; else the user. */
  get tenant(): string {
    const [quota, another] = new Set(this.organizations.map(quotaOf));
    return quota === undefined || another !== undefined ? this.identity.id : quota;
  }

  /** Undefined for a user of several organizations. */
  get onlyOrganization(): string | undefined {
    const { memberships } = this.identity;
    return memberships.length === 1 ? memberships[0]!.organizationId : undefined;
  }

  /** Ids of all organizations that the caller belongs to, in any role. */
  get organizations(): string[] {
    return this.identity.memberships.map(({ organizationId }) => organizationId);
  }

  access(area: PermissionArea): Access {
    const organizationsWhere = (allowed: (role: Role, area: PermissionArea) => boolean): string[] =>
      this.identity.memberships.filter(({ role }) => allowed(role, area)).map(({ organizationId }) => organizationId);
    return new Access(organizationsWhere(maySee), organizationsWhere(mayManage), area, verbFor(area), this.blocked);
  }

  /** Throws `OrganizationBlocked` for the token of a blocked organization. A user may belong to others as well. */
  assertCanWrite(): void {
    if (this.kind === 'organization' && this.blocked.length > 0) throw new OrganizationBlocked();
  }

  /** The same caller, limited to one organization. Throws `ResourceNotFound` unless the caller belongs to it. */
  narrowTo(organizationId: string): SellerPrincipal {
    const memberships = this.identity.memberships.filter((membership) => membership.organizationId === organizationId);
    if (memberships.length === 0) throw new ResourceNotFound();
    return new SellerPrincipal({ ...this.identity, memberships, narrowed: true });
  }

  /**
   * The organization in which to create a resource. Requests with an organization token must not name one; requests with a
   * user's token must, unless the header `Polar-Organization` does.
   */
  organizationFor(given: string | null | undefined, area: PermissionArea): string {
    const organizationId = this.resolveOrganization(given ?? undefined);
    this.access(area).assertCanManage(organizationId);
    return organizationId;
  }

  private get blocked(): string[] {
    return this.identity.memberships.filter(({ blocked }) => blocked).map(({ organizationId }) => organizationId);
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
