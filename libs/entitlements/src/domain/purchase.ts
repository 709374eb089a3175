import { Invalid, type Problem } from '#kernel';
import { type Offer, seatTiersOf } from './offer.ts';
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

/** Refuses a number of seats that the product is not sold in. */
export function demandSeats(offer: Pick<Offer, 'prices'>, seats: number | null): void {
  if (seats === null) return;
  const tiers = seatTiersOf(offer);
  if (!tiers) throw new NotASeatBasedSubscription();
  if (seats < tiers.minimumSeats) throw new BelowMinimumSeats(tiers.minimumSeats);
  if (tiers.maximumSeats !== null && seats > tiers.maximumSeats) throw new AboveMaximumSeats(tiers.maximumSeats);
}

export const productProblem = (message: string, offer: Pick<Offer, 'productId'>): Invalid => {
  const problem: Problem = { at: ['productId'], message, type: 'value_error', input: offer.productId };
  return new Invalid([problem]);
};
