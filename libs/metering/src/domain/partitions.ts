/** Where events are kept, month by month of their arrival. */
export abstract class Partitions {
  /** Makes the partitions that the coming months need, where they are not there yet. */
  abstract makeAhead(now: Date): Promise<void>;

  /** Forgets events of whole months that ended before then. What was counted of them stays. */
  abstract dropBefore(limit: Date): Promise<void>;
}
