import type { PortalSession } from './portal-session.ts';

/** The repository of sessions. Expiry is checked when a token is authenticated. */
export abstract class PortalSessions {
  abstract add(session: PortalSession): Promise<void>;

  /** Deletes the sessions that had expired by then. Returns their number. */
  abstract deleteExpired(by: Date): Promise<number>;
}
