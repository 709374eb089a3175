/** Why the customer leaves, in its own words and in one of a few. */
export interface CancellationReason {
  readonly reason: string | null;
  readonly comment: string | null;
}

export const NO_REASON: CancellationReason = { reason: null, comment: null };
