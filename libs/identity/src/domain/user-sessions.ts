import type { UserSession } from './user-session.ts';

export interface WhichSession {
  readonly id: string;
  readonly userId: string;
  /** Only a session of the provider of this organization; null for any. */
  readonly providerOrganizationId: string | null;
}

/** The repository of sessions. Their lifetimes are checked when a token is authenticated. */
export abstract class UserSessions {
  /** Stores a new session, and ends the one that it takes the place of, if that is one of the same user and the same provider, if any. */
  abstract add(session: UserSession, replaced?: readonly Buffer[]): Promise<void>;

  /** Ends a session of a user. Throws `ResourceNotFound`. */
  abstract end(which: WhichSession): Promise<void>;

  /** Ends the session with one of these digests, if there is one. */
  abstract endByToken(digests: readonly Buffer[]): Promise<void>;

  /** Ends all sessions of a user but one. Returns their number. */
  abstract endAll(userId: string, exceptId: string | null): Promise<number>;

  /** Ends all sessions of a user that the provider of an organization opened. */
  abstract endAllOfProvider(userId: string, providerOrganizationId: string): Promise<void>;

  /** Deletes the sessions that had expired by then, or were last used before `unusedSince`. Returns their number. */
  abstract deleteExpired(by: Date, unusedSince: Date): Promise<number>;
}
