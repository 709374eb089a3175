import { Access, NotPermitted, OrganizationBlocked, ValidationFailed, ResourceNotFound } from '#kernel';
import { type Actor, quotaOf } from '#engine/tenancy';
import { counts, isEnded, type Membership, type SignInOfUser } from './membership.ts';
import { type PermissionArea, deniedIn, mayManage, maySee, type Role, scopesOfRole } from './permissions.ts';
import { type Scope, SCOPES } from './scopes.ts';

interface Identity {
  /** The owner of the token: an organization or a user. */
  readonly kind: 'organization' | 'user';
  /** The id of the organization or user. */
  readonly id: string;
  readonly tokenId: string;
  /** The application that acts for the user; undefined for tokens that users and organizations made themselves. */
  readonly clientId?: string;
  /** Whether the token was issued for `/mcp` and not for the operations of the API. */
  readonly isForMcp?: boolean;
  /** When the token expires; null if it does not. */
  readonly tokenExpiresAt: Date | null;
  readonly authorizedAt: SignInOfUser['authorizedAt'];
  readonly scopes: readonly Scope[];
  /** All of the user; which of them count with this credential is decided here. */
  readonly memberships: readonly Membership[];
  readonly providerOrganizationId?: SignInOfUser['providerOrganizationId'];
  /** The session of a user who signed in; without it, the credential is an access token. */
  readonly session?: {
    readonly authenticatedAt: Date;
    readonly hasSecondFactor: SignInOfUser['hasSecondFactor'];
  };
  /** Whether the user allowed the application to act in these organizations only. */
  readonly isLimited?: boolean;
  /** True if the header `Polar-Organization` limits the request to one organization. */
  readonly narrowed?: boolean;
}

/** How callers of seller operations authenticate, as the OpenAPI document names it. */
export type SellerScheme = 'oidc' | 'oat' | 'pat' | 'user_session' | 'mcp';

/** Said of whatever else there is, to a credential of a user who signed in through the provider of an organization. */
const OF_ONE_ORGANIZATION =
  'You signed in through the provider of an organization, which gives access to that organization only. ' +
  'For your account and for other organizations, sign in another way: by e-mail code, password or passkey.';

/** Said of an organization that does not count with this credential. */
const NEEDS_SINGLE_SIGN_ON = 'The organization requires single sign-on: sign in through its provider.';

/** Said of an organization whose owner ended the sessions and tokens of the user. */
const ENDED_BY_OWNER =
  'An owner of the organization ended your sessions and tokens for it: sign in again, and make the tokens that you need anew.';

/**
 * The caller of a seller operation, with its scopes and its roles in organizations. Which memberships of a user count is decided for each
 * request, by how the user signed in: docs/decisions/0068-single-sign-on.md.
 */
export class SellerPrincipal {
  /** The memberships that count. Everything outside of their organizations does not exist for the caller. */
  readonly memberships: readonly Membership[];

  constructor(private readonly identity: Identity) {
    this.memberships = identity.memberships.filter((each) => this.counts(each));
  }

  get kind(): Identity['kind'] {
    return this.identity.kind;
  }

  get scheme(): SellerScheme {
    if (this.kind === 'organization') return 'oat';
    if (this.identity.clientId !== undefined) return this.identity.isForMcp ? 'mcp' : 'oidc';
    return this.identity.session ? 'user_session' : 'pat';
  }

  /** When the user of the session signed in; null for an access token. */
  get authenticatedAt(): Date | null {
    return this.identity.session?.authenticatedAt ?? null;
  }

  /** When the user signed in for this session, or for that in which the token was made. */
  get authorizedAt(): Date {
    return this.identity.authorizedAt;
  }

  /** The organization to which the credential is limited, because its user signed in through the provider; null for all others. */
  get providerOrganizationId(): string | null {
    return this.identity.providerOrganizationId ?? null;
  }

  /** The organizations of the user that do not count before a sign-in through their provider. */
  get needingSingleSignOn(): readonly string[] {
    if (this.providerOrganizationId !== null) return [];
    const { memberships, authorizedAt } = this.identity;
    const others = memberships.filter((each) => !this.counts(each) && !isEnded(each, { authorizedAt }));
    return others.map(({ organizationId }) => organizationId);
  }

