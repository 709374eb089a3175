import type { UserSession } from './user-session.ts';

/** The repository of sessions. Their lifetimes are checked when a token is authenticated. */
export abstract class UserSessions {
  /** Stores a new session, and ends the one that it takes the place of, if that belongs to the same user. */
  abstract add(session: UserSession, replaced?: readonly Buffer[]): Promise<void>;

  /** Ends a session of a user. Throws `ResourceNotFound`. */
  abstract end(which: { readonly id: string; readonly userId: string }): Promise<void>;

  /** Ends the session with one of these digests, if there is one. */
  abstract endByToken(digests: readonly Buffer[]): Promise<void>;

  /** Ends all sessions of a user but one. Returns their number. */
  abstract endAll(userId: string, exceptId: string | null): Promise<number>;

  /** Deletes the sessions that had expired by then, or were last used before `unusedSince`. Returns their number. */
  abstract deleteExpired(by: Date, unusedSince: Date): Promise<number>;
}
