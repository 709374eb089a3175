/** Where events are kept, month by month of their arrival. */
export abstract class Partitions {
  /** Makes the partitions that the coming months need, where they are not there yet. */
  abstract createAhead(now: Date): Promise<void>;

  /** Takes whole months that ended before then out of sight. A month that somebody reads just now stays for another time. */
  abstract hideBefore(limit: Date): Promise<void>;

  /**
   * Forgets hidden events, and by what they were found: the next ones after this id, in a short step. Answers after which id to go on,
   * null when nothing hidden is left. What was counted of them stays.
   */
  abstract deleteEvents(after: string): Promise<string | null>;
}

/** Before all ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
