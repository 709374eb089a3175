/** How many places of deactivated devices other devices may take before the leases are over. */
export interface MovesPolicy {
  /** How many in a period, and how many such leases may be verifiable at a time. */
  readonly limit: number;
  readonly periodDays: number;
}

export const DEFAULT_MOVES: MovesPolicy = { limit: 3, periodDays: 30 };

/** A place that was released, or will be, before its lease is over. */
export interface Move {
  readonly at: Date;
  /** Until when the released lease can be verified without a network. */
  readonly verifiesUntil: Date;
}

const DAY_MS = 86_400_000;

/**
 * The first time, not before `earliest`, at which one more place can be released; undefined if none ever can. In every period there are
 * at most `limit` moves, and at every time at most `limit` released leases that can be verified. Moves that are planned for later count
 * as if they had happened.
 */
export function nextMoveAt(moves: readonly Move[], { limit, periodDays }: MovesPolicy, earliest: Date): Date | undefined {
  const periodMs = periodDays * DAY_MS;
  const ends = moves.map(({ at, verifiesUntil }) => [at.getTime() + periodMs, verifiesUntil.getTime()] as const);
  const isPossible = (time: number): boolean =>
    ends.filter(([periodEnd]) => periodEnd > time).length < limit &&
    ends.filter(([, verifiable]) => verifiable > time).length < limit;
  const times = [earliest.getTime(), ...ends.flat().filter((time) => time > earliest.getTime())];
  const first = times.sort((some, other) => some - other).find(isPossible);
  return first === undefined ? undefined : new Date(first);
}
