import type { FieldError } from '#kernel';
import { highestAmount, lowestAmount, written } from './currency-limits.ts';
import { type NewSeatTiers, problemsOfTiers, type SeatTiers, seatTiers } from './seat-tiers.ts';

/** An amount that the seller names, in minor units; 0 is free. */
interface Fixed {
  readonly amountType: 'fixed';
  readonly priceAmount: number;
}

/** An amount that the customer names, within limits. */
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

/** So much for every unit of a meter, in minor units of the currency; a decimal, as it may be less than one of them. */
interface MeteredUnit {
  readonly amountType: 'metered_unit';
  readonly meterId: string;
  readonly unitAmount: string;
  readonly capAmount: number | null;
}

export type PriceTerms = Fixed | Custom | SeatBased | MeteredUnit;
export type AmountType = PriceTerms['amountType'];

/** As a seller says them. Without a minimum it is the least that the currency allows. */
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

/** What is wrong with them; `at` is within the price. */
export function problemsOfTerms(given: NewTerms, currency: string): FieldError[] {
  if (given.amountType === 'fixed') return outOfRange('priceAmount', given.priceAmount, currency);
  if (given.amountType === 'metered_unit') {
    if (Number(given.unitAmount) > 0) return [];
    return [wrong('unitAmount', 'It must be greater than 0.', given.unitAmount, 'greater_than')];
  }
  if (given.amountType === 'seat_based') {
    return problemsOfTiers(given.seatTiers).map((each) => ({ ...each, at: ['seatTiers', 'tiers', ...each.at] }));
  }
  const { minimumAmount: minimum = lowestAmount(currency), maximumAmount: maximum, presetAmount: preset } = given;
  const problems = [
    ...outOfRange('minimumAmount', minimum, currency),
    ...(maximum === null ? [] : outOfRange('maximumAmount', maximum, currency)),
    ...(preset === null ? [] : outOfRange('presetAmount', preset, currency)),
  ];
  if (problems.length > 0) return problems;
  if (maximum !== null && maximum < minimum) return [wrong('maximumAmount', 'It must not be less than the minimum.', maximum)];
  if (preset !== null && preset !== 0 && (preset < minimum || preset > (maximum ?? preset))) {
    return [wrong('presetAmount', 'It must be between the minimum and the maximum.', preset)];
  }
  return [];
}

const wrong = (field: string, message: string, input: number | string, type = 'value_error'): FieldError => ({
  at: [field],
  message,
  type,
  input,
});

/** Nothing at all is allowed; what is charged has to be worth it, and no more than can be. */
function outOfRange(field: string, amount: number, currency: string): FieldError[] {
  const [lowest, highest] = [lowestAmount(currency), highestAmount(currency)];
  if (amount !== 0 && amount < lowest) {
    const message = `Amount must be at least ${written(lowest, currency)} or 0 for free pricing`;
    return [wrong(field, message, amount, 'minimum_price')];
  }
  if (amount <= highest) return [];
  return [wrong(field, `Amount must be at most ${written(highest, currency)}`, amount, 'maximum_price')];
}
