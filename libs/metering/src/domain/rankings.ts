/** The last customer meter of a batch. */
export interface RankingPosition {
  readonly meterId: string;
  readonly customerMeterId: string;
}

/** Precomputed orders of customer meters: by consumption, by balance and by time of change. */
export abstract class Rankings {
  /** Ranks one batch of customer meters that changed, but not after `quietSince`. Returns the position to continue after; null at the end. */
  abstract rank(quietSince: Date, after: RankingPosition | null): Promise<RankingPosition | null>;
}
