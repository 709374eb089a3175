import { fieldError, type FieldError } from '#kernel';

interface SeatTier {
  readonly minSeats: number;
  /** `null` is unlimited. */
  readonly maxSeats: number | null;
  /** In minor units. */
  readonly pricePerSeat: number;
}

/** Price of seats: `volume` charges all seats at the tier of their number, `graduated` each seat at its own tier. */
export interface NewSeatTiers {
  readonly seatTierType: 'volume' | 'graduated';
  readonly tiers: readonly SeatTier[];
}

/** Only numbers of seats from the start of the first tier to the end of the last one can be bought. */
export interface SeatTiers extends NewSeatTiers {
  readonly minimumSeats: number;
  readonly maximumSeats: number | null;
}

const byMinimum = (a: SeatTier, b: SeatTier): number => a.minSeats - b.minSeats;

export function seatTiers({ seatTierType, tiers }: NewSeatTiers): SeatTiers {
  const sorted = [...tiers].sort(byMinimum);
  return { seatTierType, tiers: sorted, minimumSeats: sorted[0]!.minSeats, maximumSeats: sorted.at(-1)!.maxSeats };
}

/** Tiers are contiguous, and only the last one may be unlimited. Error paths are relative to the tiers. */
export function errorsOfTiers({ tiers }: NewSeatTiers): FieldError[] {
  const problem = (message: string): FieldError[] => [fieldError([], message)];
  if (tiers.length === 0) return problem('At least one tier is required.');
  const sorted = [...tiers].sort(byMinimum);
  if (sorted[0]!.minSeats < 1) return problem('The first tier has to begin with at least one seat.');
  for (const [index, { minSeats, maxSeats, pricePerSeat }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (pricePerSeat < 0) return problem('A seat cannot cost less than nothing.');
    if (maxSeats !== null && maxSeats < minSeats) return problem('A tier cannot end before it begins.');
    if (next && maxSeats === null) return problem('Only the last tier can be without end.');
    if (next && next.minSeats !== maxSeats! + 1) return problem('Tiers have to follow one another without gaps or overlaps.');
  }
  return [];
}
