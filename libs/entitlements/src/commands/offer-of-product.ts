import { type PriceSnapshot, type ProductSnapshot, FindPrices } from '#catalog/contract';
import type { Interval, Unit } from '../domain/interval.ts';
import type { Offer, OfferedPrice, Proration } from '../domain/offer.ts';
import type { QueryBus } from '@nestjs/cqrs';
import { FindOrganizations } from '#organizations/contract';

/** How the organization charges changes of subscriptions unless a request says otherwise. */
export async function prorationOf(queries: QueryBus, organizationId: string): Promise<Proration> {
  return (await queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!.prorationBehavior;
}

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

/** The prices of a purchase, archived prices included, in the order of the ids. */
export async function purchasedPrices(queries: QueryBus, ids: readonly string[]): Promise<OfferedPrice[]> {
  const prices = await queries.execute(new FindPrices(ids));
  return ids.flatMap((id) => prices.get(id) ?? []).map(offeredPrice);
}
