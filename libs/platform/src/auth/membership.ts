import type { Role } from './permissions.ts';

/** A user who belongs to an organization, or an organization that acts itself. */
export interface Membership {
  readonly organizationId: string;
  readonly role: Role;
  /** Whether the organization is blocked: its data can be read, but not changed. */
  readonly blocked: boolean;
  /** Whether the organization wants its members to sign in through its provider. */
  readonly ssoEnforced: boolean;
}

/** How the user of a credential signed in: for the session, or for that in which an access token was made. */
export interface SignInOfUser {
  /** The organization through whose provider it was; null if it was otherwise. */
  readonly providerOrganizationId: string | null;
  /** Whether it is a session of a user who has shown a second factor or a passkey. */
  readonly hasSecondFactor: boolean;
}

/**
 * Whether a membership counts in a request with this credential. What began at the provider of an organization is limited to that one:
 * whoever chooses the provider can be anybody there. An organization that enforces single sign-on is reached in no other way, but
 * by owners with two factors, who have to be able to repair a connection that does not work.
 */
export function counts(
  { organizationId, role, ssoEnforced }: Membership,
  { providerOrganizationId, hasSecondFactor }: SignInOfUser,
): boolean {
  if (providerOrganizationId !== null) return organizationId === providerOrganizationId;
  return !ssoEnforced || (role === 'owner' && hasSecondFactor);
}
