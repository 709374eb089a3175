import type { QueryBus } from '@nestjs/cqrs';
import { FindPriceViews, type PriceView } from '#catalog/contract';
import type { OfferedPrice } from '../domain/offer.ts';

/** The prices of a purchase, archived prices included, in the order of the ids. */
export async function purchasedPrices(queries: QueryBus, ids: readonly string[]): Promise<OfferedPrice[]> {
  const prices = await queries.execute(new FindPriceViews(ids));
  return ids.flatMap((id) => prices.get(id) ?? []).map(priceOf);
}

function priceOf(price: PriceView): OfferedPrice {
  const { id, price_currency: currency } = price;
  if (price.amount_type === 'metered_unit') return { id, currency, amount: 0, seatTiers: null };
  if (price.amount_type !== 'seat_based') {
    return { id, currency, amount: price.amount_type === 'fixed' ? price.price_amount : price.preset_amount, seatTiers: null };
  }
  const { seat_tier_type, tiers, minimum_seats, maximum_seats } = price.seat_tiers;
  const seatTiers = {
    seatTierType: seat_tier_type,
    tiers: tiers.map(({ min_seats, max_seats, price_per_seat }) => ({
      minSeats: min_seats,
      maxSeats: max_seats,
      pricePerSeat: price_per_seat,
    })),
    minimumSeats: minimum_seats,
    maximumSeats: maximum_seats,
  };
  return { id, currency, amount: null, seatTiers };
}
