import type { PortalSession } from './portal-session.ts';

/** All sessions. Whether one is still good is asked where its token is shown. */
export abstract class PortalSessions {
  abstract add(session: PortalSession): Promise<void>;

  /** Forgets those that had expired by then; answers how many. */
  abstract forgetExpired(by: Date): Promise<number>;
}
