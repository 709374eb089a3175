import { fieldError, type FieldError } from '#kernel';
import { highestAmount, lowestAmount, formatAmount } from './currency-limits.ts';

interface SeatTier {
  readonly minSeats: number;
  /** `null` is unlimited. */
  readonly maxSeats: number | null;
  /** In minor units. */
  readonly pricePerSeat: number;
}

/** Price of seats: `volume` charges all seats at the tier of their number, `graduated` each seat at its own tier. */
interface NewSeatTiers {
  readonly seatTierType: 'volume' | 'graduated';
  readonly tiers: readonly SeatTier[];
}

/** Only numbers of seats from the start of the first tier to the end of the last one can be bought. */
interface SeatTiers extends NewSeatTiers {
  readonly minimumSeats: number;
  readonly maximumSeats: number | null;
}

const byMinimum = (a: SeatTier, b: SeatTier): number => a.minSeats - b.minSeats;

function seatTiers({ seatTierType, tiers }: NewSeatTiers): SeatTiers {
  const sorted = [...tiers].sort(byMinimum);
  return { seatTierType, tiers: sorted, minimumSeats: sorted[0]!.minSeats, maximumSeats: sorted.at(-1)!.maxSeats };
}

/** Tiers are contiguous, and only the last one may be unlimited. Error paths are relative to the tiers. */
function errorsOfTiers({ tiers }: NewSeatTiers): FieldError[] {
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

/** A fixed amount in minor units; 0 is free. */
interface Fixed {
  readonly amountType: 'fixed';
  readonly priceAmount: number;
}

/** An amount that the customer chooses within limits. */
interface Custom {
  readonly amountType: 'custom';
  readonly minimumAmount: number;
  readonly maximumAmount: number | null;
  readonly presetAmount: number | null;
}

interface SeatBased {
  readonly amountType: 'seat_based';
  readonly seatTiers: SeatTiers;
}

/** An amount per unit of a meter, in minor units. `unitAmount` is a decimal, since it may be less than one minor unit. */
interface MeteredUnit {
  readonly amountType: 'metered_unit';
  readonly meterId: string;
  readonly unitAmount: string;
  readonly capAmount: number | null;
}

export type PriceTerms = Fixed | Custom | SeatBased | MeteredUnit;
export type AmountType = PriceTerms['amountType'];

/** The input of a seller. The default of `minimumAmount` is the minimum of the currency. */
export type NewTerms =
  | Fixed
  | MeteredUnit
  | (Omit<Custom, 'minimumAmount'> & { readonly minimumAmount?: number })
  | (Omit<SeatBased, 'seatTiers'> & { readonly seatTiers: NewSeatTiers });

export function priceTerms(given: NewTerms, currency: string): PriceTerms {
  if (given.amountType === 'seat_based') return { ...given, seatTiers: seatTiers(given.seatTiers) };
  if (given.amountType === 'custom') return { ...given, minimumAmount: given.minimumAmount ?? lowestAmount(currency) };
  return given;
}

/** Errors with paths relative to the price. */
export function errorsOfTerms(given: NewTerms, currency: string): FieldError[] {
  if (given.amountType === 'fixed') return outOfRange('priceAmount', given.priceAmount, currency);
  if (given.amountType === 'metered_unit') {
    if (Number(given.unitAmount) > 0) return [];
    return [fieldError(['unitAmount'], 'It must be greater than 0.', given.unitAmount, 'greater_than')];
  }
  if (given.amountType === 'seat_based') {
    return errorsOfTiers(given.seatTiers).map((each) => ({ ...each, path: ['seatTiers', 'tiers', ...each.path] }));
  }
  const { minimumAmount: minimum = lowestAmount(currency), maximumAmount: maximum, presetAmount: preset } = given;
  const errors = [
    ...outOfRange('minimumAmount', minimum, currency),
    ...(maximum === null ? [] : outOfRange('maximumAmount', maximum, currency)),
    ...(preset === null ? [] : outOfRange('presetAmount', preset, currency)),
  ];
  if (errors.length > 0) return errors;
  if (maximum !== null && maximum < minimum)
    return [fieldError(['maximumAmount'], 'It must not be less than the minimum.', maximum)];
  if (preset !== null && preset !== 0 && (preset < minimum || preset > (maximum ?? preset))) {
    return [fieldError(['presetAmount'], 'It must be between the minimum and the maximum.', preset)];
  }
  return [];
}

/** An amount is 0 or within the limits of the currency. */
function outOfRange(field: string, amount: number, currency: string): FieldError[] {
  const [lowest, highest] = [lowestAmount(currency), highestAmount(currency)];
  if (amount !== 0 && amount < lowest) {
    const message = `Amount must be at least ${formatAmount(lowest, currency)} or 0 for free pricing`;
    return [fieldError([field], message, amount, 'minimum_price')];
  }
  if (amount <= highest) return [];
  return [fieldError([field], `Amount must be at most ${formatAmount(highest, currency)}`, amount, 'maximum_price')];
}
