import type { Role } from './permissions.ts';

/** A user who belongs to an organization, or an organization that acts itself. */
export interface Membership {
  readonly organizationId: string;
  readonly role: Role;
  /** Whether the organization is blocked: its data can be read, but not changed. */
  readonly blocked: boolean;
  /** Whether the organization wants its members to sign in through its provider. */
  readonly ssoEnforced: boolean;
  /** When an owner ended what its user signed in with by then; null if nobody did. As text of PostgreSQL. */
  readonly credentialsEndedAt: string | null;
  /** Whether the organization is a sandbox of another one. */
  readonly isSandbox: boolean;
}

/** How the user of a credential signed in: for the session, or for that in which an access token was made. */
export interface SignInOfUser {
  /** The organization through whose provider it was; null if it was otherwise. */
  readonly providerOrganizationId: string | null;
  /** Whether it is a session of a user who has shown a second factor or a passkey. */
  readonly hasSecondFactor: boolean;
  /** When it was; for tokens of earlier versions, when they were made. */
  readonly authorizedAt: Date;
}

/** Whether an owner of the organization has ended the credential, there. */
export const isEnded = ({ credentialsEndedAt }: Membership, { authorizedAt }: Pick<SignInOfUser, 'authorizedAt'>): boolean =>
  credentialsEndedAt !== null && authorizedAt.getTime() <= Date.parse(credentialsEndedAt);

/**
 * Whether a membership counts in a request with this credential. What began at the provider of an organization is limited to that one:
 * whoever chooses the provider can be anybody there. An organization that enforces single sign-on is reached in no other way, but
 * by owners with two factors, who have to be able to repair a connection that does not work.
 */
export function counts(membership: Membership, { providerOrganizationId, hasSecondFactor, authorizedAt }: SignInOfUser): boolean {
  const { organizationId, role, ssoEnforced } = membership;
  if (isEnded(membership, { authorizedAt })) return false;
  if (providerOrganizationId !== null) return organizationId === providerOrganizationId;
  return !ssoEnforced || (role === 'owner' && hasSecondFactor);
}
