import type { PriceSnapshot, ProductSnapshot } from '#catalog/contract';
import type { Interval, Unit } from '../domain/interval.ts';
import type { Offer, OfferedPrice } from '../domain/offer.ts';

const intervalOf = (unit: Unit | null, count: number | null): Interval | null => unit && { unit, count: count ?? 1 };

export const offerOf = (product: ProductSnapshot): Offer => ({
  organizationId: product.organizationId,
  productId: product.id,
  name: product.name,
  recurring: intervalOf(product.recurringInterval, product.recurringIntervalCount),
  trial: product.recurringInterval && intervalOf(product.trialInterval, product.trialIntervalCount),
  meterCycle: product.recurringInterval && intervalOf(product.meterInterval, product.meterIntervalCount),
  prices: product.prices.map(offeredPrice),
});

export function offeredPrice(price: PriceSnapshot): OfferedPrice {
  const { id, currency } = price;
  if (price.amountType === 'seat_based') return { id, currency, amount: null, seatTiers: price.seatTiers };
  if (price.amountType === 'metered_unit') return { id, currency, amount: 0, seatTiers: null };
  return { id, currency, amount: price.amountType === 'fixed' ? price.priceAmount : price.presetAmount, seatTiers: null };
}
