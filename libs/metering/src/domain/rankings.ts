/** The last ranked customer meter of a run. */
export interface RankingPosition {
  readonly meterId: string;
  readonly customerMeterId: string;
}

/** Precomputed orders of customer meters: by consumption, by balance and by time of change. */
export abstract class Rankings {
  /** Ranks one batch of customer meters that changed, but not after `quietSince`. Returns where to continue; null at the end. */
  abstract rank(quietSince: Date, after: RankingPosition | null): Promise<RankingPosition | null>;
}
