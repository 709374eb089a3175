const DAY_MS = 86_400_000;

/** How many days before their end license keys expire soon. */
export const SOON_DAYS = 7;
export const SOON_MS = SOON_DAYS * DAY_MS;
/** How often an organization is told. Each license key is counted once. */
export const EXPIRIES_TOLD_AFTER_MS = DAY_MS;
/** More are not counted. */
export const MOST_EXPIRING = 10_000;

/** Port that counts license keys that expire soon, but for those of trials. */
export abstract class ExpiringKeys {
  /** Which of the organizations were not told for a day. */
  abstract due(organizationIds: readonly string[], at: Date): Promise<readonly string[]>;

  /** Publishes how many there are of which it was not told, once a day; nothing if there are none. */
  abstract tell(organizationId: string, at: Date): Promise<void>;
}
