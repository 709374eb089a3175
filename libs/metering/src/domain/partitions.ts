/** The monthly partitions of the events, by time of ingestion, and the partitions of their external ids, each of several months. */
export abstract class Partitions {
  /** Creates the partitions of the coming months, unless they exist. */
  abstract createAhead(now: Date): Promise<void>;

  /**
   * Detaches months that ended before `limit`: their events are no longer found. A month in use, or with events that were not handed
   * over to `sink` yet, is left for a later call.
   */
  abstract detachBefore(limit: Date, sink: string | undefined): Promise<void>;

  /**
   * Deletes what else is stored of the next events of a detached month, and in the end the month. Aggregated usage stays. Returns
   * whether more is left.
   */
  abstract deleteEvents(): Promise<boolean>;

  /**
   * Drops partitions of external ids whose events were all deleted. Begins a new one when the current one has half of the time that an
   * event is kept for, so that an external id is looked up in few partitions, however many months there are.
   */
  abstract divideExternalIds(now: Date, days: number): Promise<void>;
}
