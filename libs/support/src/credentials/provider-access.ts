/** What the provider of an organization has opened: sessions, and the tokens and grants that were made in such a session. */
export interface ProviderAccess {
  readonly providerOrganizationId: string;
  /** The users whose access ends; null for all. */
  readonly userIds: readonly string[] | null;
  /** What was signed in by then; null for everything. */
  readonly until: Date | null;
}

/** The credentials of a user, or those of a provider. */
export type CredentialsToEnd = { readonly userId: string } | ProviderAccess;
