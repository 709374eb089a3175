/** Up to where customer meters have been ranked. */
export interface Place {
  readonly meterId: string;
  readonly customerMeterId: string;
}

/** The orders of customer meters by what they consumed, by what is left, and by when that has changed. */
export abstract class Rankings {
  /** Ranks some of those that have changed, but not since then, after that place. Answers where to go on; null at the end. */
  abstract rank(quietSince: Date, after: Place | null): Promise<Place | null>;
}
