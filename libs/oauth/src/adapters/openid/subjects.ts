import type { SignedInUser } from './user-sessions.ts';

/** Whom the provider speaks of. */
interface Subject {
  readonly userId: string;
  /** The organization whose provider says who they are; null if they proved it to this service. */
  readonly providerOrganizationId: string | null;
}

const SEPARATOR = ':';

/**
 * How applications know a user (`sub`). Whoever chose the provider of an organization can be anybody there, so what it says makes nobody
 * the user whom applications know otherwise: it is another subject, of the organization and the user.
 */
export const subjectOf = ({
  user_id,
  provider_organization_id: organization,
}: Pick<SignedInUser, 'user_id' | 'provider_organization_id'>): string =>
  organization === null ? user_id : `${organization}${SEPARATOR}${user_id}`;

export function subjectFrom(sub: string): Subject {
  const [first, second] = sub.split(SEPARATOR) as [string, string?];
  return second === undefined
    ? { userId: first, providerOrganizationId: null }
    : { userId: second, providerOrganizationId: first };
}

/** What applications are told of a subject. What a provider of an organization says of an address is not verified by this service. */
export const claimsOf = (sub: string, email: string): { readonly sub: string; readonly [claim: string]: string | boolean } => {
  const { providerOrganizationId: organization } = subjectFrom(sub);
  const user = { sub, name: email, email, email_verified: organization === null };
  return organization === null ? user : { ...user, organization };
};
