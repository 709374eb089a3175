import { ValidationFailed } from '#kernel';
import { quote, type Offer, seatTiersOf } from './offer.ts';
import { AboveMaximumSeats, BelowMinimumSeats, NotASeatBasedSubscription } from './purchase.errors.ts';

export type Metadata = { readonly [key: string]: string | number | boolean };

export interface NewPurchase {
  readonly customerId: string;
  readonly offer: Offer;
  /** `null` buys the minimum, if the product is sold by seats. */
  readonly seats: number | null;
  readonly metadata: Metadata;
}

/** In minor units. */
const HIGHEST_AMOUNT = 2_147_483_647;

/** Throws if the product cannot be bought with this number of seats, or if it costs too much. `null` stands for the minimum. */
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

/** True if a purchase of so many seats, or of no seats, can go on with this product. */
export function fitsSeats(offer: Offer, seats: number | null): boolean {
  const tiers = seatTiersOf(offer);
  if (quote(offer, seats).amount > HIGHEST_AMOUNT) return false;
  if (seats === null || !tiers) return seats === null;
  return seats >= tiers.minimumSeats && seats <= (tiers.maximumSeats ?? Infinity);
}

export const productError = (message: string, offer: Pick<Offer, 'productId'>): ValidationFailed =>
  ValidationFailed.at(['productId'], message, offer.productId);
