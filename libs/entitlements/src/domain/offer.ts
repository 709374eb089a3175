import type { Interval } from './interval.ts';

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
  readonly parts: readonly { readonly priceId: string; readonly amount: number }[];
  readonly seats: number | null;
}

const WITHOUT_PRICE = 'usd';

/** The prices in the currency of the first one. They are charged together. */
const chargedPrices = ({ prices }: Pick<Offer, 'prices'>): readonly OfferedPrice[] =>
  prices.filter(({ currency }) => currency === prices[0]!.currency);

export const seatTiersOf = (offer: Pick<Offer, 'prices'>): SeatTiers | null =>
  chargedPrices(offer).find(({ seatTiers }) => seatTiers)?.seatTiers ?? null;

export function quote(offer: Pick<Offer, 'prices'>, requestedSeats: number | null): Quote {
  const seats = requestedSeats ?? seatTiersOf(offer)?.minimumSeats ?? null;
  const parts = chargedPrices(offer).map(({ id, amount, seatTiers }) => ({
    priceId: id,
    amount: seatTiers ? costOf(seats!, seatTiers) : (amount ?? 0),
  }));
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  return { currency: offer.prices[0]?.currency ?? WITHOUT_PRICE, amount, parts, seats };
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
