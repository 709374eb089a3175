import { type Offer, type OfferedPrice, quote } from './offer.ts';
import { PaymentMethodRequired } from './purchase.errors.ts';
import type { SubscriptionTermsState } from './subscription-terms.ts';

/** What the rules need of a subscription. */
type Terms = Pick<
  SubscriptionTermsState,
  'productId' | 'amount' | 'currency' | 'seats' | 'recurringInterval' | 'recurringIntervalCount'
>;

/*
 * Customers choose only terms that cost no more than theirs: this service charges nobody, so nothing would make them pay. Sellers
 * report changes that were paid.
 */

/**
 * Throws `PaymentMethodRequired` if the product costs more than the subscription does, is charged at another interval, or begins a
 * new period at once. Prices that depend on use cost more than a subscription that is free.
 */
export function assertNotDearer(terms: Terms, offer: Offer, isNewPeriod: boolean): void {
  if (!offer.recurring || isFree(terms, offer)) return;
  if (isNewPeriod) throw new PaymentMethodRequired();
  if (offer.productId === terms.productId) return;
  const { unit, count } = offer.recurring;
  const { amount, currency } = listPrice(terms, offer);
  const isComparable = currency === terms.currency && unit === terms.recurringInterval && count === terms.recurringIntervalCount;
  if (!isComparable || terms.amount === 0 || amount > terms.amount) throw new PaymentMethodRequired();
}

/** Throws `PaymentMethodRequired` if this number of seats costs more than the present one, or begins a new period at once. */
export function assertSeatsNotDearer(terms: Terms, seats: number, prices: readonly OfferedPrice[], isNewPeriod: boolean): void {
  const { currency, amount } = terms;
  const isPriced = prices.some((price) => price.currency === currency);
  const cost = (count: number): number => (isPriced ? quote({ prices }, count, { currency }).amount : amount * count);
  const isCharged = isNewPeriod && cost(seats) > 0;
  if (isCharged || cost(seats) > cost(terms.seats ?? seats)) throw new PaymentMethodRequired();
}

/** In the currency of the subscription if the product has prices in it. */
function listPrice({ currency, seats }: Terms, offer: Offer) {
  const isPriced = offer.prices.some((price) => price.currency === currency);
  return quote(offer, seats, isPriced ? { currency } : {});
}

function isFree(terms: Terms, offer: Offer): boolean {
  const { amount, currency } = listPrice(terms, offer);
  const isFixed = (price: OfferedPrice): boolean => price.amount !== null || price.seatTiers !== null;
  return amount === 0 && offer.prices.filter((price) => price.currency === currency).every(isFixed);
}
