import type { ProviderAccess } from '#support/credentials';
import type { UserSession } from './user-session.ts';

export interface WhichSession {
  readonly id: string;
  readonly userId: string;
  /** Only a session of the provider of this organization; null for any. */
  readonly providerOrganizationId: string | null;
}

/** Through which connection and which domain of their organization somebody signs in. */
export interface SignInRoute {
  readonly connectionId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly domain: string;
}

/** The repository of sessions. Their lifetimes are checked when a token is authenticated. */
export abstract class UserSessions {
  /**
   * Stores a new session, and ends the one that it takes the place of, if that is one of the same user and the same provider, if any. One
   * that a provider opens is stored only while the organization has this connection and this domain; otherwise false is returned.
   */
  abstract add(session: UserSession, replaced?: readonly Buffer[], through?: SignInRoute): Promise<boolean>;

  /** Ends a session of a user. Throws `ResourceNotFound`. */
  abstract end(which: WhichSession): Promise<void>;

  /** Ends the session with one of these digests, if there is one. */
  abstract endByToken(digests: readonly Buffer[]): Promise<void>;

  /** Ends all sessions of a user but one. Returns their number. */
  abstract endAll(userId: string, exceptId: string | null): Promise<number>;

  /** Ends the sessions that a provider has opened. */
  abstract endAllOfProvider(access: ProviderAccess): Promise<void>;

  /** Deletes the sessions that had expired by then, or were last used before `unusedSince`. Returns their number. */
  abstract deleteExpired(by: Date, unusedSince: Date): Promise<number>;
}