  /** Whether it is a session of the provider of this organization, and not a token that was made in one. */
  isSignedInThrough(organizationId: string): boolean {
    return this.scheme === 'user_session' && this.providerOrganizationId === organizationId;
  }

  /** For what belongs to the user and to no organization. Throws `NotPermitted` for a credential of a provider. */
  assertMayActForUser(): void {
    if (this.providerOrganizationId !== null) throw new NotPermitted(OF_ONE_ORGANIZATION);
  }

  /** The access token or the session. */
  get credentialId(): string {
    return this.identity.tokenId;
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

  /** Whether the credential is for certain organizations, and for nothing else of its user. */
  get isLimited(): boolean {
    return this.identity.isLimited ?? false;
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
    const { memberships } = this;
    return memberships.length === 1 ? memberships[0]!.organizationId : undefined;
  }

  /** How many of the organizations of the caller are sandboxes. */
  get sandboxes(): 'all' | 'some' | 'none' {
    const { length } = this.memberships.filter(({ isSandbox }) => isSandbox);
    return length === 0 ? 'none' : length === this.memberships.length ? 'all' : 'some';
  }

  /** Ids of all organizations that the caller belongs to, in any role. */
  get organizations(): string[] {
    return this.memberships.map(({ organizationId }) => organizationId);
  }

  access(area: PermissionArea): Access {
    const organizationsWhere = (allowed: (role: Role, area: PermissionArea) => boolean): string[] =>
      this.memberships.filter(({ role }) => allowed(role, area)).map(({ organizationId }) => organizationId);
    const [visible, manageable] = [organizationsWhere(maySee), organizationsWhere(mayManage)];
    const [verb, what] = deniedIn(
      area,
      this.memberships.map(({ role }) => role),
    );
    return new Access(visible, manageable, what, verb, this.blocked, (id) => this.refusalOf(id));
  }

  /** Nobody gives with a token more than it may itself: it needs every scope of the role. Throws `NotPermitted`. */
  assertMayGive(role: Role): void {
    const missing = scopesOfRole(role, SCOPES).filter((scope) => !this.scopes.includes(scope));
    if (missing.length === 0) return;
    throw new NotPermitted(
      `With an access token, this needs every scope of what it gives. It does not have: ${missing.join(', ')}.`,
    );
  }

  /** Throws `OrganizationBlocked` for the token of a blocked organization. A user may belong to others as well. */
  assertCanWrite(): void {
    if (this.kind === 'organization' && this.blocked.length > 0) throw new OrganizationBlocked();
  }

  /** The same caller, limited to one organization. Throws `ResourceNotFound` or `NotPermitted` unless it counts. */
  narrowTo(organizationId: string): SellerPrincipal {
    const memberships = this.memberships.filter((membership) => membership.organizationId === organizationId);
    if (memberships.length === 0) throw this.refusalOf(organizationId) ?? new ResourceNotFound();
    return new SellerPrincipal({ ...this.identity, memberships, narrowed: true });
  }

  /** The same caller of `/mcp`, for whom it calls operations of the API. */
  asApplication(): SellerPrincipal {
    return new SellerPrincipal({ ...this.identity, isForMcp: false });
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

  private counts(membership: Membership): boolean {
    if (this.kind === 'organization') return true;
    const { session, providerOrganizationId = null, authorizedAt } = this.identity;
    return counts(membership, { providerOrganizationId, hasSecondFactor: session?.hasSecondFactor === true, authorizedAt });
  }

  /** A credential of a provider is told the same about every other organization, whether or not the user belongs to it. */
  private refusalOf(organizationId: string): NotPermitted | undefined {
    const only = this.providerOrganizationId;
    if (only !== null && organizationId !== only) return new NotPermitted(OF_ONE_ORGANIZATION);
    const membership = this.identity.memberships.find((each) => each.organizationId === organizationId);
    if (membership && isEnded(membership, this.identity)) return new NotPermitted(ENDED_BY_OWNER);
    return this.needingSingleSignOn.includes(organizationId) ? new NotPermitted(NEEDS_SINGLE_SIGN_ON) : undefined;
  }

  private get blocked(): string[] {
    return this.memberships.filter(({ blocked }) => blocked).map(({ organizationId }) => organizationId);
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
    const refusal = this.refusalOf(given);
    if (refusal) throw refusal;
    if (!this.organizations.includes(given)) throw ValidationFailed.at(at, 'Organization not found.', given);
    return given;
  }
}
