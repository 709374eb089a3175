/** Why the customer leaves, in its own words and in one of a few. */
export interface Farewell {
  readonly reason: string | null;
  readonly comment: string | null;
}

export const SILENT: Farewell = { reason: null, comment: null };
