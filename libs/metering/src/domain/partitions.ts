/** The monthly partitions of the events, by time of ingestion. */
export abstract class Partitions {
  /** Creates the partitions of the coming months, unless they exist. */
  abstract createAhead(now: Date): Promise<void>;

  /** Hides whole months that ended before `limit`. A month that is being read is left for the next call. */
  abstract detachBefore(limit: Date): Promise<void>;

  /**
   * Deletes one batch of hidden events and their keys, after this id. Returns the id to continue after; null at the end. What was
   * aggregated from them stays.
   */
  abstract deleteEvents(after: string): Promise<string | null>;
}

/** Sorts before all other ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
