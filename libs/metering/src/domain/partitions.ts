/** The monthly partitions of the events, by time of ingestion. */
export abstract class Partitions {
  /** Creates the partitions of the coming months, unless they exist. */
  abstract createAhead(now: Date): Promise<void>;

  /**
   * Detaches months that ended before `limit`: their events are no longer found. A month in use, or with events that were not handed
   * over to `sink` yet, is left for a later call.
   */
  abstract detachBefore(limit: Date, sink: string | undefined): Promise<void>;

  /**
   * Deletes one batch of detached events and their keys, after this id. Returns the id to continue after; null at the end. Aggregated
   * usage stays.
   */
  abstract deleteEvents(after: string): Promise<string | null>;
}

/** Sorts before all other ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
