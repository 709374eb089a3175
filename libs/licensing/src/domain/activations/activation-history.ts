/** The activations that were deactivated. Nothing shows them; they are kept for some time to look into what happened. */
export abstract class ActivationHistory {
  /** Deletes some of those that were deactivated before a time, the oldest first. Returns their number; 0 if none is left. */
  abstract deleteSome(before: Date): Promise<number>;
}
