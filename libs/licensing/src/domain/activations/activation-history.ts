/** The activations that were deactivated. Timelines of keys show when that was; they are kept for some time. */
export abstract class ActivationHistory {
  /** Deletes some of those that were deactivated before a time, the oldest first. Returns their number; 0 if none is left. */
  abstract deleteSome(before: Date): Promise<number>;
}
