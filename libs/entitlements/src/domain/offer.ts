import type { Interval } from './interval.ts';

/**
 * How a seller charges a change, and with it when the change takes effect: `invoice` and `prorate` at once, `reset` at once with a new
 * period, `next_period` with the next period. No money moves here.
 */
export type Proration = 'invoice' | 'prorate' | 'next_period' | 'reset';

interface SeatTier {
  readonly minSeats: number;
  /** `null` is unlimited. */
  readonly maxSeats: number | null;
  readonly pricePerSeat: number;
}

/** Price of seats: `volume` charges all seats at the tier of their number, `graduated` each seat at its own tier. */
export interface SeatTiers {
  readonly seatTierType: 'volume' | 'graduated';
  readonly tiers: readonly SeatTier[];
  readonly minimumSeats: number;
  readonly maximumSeats: number | null;
}

export interface OfferedPrice {
  readonly id: string;
  readonly currency: string;
  /** In minor units; null if the price has no fixed amount. */
  readonly amount: number | null;
  readonly seatTiers: SeatTiers | null;
}

/** A product with the prices and intervals that a purchase is made from. */
export interface Offer {
  readonly organizationId: string;
  readonly productId: string;
  readonly name: string;
  /** `null` for a one-time product. */
  readonly recurring: Interval | null;
  readonly trial: Interval | null;
  /** Length of a meter period; `null` if meters reset with the billing period. */
  readonly meterCycle: Interval | null;
  readonly prices: readonly OfferedPrice[];
}

/** The cost of a purchase, per price and in total. `seats` is null for a product that is not sold by seats. */
export interface Quote {
  readonly currency: string;
  readonly amount: number;
  readonly parts: readonly { readonly priceId: string | null; readonly amount: number }[];
  readonly seats: number | null;
}

/** What a seller reports about the price. What is left out comes from the product. */
export interface ReportedPrice {
  /** In minor units, without tax. */
  readonly amount?: number;
  readonly currency?: string;
  /** One of the product. It is bought with the others in its currency. */
  readonly priceId?: string;
  /** How many are bought, of a product that is not sold by seats: the prices are those of one. 1 by default. */
  readonly quantity?: number;
}

const WITHOUT_PRICE = 'usd';

/** That of the price, by default of the first one. */
const currencyOf = ({ prices }: Pick<Offer, 'prices'>, priceId?: string): string =>
  (prices.find(({ id }) => id === priceId) ?? prices[0])?.currency ?? WITHOUT_PRICE;

/** The prices in one currency, that of the first one by default. They are charged together. */
const chargedPrices = (offer: Pick<Offer, 'prices'>, charged = currencyOf(offer)): readonly OfferedPrice[] =>
  offer.prices.filter(({ currency }) => currency === charged);

/** The prices at which a product is bought: those in the currency, else those of the product. */
export function boughtPrices(offer: Pick<Offer, 'prices'>, currency?: string): readonly OfferedPrice[] {
  const charged = chargedPrices(offer, currency);
  return charged.length > 0 ? charged : chargedPrices(offer);
}

export const seatTiersOf = (offer: Pick<Offer, 'prices'>): SeatTiers | null =>
  chargedPrices(offer).find(({ seatTiers }) => seatTiers)?.seatTiers ?? null;

export function quote(offer: Pick<Offer, 'prices'>, requestedSeats: number | null, reported: ReportedPrice = {}): Quote {
  const seats = requestedSeats ?? seatTiersOf(offer)?.minimumSeats ?? null;
  const currency = reported.currency ?? currencyOf(offer, reported.priceId);
  const prices = chargedPrices(offer, currency);
  if (reported.amount !== undefined) return { currency, amount: reported.amount, parts: [reportedPart(offer, reported)], seats };
  const { quantity = 1 } = reported;
  const parts = prices.map(({ id, amount, seatTiers }) => ({
    priceId: id,
    amount: seatTiers ? costOf(seats!, seatTiers) : (amount ?? 0) * quantity,
  }));
  return { currency, amount: parts.reduce((sum, part) => sum + part.amount, 0), parts, seats };
}

/** An amount that is reported stands for all prices; it is assigned to the one that is named, to that of the seats, or to the first one. */
function reportedPart(offer: Pick<Offer, 'prices'>, { amount, currency, priceId }: ReportedPrice) {
  if (priceId !== undefined) return { priceId, amount: amount! };
  const prices = boughtPrices(offer, currency);
  return { priceId: (prices.find(({ seatTiers }) => seatTiers) ?? prices[0])?.id ?? null, amount: amount! };
}

const isIn = (seats: number, { minSeats, maxSeats }: SeatTier): boolean =>
  seats >= minSeats && (maxSeats === null || seats <= maxSeats);

function costOf(seats: number, { seatTierType, tiers }: SeatTiers): number {
  if (seatTierType === 'volume') return seats * (tiers.find((tier) => isIn(seats, tier))?.pricePerSeat ?? 0);
  const within = (tier: SeatTier, index: number): number => {
    const before = index === 0 ? 0 : tier.minSeats - 1;
    return Math.max(0, Math.min(seats, tier.maxSeats ?? seats) - before);
  };
  return tiers.reduce((sum, tier, index) => sum + within(tier, index) * tier.pricePerSeat, 0);
}
