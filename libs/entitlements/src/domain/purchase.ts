import { ValidationFailed, type FieldError } from '#kernel';
import { quote, type Offer, seatTiersOf } from './offer.ts';
import { AboveMaximumSeats, BelowMinimumSeats, NotASeatBasedSubscription } from './purchase.errors.ts';

export type Metadata = { readonly [key: string]: string | number | boolean };

/** Who buys what. */
export interface NewPurchase {
  readonly customerId: string;
  readonly offer: Offer;
  /** Left out, it is the least that can be bought. */
  readonly seats: number | null;
  readonly metadata: Metadata;
}

/** The most that a purchase can come to, in minor units. */
const HIGHEST_AMOUNT = 2_147_483_647;

/** Refuses a number of seats that the product is not sold in, or that costs too much; the least of them where none is named. */
export function assertSeats(offer: Pick<Offer, 'prices'>, seats: number | null): void {
  if (seats !== null) assertForSale(offer, seats);
  if (quote(offer, seats).amount > HIGHEST_AMOUNT) {
    throw ValidationFailed.at(['seats'], `An amount is at most ${HIGHEST_AMOUNT}; so many seats cost more.`, seats);
  }
}

function assertForSale(offer: Pick<Offer, 'prices'>, seats: number): void {
  const tiers = seatTiersOf(offer);
  if (!tiers) throw new NotASeatBasedSubscription();
  if (seats < tiers.minimumSeats) throw new BelowMinimumSeats(tiers.minimumSeats);
  if (tiers.maximumSeats !== null && seats > tiers.maximumSeats) throw new AboveMaximumSeats(tiers.maximumSeats);
}

export const productProblem = (message: string, offer: Pick<Offer, 'productId'>): ValidationFailed => {
  const problem: FieldError = { at: ['productId'], message, type: 'value_error', input: offer.productId };
  return new ValidationFailed([problem]);
};
