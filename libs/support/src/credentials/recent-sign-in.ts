/** How old a session may be for what gives access, or changes how its user signs in. */
const RECENT_MS = 15 * 60_000;

export const isRecentSignIn = (authenticatedAt: Date, now: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() <= RECENT_MS;
