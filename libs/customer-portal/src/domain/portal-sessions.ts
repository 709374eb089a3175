import type { PortalSession, PortalUser } from './portal-session.ts';

/** The repository of sessions. Expiry is checked when a token is authenticated. */
export abstract class PortalSessions {
  abstract add(session: PortalSession): Promise<void>;

  /** That of the sessions that are opened now for a customer or a member; those of earlier generations are not accepted. */
  abstract generationOf(user: PortalUser): Promise<number>;

  /** Deletes a session, so that its token is no longer accepted. Does nothing if it has been deleted already. */
  abstract remove(id: string): Promise<void>;

  /** Deletes the sessions that had expired by then. Returns their number. */
  abstract deleteExpired(by: Date): Promise<number>;
}
