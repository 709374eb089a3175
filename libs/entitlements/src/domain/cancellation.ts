/** Why a customer cancels: one of the predefined reasons, and free text. */
export interface CancellationReason {
  readonly reason: string | null;
  readonly comment: string | null;
}

export const NO_REASON: CancellationReason = { reason: null, comment: null };
