import { ValidationFailed } from '#kernel';
import { type Offer, quote, seatTiersOf, type ReportedPrice } from './offer.ts';
import { AboveMaximumSeats, BelowMinimumSeats, NotASeatBasedSubscription } from './purchase.errors.ts';

export type Metadata = { readonly [key: string]: string | number | boolean };

/** The seller's own id of a purchase: unique among the orders, and among the subscriptions, of an organization and a source. */
export interface ExternalId {
  readonly id: string;
  /** The system that the id comes from, such as a payment provider. Empty for the only one. */
  readonly source: string;
}

/** What every purchase has. */
export interface PurchaseDetails {
  /** The buyer. */
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId?: string | null;
  /** Whether the buyer chose the recipient at the checkout, who is told by mail. */
  readonly isGift?: boolean;
  readonly metadata: Metadata;
  readonly externalId?: ExternalId | null;
  /** Identifies the customer as the seller reported it, to recognize a purchase that is reported again. */
  readonly reportedCustomer?: string | null;
  /** In minor units. */
  readonly taxAmount?: number | null;
  /** Whether license keys are mailed. Left out: as their benefits say. */
  readonly deliverByEmail?: boolean | null;
  /** The license key of the customer that gets more time, instead of another key. */
  readonly renewsLicenseKeyId?: string | null;
}

/** What is stored of that. */
export interface PurchaseOriginState {
  customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  /** The license key that the purchase renews; null if it brings one of its own. */
  readonly renewsLicenseKeyId: string | null;
}

/** What the seller reports of it. Only who has a subscription changes. */
export const originOf = (details: PurchaseDetails): PurchaseOriginState => ({
  customerId: details.customerId,
  recipientId: details.recipientId ?? null,
  externalId: details.externalId?.id ?? null,
  externalSource: details.externalId?.source ?? '',
  reportedCustomer: details.reportedCustomer ?? null,
  deliverByEmail: details.deliverByEmail ?? null,
  renewsLicenseKeyId: details.renewsLicenseKeyId ?? null,
});

/** Who gets the benefits. */
export const beneficiaryOf = ({ recipientId, customerId }: Pick<PurchaseOriginState, 'recipientId' | 'customerId'>): string =>
  recipientId ?? customerId;

export interface NewPurchase extends PurchaseDetails {
  readonly offer: Offer;
  /** `null` buys the minimum, if the product is sold by seats. */
  readonly seats: number | null;
  readonly price?: ReportedPrice;
}

/** In minor units. */
const HIGHEST_AMOUNT = 2_147_483_647;

/** Throws if the product cannot be bought with this number of seats or in this quantity, or if it costs too much. `null` stands for the minimum. */
export function assertSeats(offer: Pick<Offer, 'prices'>, seats: number | null, price?: ReportedPrice): void {
  if (seats !== null) assertForSale(offer, seats);
  const { quantity = 1 } = price ?? {};
  if (quantity !== 1 && seatTiersOf(offer)) {
    throw ValidationFailed.at(['quantity'], 'A product that is sold by seats is bought with `seats`.', quantity);
  }
  if (quote(offer, seats, price).amount <= HIGHEST_AMOUNT) return;
  const [field, number] = quantity === 1 ? (['seats', seats] as const) : (['quantity', quantity] as const);
  throw ValidationFailed.at([field], `An amount is at most ${HIGHEST_AMOUNT}; so many cost more.`, number);
}

/** Throws if an amount, or the amount with its tax, is too high. `field` leads to the amount. */
export function assertTotal(amount: number, taxAmount: number | null | undefined, field = 'amount'): void {
  if (amount > HIGHEST_AMOUNT) throw ValidationFailed.at([field], `An amount is at most ${HIGHEST_AMOUNT}.`, amount);
  if (amount + (taxAmount ?? 0) <= HIGHEST_AMOUNT) return;
  throw ValidationFailed.at(['taxAmount'], `An amount with tax is at most ${HIGHEST_AMOUNT}.`, taxAmount);
}

/** Throws if a price is named that the product does not have, or not in the currency. `path` leads to the product. */
export function assertPrice(
  { prices }: Pick<Offer, 'prices'>,
  { priceId, currency }: ReportedPrice,
  path: readonly (string | number)[] = [],
): void {
  if (priceId === undefined) return;
  const price = prices.find(({ id }) => id === priceId);
  const refused = (message: string) => ValidationFailed.at([...path, 'productPriceId'], message, priceId);
  if (!price) throw refused('The product does not have this price, or it is archived.');
  if (currency !== undefined && price.currency !== currency)
    throw refused(`The price is in ${price.currency}, not in ${currency}.`);
}

/** Throws if the amount is not reported and the product, which is not free, has no price in the currency that is reported. */
export function assertPriced({ prices }: Pick<Offer, 'prices'>, { amount, currency }: ReportedPrice = {}): void {
  if (amount !== undefined || currency === undefined || prices.length === 0) return;
  if (prices.some((price) => price.currency === currency)) return;
  throw ValidationFailed.at(
    ['currency'],
    'The product has no price in this currency, so the amount has to be reported.',
    currency,
  );
}

function assertForSale(offer: Pick<Offer, 'prices'>, seats: number): void {
  const tiers = seatTiersOf(offer);
  if (!tiers) throw new NotASeatBasedSubscription();
  if (seats < tiers.minimumSeats) throw new BelowMinimumSeats(tiers.minimumSeats);
  if (tiers.maximumSeats !== null && seats > tiers.maximumSeats) throw new AboveMaximumSeats(tiers.maximumSeats);
}

/** True if a purchase of so many seats, or of no seats, can go on with this product. */
export function fitsSeats(offer: Offer, seats: number | null, price: ReportedPrice): boolean {
  const tiers = seatTiersOf(offer);
  if (quote(offer, seats, price).amount > HIGHEST_AMOUNT) return false;
  if (seats === null || !tiers) return seats === null;
  return seats >= tiers.minimumSeats && seats <= (tiers.maximumSeats ?? Infinity);
}

export const productError = (
  message: string,
  offer: Pick<Offer, 'productId'>,
  path: readonly (string | number)[] = [],
): ValidationFailed => ValidationFailed.at([...path, 'productId'], message, offer.productId);

/** The clock of a seller may be ahead of ours by this much. */
const CLOCK_SKEW_MS = 60_000;
/** Purchases are not older. It bounds the number of periods that have passed. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z');

/** Throws if a time in the past is reported that is in the future, or too long ago. */
export function assertPast(field: string, time: Date, now: Date): void {
  if (time.getTime() > now.getTime() + CLOCK_SKEW_MS) throw ValidationFailed.at([field], 'This time is in the future.', time);
  if (time < EARLIEST) throw ValidationFailed.at([field], 'This time is before the year 2000.', time);
}

/** What a seller reports again about a purchase. Facts that are left out are not compared. */
export interface ReportedFacts {
  readonly amount?: number;
  readonly taxAmount?: number;
  readonly currency?: string;
  readonly seats?: number;
  readonly quantity?: number;
  readonly renewsLicenseKeyId?: string;
}

/** The names of the facts that differ. */
export const differingFacts = (
  reported: ReportedFacts,
  stored: { readonly [K in keyof Required<ReportedFacts>]: number | string | null },
): string[] =>
  (Object.keys(reported) as (keyof ReportedFacts)[]).filter(
    (name) => reported[name] !== undefined && reported[name] !== stored[name],
  );

/** A purchase with the same external id was stored before. */
export class ExternalIdTaken extends Error {
  constructor() {
    super('A purchase with this external id exists');
  }
}
